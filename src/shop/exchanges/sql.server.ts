import { type Kysely, type Selectable, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import { type Paise, paise } from '#platform/money.ts'
import type { StockLine } from '../catalog/stock/sql.server.ts'
import { variantPrice } from '../catalog/variant-price-sql.server.ts'
import type { ChargedExchange } from '../invoices/issue.server.ts'
import type { Exchange } from '../orders/contract.ts'
import { listExchangesWhere } from '../orders/exchange-sql.server.ts'
import type { HandMethod } from '../orders/paid-by-hand-contract.ts'
import type { LaterStatus, OrderStatus } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { ExchangeRequest } from './contract.ts'
import type { ExchangeRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** The facts that decide an exchange request. */
export interface RequestFacts {
  status: OrderStatus
  delivered_at: Date | null
  /** Of the product, or else of its order. */
  exchange_days: number
  /** The database's time, so that every instance applies the same window. */
  now: Date
  exchanged: boolean
  /** Exchanges of other products of the order that weren't refused or cancelled. */
  earlier: number
  /** The lines of the product in the order. */
  lines: ExchangeableLine[]
  /** The current colours and sizes of the product that is wanted. Empty if it no longer exists. */
  variants: Variant[]
  /** The product that is wanted instead; null: the same one, or it doesn't exist. */
  other: OtherProduct | null
}

interface OtherProduct {
  id: string
  name: string
  hsn: string | null
  isPublished: boolean
}

export interface ExchangeableLine {
  exchange_days: number | null
  id: string
  name: string
  color: string
  size: string
  /** Pieces that aren't cancelled. */
  pieces: number
  tax_percent: number
}

export interface Variant {
  sku: string
  color: string
  size: string
  /** Pieces that anybody could buy. */
  free: number
  /** What one costs now, in paise as the shop shows it. */
  price: number
}

/** True if a customer has this order and it counts. */
export async function hasOrder(db: Db, customer: CustomerId, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${orderId} and customer_id = ${customer} and state in ('placed', 'paid')`.execute(db)
  return rows.length > 0
}

/**
 * The facts about a product of a customer's order, or null if it isn't in that order. `otherId`: the product that is wanted
 * instead. Locks the order's row, as refunds do, and the stock of what is wanted.
 */
export async function lockRequestFacts(
  tx: Db,
  customer: CustomerId,
  { orderId, productId, otherId }: Pick<ExchangeRequest, 'orderId' | 'productId'> & { otherId: string | null },
): Promise<RequestFacts | null> {
  const { rows: orders } = await sql<Omit<RequestFacts, 'exchanged' | 'earlier' | 'lines' | 'variants' | 'other'>>`
    select status, delivered_at, exchange_days, now() as now
    from orders where id = ${orderId} and customer_id = ${customer} and state in ('placed', 'paid') for update`.execute(
    tx,
  )
  // A separate statement, which sees what was committed while the previous one waited for the lock.
  const { rows: exchanges } = await sql<{ isOfProduct: boolean; counts: boolean }>`
    select product_id = ${productId} as "isOfProduct", cancelled_at is null as counts
    from exchanges where order_id = ${orderId}`.execute(tx)
  const { rows: lines } = await sql<ExchangeableLine>`
    select id, name, color, size, quantity - cancelled as pieces, exchange_days, tax_percent
    from order_lines where order_id = ${orderId} and product_id = ${productId} order by position`.execute(tx)
  const [order] = orders
  if (!order || lines.length === 0) return null
  const { rows: variants } = await sql<Variant>`
    select s.sku, s.color, s.size, s.on_hand - s.reserved as free, ${variantPrice} as price
    from stock s join products p on p.id = s.product_id where s.product_id = ${otherId ?? productId}
    order by s.sku collate "C" for update of s`.execute(tx)
  const other = otherId === null ? null : await findOther(tx, otherId)
  const exchange_days = lines[0]?.exchange_days ?? order.exchange_days
  const exchanged = exchanges.some(({ isOfProduct }) => isOfProduct)
  const earlier = exchanges.filter(({ isOfProduct, counts }) => counts && !isOfProduct).length
  return { ...order, exchange_days, exchanged, earlier, lines, variants, other }
}

async function findOther(db: Db, id: string): Promise<OtherProduct | null> {
  const { rows } = await sql<OtherProduct>`
    select id, name, details ->> 'hsn' as hsn, state = 'published' as "isPublished" from products where id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Pieces of a line to exchange, and the SKU of their replacement. */
export interface ExchangedPieces {
  lineId: string
  quantity: number
  replacement: string
}

/** What an exchange brings. Colour and size are null if they're those of what goes back. */
export interface Replacement {
  color: string | null
  size: string | null
  other: Pick<OtherProduct, 'id' | 'name'> | null
  pieces: readonly ExchangedPieces[]
}

/** Inserts an exchange that holds its replacement. The order is locked, and has no other exchange of this product. */
export async function insertExchange(
  tx: Db,
  request: ExchangeRequest,
  {
    chosen: { pieces, color, size, other },
    arrivalAt,
    fee,
    difference,
  }: { chosen: Replacement; arrivalAt: Date; fee: Paise; difference: Paise },
): Promise<string> {
  const [first] = pieces
  if (!first) throw new Error('an exchange without pieces')
  const id = newId()
  await tx
    .insertInto('exchanges')
    .values({
      id,
      order_id: request.orderId,
      order_line_id: first.lineId,
      product_id: request.productId,
      reason: request.reasonForExchange,
      problem: request.problem,
      color,
      size,
      other_product_id: other?.id ?? null,
      other_name: other?.name ?? null,
      arrival_at: arrivalAt,
      hold: 'held',
      fee_paise: fee,
      difference_paise: fee + difference,
    })
    .execute()
  await tx
    .insertInto('exchange_lines')
    .values(
      pieces.map(({ lineId, quantity, replacement }) => ({
        exchange_id: id,
        order_line_id: lineId,
        quantity,
        replacement_sku: replacement,
      })),
    )
    .execute()
  return id
}

/** Sets what an exchange brings instead, and what that costs more in paise. The caller moves the stock. */
export async function updateReplacements(
  tx: Db,
  exchangeId: string,
  { color, size, other, pieces }: Replacement,
  difference: Paise,
): Promise<void> {
  await sql`
    update exchanges set color = ${color}, size = ${size}, other_product_id = ${other?.id ?? null}, other_name = ${other?.name ?? null},
      difference_paise = fee_paise + ${difference}
    where id = ${exchangeId}`.execute(tx)
  for (const { lineId, replacement } of pieces)
    await tx
      .updateTable('exchange_lines')
      .set({ replacement_sku: replacement })
      .where('exchange_id', '=', exchangeId)
      .where('order_line_id', '=', lineId)
      .execute()
}

/**
 * By how much the replacements of an order's pieces cost more than what goes back (below 0: less), in paise with tax at the line's rate.
 * Of the same product the prices are those of now of both, so that a sale since the order changes nothing; what a discount took off the
 * line it takes off the difference too, in the same share (docs/decisions/032). A piece that isn't made any more has no difference. What
 * comes instead of another product costs what it costs now, and what was paid for that one counts. `pricesInclude`: today's prices contain their tax.
 */
export async function findDifference(
  db: Db,
  pieces: readonly ExchangedPieces[],
  { pricesInclude }: { pricesInclude: boolean },
): Promise<Paise> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(round(case when s.product_id = b.product_id
        then x.quantity * (s.extra_paise - old.extra_paise) * paid.share * ordered.tax
        else x.quantity * (${variantPrice} * today.tax - (b.price_paise - b.discount_paise::numeric / b.quantity) * ordered.tax) end)), 0)::integer as paise
    from unnest(${pieces.map(({ lineId }) => lineId)}::text[], ${pieces.map(({ quantity }) => quantity)}::integer[],
        ${pieces.map(({ replacement }) => replacement)}::text[]) as x (order_line_id, quantity, sku)
      join order_lines b on b.id = x.order_line_id join orders o on o.id = b.order_id
      join stock s on s.sku = x.sku join products p on p.id = s.product_id
      left join stock old on old.sku = b.sku
      cross join lateral (select coalesce(1 - b.discount_paise / nullif(b.price_paise::numeric * b.quantity, 0), 1) as share) paid
      cross join lateral (select 1 + case when o.prices_include_tax then 0 else b.tax_percent / 100.0 end as tax) ordered
      cross join lateral (select 1 + case when ${pricesInclude} then 0 else b.tax_percent / 100.0 end as tax) today`.execute(
    db,
  )
  return paise(rows[0]?.paise ?? 0)
}

/** How a difference was paid; `paymentId`: by which payment. */
export interface DifferencePaid {
  method: HandMethod | 'online'
  reference: string
  paymentId: string
}

/** Stores what staff took by hand for a replacement as a payment, as an order's cash is, and returns its id. */
export async function insertHandPayment(
  tx: Db,
  { id, order_id: orderId, difference_paise: amount }: LockedExchange,
  method: HandMethod,
): Promise<string> {
  const paymentId = `${method}_${newId()}`
  await sql`
    insert into payments (id, order_id, exchange_id, status, amount_paise, currency, source)
    values (${paymentId}, ${orderId}, ${id}, 'captured', ${amount}, 'INR', 'staff')`.execute(tx)
  return paymentId
}

/** Records that the difference was paid, or begins to go back. */
export async function settleDifference(tx: Db, exchangeId: string, paid: DifferencePaid | null): Promise<void> {
  await sql`
    update exchanges set difference_settled_at = now(), difference_method = ${paid?.method ?? null},
      difference_reference = ${paid?.reference ?? null}, difference_payment_id = ${paid?.paymentId ?? null}
    where id = ${exchangeId}`.execute(tx)
}

/** SQL: what is sent instead as a debit note names it, of an exchange `e`, its line `x` and the replacement's stock `s`. */
export const chargedReplacement = sql<string>`concat_ws(', ', e.other_name, coalesce(s.color || ', ' || s.size, x.replacement_sku))`

/** The pieces of an exchange as its debit note names them. */
export async function findChargedLines(db: Db, exchangeId: string): Promise<ChargedExchange['lines']> {
  const { rows } = await sql<ChargedExchange['lines'][number]>`
    select x.order_line_id as "orderLineId", x.quantity, ${chargedReplacement} as replacement
    from exchange_lines x join exchanges e on e.id = x.exchange_id join order_lines b on b.id = x.order_line_id
      left join stock s on s.sku = x.replacement_sku
    where x.exchange_id = ${exchangeId} order by b.position`.execute(db)
  return rows
}

/** Says where what a replacement costs less goes. Null: to where it was paid from. */
export async function setDifferenceTarget(tx: Db, exchangeId: string, to: ExchangeRow['difference_to']): Promise<void> {
  await tx.updateTable('exchanges').set({ difference_to: to }).where('id', '=', exchangeId).execute()
}

/** Records that what was paid for a replacement goes back. */
export async function markDifferenceReturned(tx: Db, exchangeId: string): Promise<void> {
  await sql`update exchanges set difference_returned_at = now() where id = ${exchangeId}`.execute(tx)
}

/** The done exchanges of an order whose replacement costs less, if that hasn't gone back yet. */
export async function listToGiveBack(tx: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exchanges where order_id = ${orderId} and status = 'delivered' and received_at is not null
      and cancelled_at is null and difference_paise < 0 and difference_settled_at is null order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** An exchange as its customer sees it, or null. */
export async function findExchange(db: Db, exchangeId: string): Promise<Exchange | null> {
  const [exchange] = await listExchangesWhere(db, sql`e.id = ${exchangeId}`)
  return exchange ?? null
}

type LockedColumns =
  | 'id'
  | 'reason'
  | 'order_id'
  | 'product_id'
  | 'status'
  | 'hold'
  | 'cancelled_at'
  | 'received_at'
  | 'refunded_at'
  | 'difference_paise'
  | 'difference_settled_at'
  | 'difference_to'
  | 'difference_returned_at'
  | 'fee_paise'
  | 'difference_payment_id'

export interface LockedExchange extends Pick<Selectable<ExchangeRow>, LockedColumns> {
  product_name: string
  customer_id: string
  /** The order's number without its prefix. */
  order_number: number
  email: string | null
  customer_name: string
  lines: ExchangeLine[]
}

export interface ExchangeLine {
  order_line_id: string
  /** The SKU that was bought. */
  sku: string
  quantity: number
  replacement_sku: string
}

/**
 * Locks the order's row and then the exchange's, as every transaction does, until this one ends. With `owner`, returns
 * null unless the exchange is of that customer and that order.
 */
export async function lockExchange(
  tx: Db,
  exchangeId: string,
  owner?: { customer: CustomerId; orderId: string },
): Promise<LockedExchange | null> {
  const own = owner ? sql`o.customer_id = ${owner.customer} and o.id = ${owner.orderId}` : sql`true`
  await sql`select 1 from orders where id = (select order_id from exchanges where id = ${exchangeId}) for update`.execute(
    tx,
  )
  const { rows } = await sql<LockedExchange>`
    select e.id, e.order_id, e.product_id, e.reason, e.status, e.hold, e.cancelled_at, e.received_at, e.refunded_at, e.difference_paise, e.difference_settled_at, e.difference_to, e.difference_returned_at, e.difference_payment_id, e.fee_paise, l.name as product_name, c.email, o.customer_id, o.number as order_number,
      c.name as customer_name,
      (select json_agg(json_build_object('order_line_id', x.order_line_id, 'sku', b.sku, 'quantity', x.quantity,
          'replacement_sku', x.replacement_sku) order by b.position)
        from exchange_lines x join order_lines b on b.id = x.order_line_id where x.exchange_id = e.id) as lines
    from exchanges e
    join orders o on o.id = e.order_id
    join order_lines l on l.id = e.order_line_id
    join customers c on c.id = o.customer_id
    where e.id = ${exchangeId} and ${own} for update of e`.execute(tx)
  return rows[0] ?? null
}

/** The replacements of an exchange, by SKU. */
export function replacementsOf({ lines }: Pick<LockedExchange, 'lines'>): StockLine[] {
  return lines.map(({ replacement_sku: sku, quantity }) => ({ sku, quantity }))
}

/** Ends an exchange whose row is locked. Marks its hold as `released`. The caller moves the stock. */
export async function endExchange(
  tx: Db,
  exchangeId: string,
  { refusal = null, refunded = false }: { refusal?: string | null; refunded?: boolean } = {},
): Promise<void> {
  await sql`
    update exchanges set cancelled_at = now(), refusal = ${refusal},
      refunded_at = case when ${refunded} then now() end,
      hold = case hold when 'held' then 'released' else hold end
    where id = ${exchangeId}`.execute(tx)
}

export interface StoredParcel {
  carrier: string
  trackingNumber: string
  url: string | null
}

/** `outbound` brings the replacement, `return` fetches the old piece. */
export type ParcelDirection = 'outbound' | 'return'

/** Stores a parcel of an exchange, replacing an earlier one in this direction. */
export async function writeParcel(
  tx: Db,
  exchangeId: string,
  direction: ParcelDirection,
  { carrier, trackingNumber: number, url }: StoredParcel,
): Promise<void> {
  const set =
    direction === 'outbound'
      ? sql`carrier = ${carrier}, tracking_number = ${number}, url = ${url}`
      : sql`pickup_carrier = ${carrier}, pickup_number = ${number}, pickup_url = ${url}`
  await sql`update exchanges set ${set} where id = ${exchangeId}`.execute(tx)
}

/** Takes back that a parcel with this number fetches the old piece. Another one stays. */
export async function clearPickup(tx: Db, exchangeId: string, number: string): Promise<void> {
  await sql`
    update exchanges set pickup_carrier = null, pickup_number = null, pickup_url = null
    where id = ${exchangeId} and pickup_number = ${number}`.execute(tx)
}

/** The inspected return of a line. */
export interface ReceivedLine {
  order_line_id: string
  sku: string
  good: number
  damaged: number
}

/** Records what came back. The caller checks that nothing has been recorded yet. */
export async function writeReceived(tx: Db, exchangeId: string, lines: readonly ReceivedLine[]): Promise<void> {
  await sql`update exchanges set received_at = now() where id = ${exchangeId}`.execute(tx)
  for (const { order_line_id, sku, good, damaged } of lines)
    await tx
      .updateTable('exchange_lines')
      .set({ returned_sku: sku, good, damaged })
      .where('exchange_id', '=', exchangeId)
      .where('order_line_id', '=', order_line_id)
      .execute()
}

/** True if replacements of an exchange that is done were refunded: they're the last pieces of their lines. */
export async function hasRefundedPieces(tx: Db, exchangeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exchange_lines x join order_lines l on l.id = x.order_line_id
    where x.exchange_id = ${exchangeId} and l.quantity - l.cancelled < x.quantity`.execute(tx)
  return rows.length > 0
}

/** Sets an exchange whose replacement arrived on its way again. */
export async function takeArrivalBack(tx: Db, exchangeId: string): Promise<void> {
  await tx
    .updateTable('exchanges')
    .set({ status: 'ontheway', delivered_at: null })
    .where('id', '=', exchangeId)
    .execute()
}

/**
 * Sets a later stage, by the database's clock if `at` is null. `ontheway` marks its hold as `taken`. The caller moves
 * the stock.
 */
export async function updateExchangeStatus(
  tx: Db,
  exchangeId: string,
  status: LaterStatus,
  at: Date | null,
): Promise<void> {
  const time = sql<Date>`coalesce(${at}::timestamptz, now())`
  // What ships was packed, even if nobody recorded that.
  const sent = {
    packaging_at: sql<Date>`coalesce(packaging_at, ${time})`,
    hold: sql<'taken'>`case hold when 'held' then 'taken' else hold end`,
  }
  await tx
    .updateTable('exchanges')
    .set({ status, [`${status}_at`]: time, ...(status === 'ontheway' ? sent : {}) })
    .where('id', '=', exchangeId)
    .execute()
}
