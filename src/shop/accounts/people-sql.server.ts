import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/**
 * Locks a customer's account until the transaction ends; false if it was deleted. `use`: it stays while the transaction uses it;
 * `delete`: nothing uses it meanwhile, and what waits for the lock finds it deleted.
 */
export async function lockAccount(
  tx: Transaction<Tables>,
  customer: string,
  purpose: 'use' | 'delete',
): Promise<boolean> {
  const lock = purpose === 'use' ? sql`for key share` : sql`for update`
  const { rows } = await sql`select from customers where id = ${customer} and email is not null ${lock}`.execute(tx)
  return rows.length > 0
}

/** The account of an address, or null. */
export async function findAccount(db: Db, email: string): Promise<string | null> {
  const row = await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id ?? null
}
