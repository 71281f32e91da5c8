import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** One import at a time, across all instances. */
const IMPORT_LOCK = 0x5ea8

/** Lets the caller's transaction idle while lines are read. */
export async function allowIdleTransaction(tx: Kysely<Tables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** Lifts the timeouts, and takes the lock: two imports lock products batch by batch, and could deadlock. */
export async function beginImport(tx: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await allowIdleTransaction(tx)
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx)
}

/**
 * Refreshes the planner's statistics of the catalogue. PostgreSQL would do so itself, but minutes later. Until then it
 * plans for a small catalogue, and the next import takes minutes.
 */
export async function refreshStatistics(db: Kysely<Tables>): Promise<void> {
  await sql`analyze products, sizes, stock`.execute(db)
}

/** Those of some picture files (paths below /media) that a product or any version of the settings has. */
export async function findUsedPictures(db: Kysely<Tables>, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const { rows } = await sql<{ file: string }>`
    select distinct substring(p.picture ->> 'src' from '^/media/([^?]+)') as file
      from products, jsonb_array_elements(pictures) as p(picture)
      where substring(p.picture ->> 'src' from '^/media/([^?]+)') = any(${files})
    union
    select f.file from unnest(${files}::text[]) as f(file)
      where exists (select from settings_versions where strpos(values::text, f.file) > 0)`.execute(db)
  return rows.map(({ file }) => file)
}
