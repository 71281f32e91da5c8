import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { Store } from './contract.ts'

/** Every store, in the owner's order. */
export async function readStores(db: Kysely<Tables>): Promise<Store[]> {
  return db
    .selectFrom('stores')
    .select(['id', 'name', 'address', 'lat', 'lng', 'status', 'phone', 'hours'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Whether there is any store. */
export async function hasStores(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('stores').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Replaces all stores, in the given order. */
export async function replaceStores(tx: Kysely<Tables>, stores: readonly Store[]): Promise<void> {
  await tx.deleteFrom('stores').execute()
  await tx
    .insertInto('stores')
    .values(stores.map((store, position) => ({ ...store, position })))
    .execute()
}
