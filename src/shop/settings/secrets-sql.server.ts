import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** A key of the shop by its name, or null if there is none. */
export async function findSecret(db: Db, name: string): Promise<Buffer | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** A key of the shop by its name. The first call makes it: 256 random bits. */
export async function keepSecret(db: Db, name: string): Promise<Buffer> {
  const known = await findSecret(db, name)
  if (known) return known
  const fresh = randomBytes(32)
  await db
    .insertInto('secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSecret(db, name)) ?? fresh
}
