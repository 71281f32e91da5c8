import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { OrderState, OrderStatus } from './rules.ts'

type Db = Kysely<Tables>

/** An order in the operator's list, whatever its state; total in paise. */
export interface ListedOrder {
  id: string
  state: OrderState
  status: OrderStatus | null
  email: string | null
  total_paise: number
  created_at: Date
  product_name: string
  lines: number
  /** Verified by its signature alone, not confirmed by the provider yet: not to be shipped. */
  capture_unconfirmed: boolean
}

/** Orders, newest first; unpaid ones only with `unpaid`. */
export async function listAllOrders(
  db: Db,
  { limit, unpaid }: { limit: number; unpaid: boolean },
): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select o.id, o.state, o.status, c.email, o.total_paise, o.created_at, o.capture_unconfirmed,
      (select name from order_lines where order_id = o.id order by position limit 1) as product_name,
      (select count(*)::integer from order_lines where order_id = o.id) as lines
    from orders o join customers c on c.id = o.customer_id
    where ${unpaid} or o.state in ('paid', 'cancelled')
    order by o.created_at desc, o.id limit ${limit}`.execute(db)
  return rows
}

export interface LockedOrder {
  id: string
  state: OrderState
  status: OrderStatus | null
  capture_unconfirmed: boolean
  exchange_days: number
  email: string | null
  customer_name: string
  /** The products in it, each name once, in the order of its lines. */
  product_names: string[]
}

/** An order's row, locked until the transaction ends; null where there is none. */
export async function lockOrderForStaff(tx: Db, orderId: string): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select o.id, o.state, o.status, o.capture_unconfirmed, o.exchange_days, c.email, c.name as customer_name,
      array(select name from order_lines where order_id = o.id group by name order by min(position)) as product_names
    from orders o join customers c on c.id = o.customer_id
    where o.id = ${orderId} for update of o`.execute(tx)
  return rows[0] ?? null
}

/** Sets a later stage; `at` null: now, by the database's clock. */
export async function updateOrderStatus(tx: Db, orderId: string, status: OrderStatus, at: Date | null): Promise<void> {
  const column = sql.ref(`${status}_at`)
  await sql`
    update orders set status = ${status}, ${column} = coalesce(${at}::timestamptz, now()) where id = ${orderId}`.execute(
    tx,
  )
}

/** Paid orders that have been in one stage for `seconds`, for DEMO_FULFILMENT. */
export async function findRestingOrders(db: Db, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where state = 'paid' and status <> 'delivered' and not capture_unconfirmed
      and greatest(paid_at, packaging_at, ontheway_at) < now() - make_interval(secs => ${seconds})
    order by paid_at limit 50`.execute(db)
  return rows.map(({ id }) => id)
}
