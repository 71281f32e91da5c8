import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { findSecret, keepSecret } from './secrets-sql.server.ts'

type Db = Kysely<Tables>

const NAME = 'preview-links'

/** The key of preview links, or null if there is none. */
export const findPreviewKey = (db: Db): Promise<Buffer | null> => findSecret(db, NAME)

/** The key of preview links, made if there is none. */
export const keepPreviewKey = (tx: Db): Promise<Buffer> => keepSecret(tx, NAME)

/** Deletes the key. False if there was none. */
export async function deletePreviewKey(tx: Db): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('secrets').where('name', '=', NAME).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
