import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { BranchesTables } from './tables.server.ts'

/** A store as the owner writes it: its hours as data or as text, and its texts in Hindi. */
export type StoredBranch = Omit<Selectable<BranchesTables['branches']>, 'position'>

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

/** Replaces all stores, in the given order. */
export async function replaceBranches(tx: Kysely<Tables>, stores: readonly StoredBranch[]): Promise<void> {
  await tx.deleteFrom('branches').execute()
  await tx
    .insertInto('branches')
    .values(
      stores.map((store, position) => ({
        ...store,
        opening: JSON.stringify(store.opening),
        hindi: JSON.stringify(store.hindi),
        position,
      })),
    )
    .execute()
}
