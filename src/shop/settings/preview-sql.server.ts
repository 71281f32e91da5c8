import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

const NAME = 'preview-links'

/** The key of preview links, or null if there is none. */
export async function findPreviewKey(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value ?? null
}

/** Stores a key unless there is one, and returns the one that is stored. */
export async function keepPreviewKey(tx: Db, value: Buffer): Promise<Buffer> {
  await tx
    .insertInto('secrets')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findPreviewKey(tx)) ?? value
}

/** Deletes the key. False if there was none. */
export async function deletePreviewKey(tx: Db): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('secrets').where('name', '=', NAME).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
