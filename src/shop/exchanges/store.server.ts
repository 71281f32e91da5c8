import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Exchange } from '../orders/contract.ts'
import type { OrderStatus } from '../orders/rules.ts'
import { listExchangesWhere } from '../orders/store.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ExchangeRequest } from './contract.ts'

type Db = Kysely<Tables>

/** The facts that decide about an exchange request. */
export interface RequestFacts {
  status: OrderStatus
  delivered_at: Date | null
  exchange_days: number
  /** The database's time, so that every instance applies the same window. */
  now: Date
  line_id: string
  name: string
  /** The colour that was bought. */
  color: string
  /** The product's current colours; null where the product no longer exists. */
  colors: string[] | null
  exchanged: boolean
  /** How many of the size asked for can be bought in the ordered colour; null where it is not made. */
  size_left: number | null
}

/** Whether a customer has such a paid order. */
export async function hasOrder(db: Db, customer: CustomerId, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('customer_id', '=', customer)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return row !== undefined
}

/** The facts about a product of a customer's order; null where it is not in that order. */
export async function findRequestFacts(
  db: Db,
  customer: CustomerId,
  request: ExchangeRequest,
): Promise<RequestFacts | null> {
  const { orderId, productId, size } = request
  const { rows } = await sql<RequestFacts>`
    select o.status, o.delivered_at, o.exchange_days, now() as now, l.id as line_id, l.name, l.color, p.colors,
      exists (select from exchanges e where e.order_id = o.id and e.product_id = l.product_id) as exchanged,
      (select max(s.on_hand - s.reserved) from stock s join order_lines ordered
        on ordered.order_id = o.id and ordered.product_id = l.product_id and ordered.color = s.color
        where s.product_id = l.product_id and s.size = ${size}) as size_left
    from orders o
    join order_lines l on l.order_id = o.id and l.product_id = ${productId}
    left join products p on p.id = l.product_id
    where o.id = ${orderId} and o.customer_id = ${customer} and o.state = 'paid'
    order by l.position limit 1`.execute(db)
  return rows[0] ?? null
}

/** Inserts an exchange; null where the product has one already. */
export async function insertExchange(
  tx: Db,
  request: ExchangeRequest,
  { lineId, arrivalAt }: { lineId: string; arrivalAt: Date },
): Promise<string | null> {
  const row = await tx
    .insertInto('exchanges')
    .values({
      id: newId(),
      order_id: request.orderId,
      order_line_id: lineId,
      product_id: request.productId,
      reason: request.reasonForExchange,
      problem: request.problem,
      color: request.color,
      size: request.size,
      arrival_at: arrivalAt,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'product_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** An exchange as its customer sees it; null where there is none. */
export async function findExchange(db: Db, exchangeId: string): Promise<Exchange | null> {
  const [exchange] = await listExchangesWhere(db, sql`e.id = ${exchangeId}`)
  return exchange ?? null
}

export interface LockedExchange {
  id: string
  order_id: string
  status: OrderStatus
  cancelled_at: Date | null
  product_name: string
  email: string | null
  customer_name: string
}

/** An exchange's row, locked until the transaction ends. With `owner` only that customer's, of that order. */
export async function lockExchange(
  tx: Db,
  exchangeId: string,
  owner?: { customer: CustomerId; orderId: string },
): Promise<LockedExchange | null> {
  const own = owner ? sql`o.customer_id = ${owner.customer} and o.id = ${owner.orderId}` : sql`true`
  const { rows } = await sql<LockedExchange>`
    select e.id, e.order_id, e.status, e.cancelled_at, l.name as product_name, c.email, c.name as customer_name
    from exchanges e
    join orders o on o.id = e.order_id
    join order_lines l on l.id = e.order_line_id
    join customers c on c.id = o.customer_id
    where e.id = ${exchangeId} and ${own} for update of e`.execute(tx)
  return rows[0] ?? null
}

/** Cancels an exchange whose row the transaction has locked. */
export async function cancelExchange(tx: Db, exchangeId: string): Promise<void> {
  await sql`update exchanges set cancelled_at = now() where id = ${exchangeId}`.execute(tx)
}

/** Sets a later stage; `at` null: now, by the database's clock. */
export async function updateExchangeStatus(
  tx: Db,
  exchangeId: string,
  status: OrderStatus,
  at: Date | null,
): Promise<void> {
  const column = sql.ref(`${status}_at`)
  await sql`
    update exchanges set status = ${status}, ${column} = coalesce(${at}::timestamptz, now())
    where id = ${exchangeId}`.execute(tx)
}

/** Exchanges for the operator, newest first. */
export async function listAllExchanges(db: Db, limit: number): Promise<Exchange[]> {
  const newest = sql`e.id in (select id from exchanges order by requested_at desc, id limit ${limit})`
  return (await listExchangesWhere(db, newest)).reverse()
}
