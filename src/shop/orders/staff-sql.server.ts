import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { worstDispute } from './list-sql.server.ts'
import { type LaterStatus, type OrderStage, type OrderStatus, parseOrderNumber } from './rules.ts'
import { orderEmail } from './sql.server.ts'
import type { OrderLineRow, OrderRow } from './tables.server.ts'

type Db = Kysely<Tables>
type Row = Selectable<OrderRow>

/** An order in the operator's list, in any state. The total is in paise. */
export interface ListedOrder
  extends Pick<Row, 'id' | 'number' | 'state' | 'total_paise' | 'created_at' | 'capture_unconfirmed'> {
  /** Null until it's paid. */
  status: OrderStatus | 'cancelled' | null
  /** What went back or will, in paise: by refunds and by lost disputes. */
  refunded_paise: number
  /** The undecided dispute of its payment with the nearest deadline (ISO 8601), a lost one, or null. */
  dispute: { status: string; respond_by: string | null } | null
  email: string | null
  recipient: string
  city: string
  product_name: string
  lines: number
  /** Pieces that haven't left yet. */
  to_pack: number
}

/** SQL: the number of pieces of an order `o` to pack. */
const piecesToPack = sql`coalesce((select pieces from orders_to_pack where order_id = o.id), 0)`

/** SQL: what went back of the payment of an order `o`, or will, in paise: refunds, and what a lost dispute took. */
export const refundedOfOrder = sql`coalesce((select b.refunded_paise + b.lost_paise from payment_balances b
  where b.payment_id = o.payment_id), 0)`

/** SQL: true if a parcel of an order `o` is out for delivery. */
const isOutForDelivery = sql`exists (
  select from shipments where order_id = o.id and out_for_delivery_at is not null and state = 'on_the_way')`

const STAGES = {
  'to-confirm': sql`o.state = 'to_confirm'`,
  'to-pack': sql`o.id in (select order_id from orders_to_pack)`,
  shipped: sql`o.state in ('placed', 'paid') and o.status = 'ontheway' and not ${isOutForDelivery}`,
  'out-for-delivery': sql`o.state in ('placed', 'paid') and o.status = 'ontheway' and ${isOutForDelivery}`,
  delivered: sql`o.state in ('placed', 'paid') and o.status = 'delivered'`,
  cancelled: sql`o.state = 'cancelled'`,
} as const satisfies Record<OrderStage, RawBuilder<unknown>>

/** Orders, newest first, but those to pack oldest first. Without a stage: paid ones, and with `unpaid` all. */
export async function listAllOrders(
  db: Db,
  { limit, unpaid, stage }: { limit: number; unpaid: boolean; stage: OrderStage | null },
): Promise<ListedOrder[]> {
  const where = stage === null ? sql`${unpaid} or o.status is not null` : STAGES[stage]
  const order = stage === 'to-pack' ? sql`o.paid_at, o.id` : sql`o.created_at desc, o.id`
  const { rows } = await sql<ListedOrder>`
    select o.id, o.number, o.state, case when o.state = 'cancelled' then 'cancelled' else o.status end as status, c.email,
      o.total_paise, o.created_at, o.capture_unconfirmed,
      ${refundedOfOrder} as refunded_paise,
      ${worstDispute} as dispute,
      trim(concat(o.address ->> 'firstName', ' ', o.address ->> 'lastName')) as recipient,
      trim(concat(o.address ->> 'townCity', ' ', o.address ->> 'zipCode')) as city,
      (select name from order_lines where order_id = o.id order by position limit 1) as product_name,
      (select count(*)::integer from order_lines where order_id = o.id) as lines, ${piecesToPack} as to_pack
    from orders o join customers c on c.id = o.customer_id
    where ${where} order by ${order} limit ${limit}`.execute(db)
  return rows
}

/** The id of an order by its id or number, or null. */
export async function findOrderId(db: Db, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from orders o where ${matchesReference(reference)}`.execute(db)
  return rows[0]?.id ?? null
}

export function matchesReference(reference: string): RawBuilder<unknown> {
  return sql`(o.id = ${reference} or o.number = ${parseOrderNumber(reference)})`
}

/** The data of an order for staff, beyond what its customer sees. */
export interface StaffFacts extends Pick<Row, 'created_at' | 'payment_id' | 'capture_unconfirmed'> {
  email: string | null
  to_pack: number
  lines: StaffLine[]
}

export interface StaffLine
  extends Pick<Selectable<OrderLineRow>, 'id' | 'sku' | 'name' | 'color' | 'size' | 'quantity' | 'cancelled'> {
  /** The shelf or bin of the SKU in the stockroom. */
  place: string | null
  /** Pieces that have left in parcels, and pieces still to be shipped. */
  shipped: number
  unshipped: number
}

/** Null if there is no such order. */
export async function findStaffFacts(db: Db, orderId: string): Promise<StaffFacts | null> {
  const { rows } = await sql<Omit<StaffFacts, 'lines'>>`
    select c.email, o.created_at, o.payment_id, o.capture_unconfirmed, ${piecesToPack} as to_pack
    from orders o join customers c on c.id = o.customer_id where o.id = ${orderId}`.execute(db)
  return rows[0] ? { ...rows[0], lines: await listStaffLines(db, orderId) } : null
}

/** The lines of an order with their SKUs and what has left of each. */
export async function listStaffLines(db: Db, orderId: string): Promise<StaffLine[]> {
  const { rows } = await sql<StaffLine>`
    select l.id, l.sku, s.place, l.name, l.color, l.size, l.quantity, l.cancelled, p.shipped, p.unshipped
    from order_lines l join line_pieces p on p.order_line_id = l.id left join sku_places s on s.sku = l.sku
    where l.order_id = ${orderId} order by l.position`.execute(db)
  return rows
}

export interface LockedOrder
  extends Pick<Row, 'id' | 'number' | 'customer_id' | 'state' | 'status' | 'capture_unconfirmed' | 'exchange_days'> {
  email: string | null
  customer_name: string
  /** The names of its products, each once, in the order of its lines. */
  product_names: string[]
}

/** An order's row by its id or number, locked until the transaction ends, or null. */
export async function lockOrderForStaff(tx: Db, reference: string): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select o.id, o.number, o.customer_id, o.state, o.status, o.capture_unconfirmed, o.exchange_days, ${orderEmail} as email, c.name as customer_name,
      array(select name from order_lines where order_id = o.id group by name order by min(position)) as product_names
    from orders o join customers c on c.id = o.customer_id
    where ${matchesReference(reference)} for update of o`.execute(tx)
  return rows[0] ?? null
}

