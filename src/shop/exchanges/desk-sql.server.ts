import { type Kysely, type RawBuilder, sql } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import { findPiecePicture } from '../catalog/piece-picture-sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import type { OrderState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import { EXCHANGE_STATES, type ExchangeState } from './desk-rules.ts'
import type { ListedExchange, ShownExchange } from './staff-contract.ts'

type Db = Kysely<Tables>
type Picture = NonNullable<ListedExchange['picture']>

const state = sql<ExchangeState>`exchange_state(e.status, e.hold, e.cancelled_at, e.received_at, e.refusal, e.refunded_at)`
/**
 * SQL: true for exchanges in a state. It stands in the statement, because a plan for any state reads the exchanges of all years
 * for those few that wait.
 */
const isIn = (wanted: ExchangeState) => sql`${state} = ${sql.lit(wanted)}`
/** Beyond this many, rows aren't counted. */
const COUNTED = 10_000
const SHORT = 140

/** States whose exchanges wait for the shop: the longest waiting one comes first. */
const isOpen = (wanted: ExchangeState | null) => wanted !== null && wanted !== 'done' && wanted !== 'refused'

export interface DeskPage {
  state: ExchangeState | null
  /** The key of the last row of the page before: when it was requested, in microseconds, and its id. */
  after: readonly [number, string] | null
  limit: number
}

interface DeskRow extends Omit<ListedExchange, 'orderNumber' | 'requestedAt' | 'picture'> {
  number: number
  at: number
  requestedAt: Date
  pictures: Picture[] | null
  color: string
}

/** Exchanges in a state, or all: those that wait for the shop oldest first, others newest first. One more than `limit`. */
export async function listDesk(db: Db, { state: wanted, after, limit }: DeskPage) {
  const isQueue = isOpen(wanted)
  const order = isQueue ? sql`e.requested_at, e.id` : sql`e.requested_at desc, e.id desc`
  const own = wanted === null ? sql`true` : isIn(wanted)
  const [at, id] = after ?? [0, '']
  const later = isQueue
    ? sql`(e.requested_at, e.id) > (${timeOfMicros(at)}, ${id})`
    : sql`(e.requested_at, e.id) < (${timeOfMicros(at)}, ${id})`
  const rest = after === null ? sql`true` : later
  const { rows } = await sql<DeskRow>`
    select e.id, e.order_id as "orderId", o.number, ${state} as state, e.requested_at as "requestedAt",
      ${microsOf(sql`e.requested_at`)} as at, c.name as customer, l.name as product, sums.pieces, sums."from", sums."to",
      coalesce(p.pictures, l.pictures) as pictures, coalesce(e.color, l.color) as color,
      e.reason, left(e.problem, ${SHORT}) as problem
    from (
      select * from exchanges e where ${own} and ${rest} order by ${order} limit ${limit + 1}
    ) e
    join orders o on o.id = e.order_id
    join customers c on c.id = o.customer_id
    join order_lines l on l.id = e.order_line_id
    left join products p on p.id = e.product_id
    cross join lateral (
      select sum(x.quantity)::integer as pieces, string_agg(b.color || ' ' || b.size, ', ' order by b.position) as "from",
        concat_ws(', ', e.other_name, string_agg(coalesce(s.color || ' ' || s.size, x.replacement_sku), ', ' order by b.position)) as "to"
      from exchange_lines x join order_lines b on b.id = x.order_line_id left join stock s on s.sku = x.replacement_sku
      where x.exchange_id = e.id
    ) sums
    order by ${order}`.execute(db)
  return rows
}

/** The row of a list as the desk sends it, without the order's number. */
export function toListed(
  { pictures, color, number, at, requestedAt, ...row }: DeskRow,
  orderNumber: string,
): ListedExchange {
  return { ...row, orderNumber, requestedAt: requestedAt.toISOString(), picture: findPiecePicture(pictures, color) }
}

/** How many exchanges there are in each state, at most 10,001. */
export async function countDesk(db: Db): Promise<Record<ExchangeState, number>> {
  const counts = EXCHANGE_STATES.map(
    (wanted) => sql`select ${wanted}::text as state, (
      select count(*)::integer from (select from exchanges e where ${isIn(wanted)} limit ${COUNTED + 1}) counted) as count`,
  )
  const rows = await db
    .selectFrom(sql<{ state: ExchangeState; count: number }>`(${sql.join(counts, sql` union all `)})`.as('counts'))
    .selectAll()
    .execute()
  // Safe cast: the states just asked for.
  return Object.fromEntries(rows.map((row) => [row.state, row.count])) as Record<ExchangeState, number>
}

