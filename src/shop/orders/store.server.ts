import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'
import type { Order } from './contract.ts'
import { type ExchangeRead, type LineRead, type OrderRead, toOrder } from './read-order.server.ts'
import type { OrderState } from './rules.ts'

type Db = Kysely<Tables>

/** The customer's paid orders, newest first, with their lines and exchanges. */
export function listPaidOrders(db: Db, customer: CustomerId): Promise<Order[]> {
  return readOrders(db, sql`o.customer_id = ${customer} and o.state = 'paid'`)
}

/** One paid order of anybody, for the operator; null where there is none. */
export async function findAnyPaidOrder(db: Db, orderId: string): Promise<Order | null> {
  const [order] = await readOrders(db, sql`o.id = ${orderId} and o.state = 'paid'`)
  return order ?? null
}

/** Where an order of a customer stands, paid or not; null where they have no such order. */
export async function findStanding(
  db: Db,
  customer: CustomerId,
  orderId: string,
): Promise<{ state: OrderState; status: Order['orderStatus'] | null; total_paise: number } | null> {
  const row = await db
    .selectFrom('orders')
    .select(['state', 'status', 'total_paise'])
    .where('id', '=', orderId)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return row ?? null
}

async function readOrders(db: Db, where: RawBuilder<unknown>): Promise<Order[]> {
  const { rows: orders } = await sql<OrderRead>`
    select o.id, o.total_paise, o.goods_paise, o.delivery_paise, o.tax_paise, o.address, o.payment_method, o.paid_at,
      o.estimated_at, o.status, o.packaging_at, o.ontheway_at, o.delivered_at
    from orders o where ${where} order by o.paid_at desc, o.id`.execute(db)
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const [lines, exchanges] = await Promise.all([readLines(db, ids), readExchanges(db, sql`e.order_id = any(${ids})`)])
  return orders.map((order) =>
    toOrder(
      order,
      lines.filter((line) => line.order_id === order.id),
      exchanges.filter((exchange) => exchange.order_id === order.id),
    ),
  )
}

/** Pictures are the product's of today, as their addresses may have changed; name and price are those of the purchase. */
async function readLines(db: Db, orderIds: string[]): Promise<LineRead[]> {
  const { rows } = await sql<LineRead>`
    select l.id, l.order_id, l.product_id, l.name, l.price_paise, l.color, l.size, l.quantity,
      coalesce(p.pictures, l.pictures) as pictures
    from order_lines l left join products p on p.id = l.product_id
    where l.order_id = any(${orderIds}) order by l.position`.execute(db)
  return rows
}

/** Exchanges with the product that each is about, as it was bought; in the order in which they were asked for. */
export async function readExchanges(db: Db, where: RawBuilder<unknown>): Promise<ExchangeRead[]> {
  const { rows } = await sql<ExchangeRead>`
    select e.id, e.order_id, e.product_id, e.reason, e.problem, e.color, e.size, e.status, e.requested_at, e.arrival_at,
      e.packaging_at, e.ontheway_at, e.delivered_at, e.cancelled_at, l.name, l.price_paise, l.color as line_color,
      coalesce(p.pictures, l.pictures) as pictures
    from exchanges e
    join order_lines l on l.id = e.order_line_id
    left join products p on p.id = e.product_id
    where ${where} order by e.requested_at, e.id`.execute(db)
  return rows
}
