import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { BranchesTables } from './tables.server.ts'

/** A store with its place in the list. */
export type BranchRow = Selectable<BranchesTables['branches']>

/** A store as the owner writes it: its hours as data or as text, and its texts in Hindi. */
export type StoredBranch = Omit<BranchRow, 'position' | 'demonstration'>

/** Every store, in the owner's order. */
export async function readBranches(db: Kysely<Tables>): Promise<StoredBranch[]> {
  return db
    .selectFrom('branches')
    .select(['id', 'name', 'address', 'lat', 'lng', 'status', 'phone', 'hours', 'opening', 'note', 'hindi'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** True if there is any store. */
export async function hasBranches(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('branches').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Every store, in the owner's order. Whoever else changes the list waits until the transaction ends. */
export async function lockBranches(tx: Transaction<Tables>): Promise<BranchRow[]> {
  await sql`lock table branches in share row exclusive mode`.execute(tx)
  return tx.selectFrom('branches').selectAll().orderBy('position').orderBy('id').execute()
}

/** Removes the stores with these ids and writes these rows, which may be theirs. */
export async function replaceBranches(
  tx: Transaction<Tables>,
  ids: readonly string[],
  rows: readonly BranchRow[],
): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('branches').where('id', 'in', ids).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('branches')
    .values(rows.map((row) => ({ ...row, opening: JSON.stringify(row.opening), hindi: JSON.stringify(row.hindi) })))
    .execute()
}