export interface DeskExchange extends Omit<DeskRow, 'at' | 'pieces' | 'from' | 'to'> {
  status: ShownExchange['status']
  hold: ShownExchange['hold']
  orderedAt: Date
  orderDeliveredAt: Date | null
  email: string | null
  address: OrderAddress
  carrier: string | null
  trackingNumber: string | null
  url: string | null
  pickupCarrier: string | null
  pickupNumber: string | null
  pickupUrl: string | null
  packagingAt: Date | null
  ontheWayAt: Date | null
  deliveredAt: Date | null
  receivedAt: Date | null
  cancelledAt: Date | null
  refundedAt: Date | null
  refusal: string | null
  difference: number
  /** When its link to pay ends, if it lives. */
  payLinkUntil: Date | null
  fee: number
  differenceAt: Date | null
  differenceMethod: string | null
  differenceReference: string | null
  differenceTo: ShownExchange['differenceTo']
  differenceBackAt: Date | null
  otherName: string | null
  /** The number of the debit note for it. */
  debitNote: string | null
  lines: DeskLine[]
  /** Of the order: what a refund is worked out from. */
  orderState: OrderState
  isUnconfirmed: boolean
  paymentId: string | null
  delivery_paise: number
  delivery_discount_paise: number
  cash_fee_paise: number
  tax_paise: number
  total_paise: number
}

interface DeskLine extends Pick<ShownExchange['lines'][number], 'quantity' | 'name' | 'good' | 'damaged'> {
  oldSku: string
  oldColor: string
  oldSize: string
  oldPictures: Picture[] | null
  sku: string
  newName: string
  color: string | null
  size: string | null
  place: string | null
  free: number | null
  pictures: Picture[] | null
}

/** One exchange with all that its record shows, or null. */
export async function findDeskExchange(db: Db, id: string): Promise<DeskExchange | null> {
  const lines: RawBuilder<DeskLine[]> = sql`(
    select coalesce(json_agg(json_build_object('quantity', x.quantity, 'name', b.name, 'good', x.good, 'damaged', x.damaged,
        'oldSku', b.sku, 'oldColor', b.color, 'oldSize', b.size, 'oldPictures', coalesce(q.pictures, b.pictures),
        'sku', x.replacement_sku, 'color', s.color, 'size', s.size, 'place', sp.place, 'free', s.on_hand - s.reserved,
        'newName', coalesce(e.other_name, b.name), 'pictures', coalesce(other.pictures, q.pictures, b.pictures)) order by b.position), '[]')
    from exchange_lines x join order_lines b on b.id = x.order_line_id left join products q on q.id = b.product_id
    left join products other on other.id = e.other_product_id
    left join stock s on s.sku = x.replacement_sku left join sku_places sp on sp.sku = x.replacement_sku
    where x.exchange_id = e.id)`
  const { rows } = await sql<DeskExchange>`
    select e.id, e.order_id as "orderId", o.number, ${state} as state, e.requested_at as "requestedAt", c.name as customer,
      l.name as product, coalesce(p.pictures, l.pictures) as pictures, coalesce(e.color, l.color) as color, e.reason,
      e.problem, e.status, e.hold, o.paid_at as "orderedAt", o.delivered_at as "orderDeliveredAt", c.email, o.address,
      e.carrier, e.tracking_number as "trackingNumber", e.url, e.pickup_carrier as "pickupCarrier",
      e.pickup_number as "pickupNumber", e.pickup_url as "pickupUrl", e.packaging_at as "packagingAt",
      e.ontheway_at as "ontheWayAt", e.delivered_at as "deliveredAt", e.received_at as "receivedAt",
      e.cancelled_at as "cancelledAt", e.refunded_at as "refundedAt", e.refusal, e.difference_paise as difference, e.fee_paise as fee, e.difference_settled_at as "differenceAt",
      e.difference_method as "differenceMethod", e.difference_reference as "differenceReference",
      e.difference_to as "differenceTo", e.difference_returned_at as "differenceBackAt", e.other_name as "otherName",
      (select p.until from exchange_pay_links p where p.exchange_id = e.id and p.until > now()) as "payLinkUntil",
      (select n.number from debit_notes n where n.exchange_id = e.id) as "debitNote", ${lines} as lines,
      o.state as "orderState", o.capture_unconfirmed as "isUnconfirmed", o.payment_id as "paymentId", o.delivery_paise,
      o.delivery_discount_paise, o.cash_fee_paise, o.tax_paise, o.total_paise
    from exchanges e
    join orders o on o.id = e.order_id
    join customers c on c.id = o.customer_id
    join order_lines l on l.id = e.order_line_id
    left join products p on p.id = e.product_id
    where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface DeskChange {
  at: Date
  actor: string
  isStaff: boolean
  action: string
  status: string | null
  /** How a difference was paid. */
  method: string | null
}

/** Who did what with an exchange, oldest first. */
export async function listDeskChanges(db: Db, id: string): Promise<DeskChange[]> {
  const { rows } = await sql<DeskChange>`
    select at, actor, actor_kind = 'staff' as "isStaff", action, after ->> 'status' as status, after ->> 'method' as method
    from audit_log where subject = ${`exchange:${id}`} order by audit_log.id limit 100`.execute(db)
  return rows
}