/** Sets a later stage, by the database's clock if `at` is null. */
export async function updateOrderStatus(tx: Db, orderId: string, status: LaterStatus, at: Date | null): Promise<void> {
  const column = sql.ref(`${status}_at`)
  await sql`
    update orders set status = ${status}, ${column} = coalesce(${at}::timestamptz, now()) where id = ${orderId}`.execute(
    tx,
  )
}

/** Sets the parcels of a delivered order that were still on their way as delivered with it. */
export async function markParcelsDelivered(tx: Db, orderId: string): Promise<void> {
  await sql`
    update shipments s set state = 'delivered', state_reason = null, state_at = o.delivered_at,
      delivered_at = coalesce(s.delivered_at, o.delivered_at)
    from orders o where o.id = s.order_id and o.id = ${orderId} and s.state in ('on_the_way', 'attempted', 'returning')`.execute(
    tx,
  )
}

/** True if a parcel of an order is lost or came back, and its pieces aren't refunded. */
export async function hasMissingParcel(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from parcels_in_trouble where order_id = ${orderId} and state in ('returned', 'lost') limit 1`.execute(db)
  return rows.length > 0
}

/** Sets a delivered order on its way again, with the parcels that were delivered last. */
export async function takeDeliveryBack(tx: Db, orderId: string): Promise<void> {
  await sql`
    update shipments s set state = 'on_the_way', state_at = now(), delivered_at = null, out_for_delivery_at = null
    from orders o where o.id = s.order_id and o.id = ${orderId} and s.state = 'delivered'
      and coalesce(s.delivered_at >= o.delivered_at, true)`.execute(tx)
  await sql`update orders set status = 'ontheway', delivered_at = null where id = ${orderId}`.execute(tx)
}

/** True if an exchange of an order was asked for, and not taken back. */
export async function hasExchange(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exchanges where order_id = ${orderId} and (cancelled_at is null or hold = 'taken' or refunded_at is not null)
    limit 1`.execute(db)
  return rows.length > 0
}

interface StageTimes {
  first: Date
  sent: Date | null
  now: Date
}

/** The moment that a stage of an order or an exchange can't precede, and the database's time. */
export async function findStageTimes(
  tx: Db,
  kind: 'orders' | 'exchanges',
  id: string,
  status: LaterStatus,
): Promise<{ since: Date; now: Date }> {
  const ofOrder = sql<StageTimes>`select paid_at as first, ontheway_at as sent, now() as now from orders where id = ${id}`
  const ofExchange = sql<StageTimes>`
    select requested_at as first, ontheway_at as sent, now() as now from exchanges where id = ${id}`
  const { rows } = await (kind === 'orders' ? ofOrder : ofExchange).execute(tx)
  const [times] = rows
  if (!times) throw new Error(`there is no such row in ${kind}`)
  const { first, sent, now } = times
  return { since: status === 'delivered' && sent !== null && sent > first ? sent : first, now }
}

/**
 * Orders that have been in their stage for `seconds`, the oldest 50: with DEMO_FULFILMENT they advance by themselves. One to
 * be paid at the door leaves in a parcel only.
 */
export async function findOrdersDueToAdvance(db: Db, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where (state = 'paid' or (state = 'placed' and status <> 'packaging')) and status <> 'delivered' and not capture_unconfirmed
      and greatest(paid_at, packaging_at, ontheway_at) < now() - make_interval(secs => ${seconds})
    order by paid_at limit 50`.execute(db)
  return rows.map(({ id }) => id)
}

/** The numbers of orders, without prefix, by id. */
export async function nameOrders(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute()
  return rows.map(({ id, number }) => ({ id, name: String(number) }))
}

/** The id of an order by its number, with or without a prefix, or null. */
export async function findOrderByNumber(db: Db, written: string): Promise<string | null> {
  const number = /^[^\d]{0,12}(\d{1,9})$/.exec(written)?.[1]
  if (number === undefined) return null
  const row = await db.selectFrom('orders').select('id').where('number', '=', Number(number)).executeTakeFirst()
  return row?.id ?? null
}
