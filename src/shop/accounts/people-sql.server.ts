import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** A row of the command `customers list`; orders and money (in paise) are those of paid orders. */
export interface ListedCustomer {
  id: string
  email: string
  name: string
  created_at: Date
  orders: number
  spent_paise: number
  last_order_at: Date | null
}

/** Customers with an account, newest first; `find` is part of a name or an e-mail address. */
export async function listCustomers(db: Db, { limit, find = '' }: { limit: number; find?: string | undefined }) {
  const pattern = `%${find.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ListedCustomer>`
    select c.id, c.email, c.name, c.created_at, count(o.id)::integer as orders,
      coalesce(sum(o.total_paise), 0)::float8 as spent_paise, max(o.paid_at) as last_order_at
    from customers c left join orders o on o.customer_id = c.id and o.state = 'paid'
    where c.email is not null and (c.email ilike ${pattern} or c.name ilike ${pattern})
    group by c.id order by c.created_at desc, c.id limit ${limit}`.execute(db)
  return rows
}

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
