import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { Branch } from './contract.ts'

/** Every store, in the owner's order. */
export async function readBranches(db: Kysely<Tables>): Promise<Branch[]> {
  return db
    .selectFrom('branches')
    .select(['id', 'name', 'address', 'lat', 'lng', 'status', 'phone', 'hours'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** True if there is any store. */
export async function hasBranches(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('branches').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Replaces all stores, in the given order. */
export async function replaceBranches(tx: Kysely<Tables>, stores: readonly Branch[]): Promise<void> {
  await tx.deleteFrom('branches').execute()
  await tx
    .insertInto('branches')
    .values(stores.map((store, position) => ({ ...store, position })))
    .execute()
}
