import { type Kysely, sql } from 'kysely'
import { paise } from '#platform/money.ts'
import { orderEmail } from '../orders/sql.server.ts'
import type { LockedOrder } from '../orders/staff-sql.server.ts'
import { apportion } from '../settings/tax-rules.ts'
import type { Tables } from '../tables.server.ts'
import type { Pieces, SoldLine } from './rules.ts'
import { type Balance, findBalance } from './sql.server.ts'

type Db = Kysely<Tables>

/** The data of an order that cancelling and refunding need. */
export interface SoldOrder extends Omit<LockedOrder, 'exchange_days' | 'product_names'> {
  payment_id: string | null
  delivery_paise: number
  delivery_discount_paise: number
  cash_fee_paise: number
  tax_paise: number
  total_paise: number
  credit_paise: number
  payment_method: string
  /** False if it belongs to nobody who can sign in. */
  has_account: boolean
}

/** An order's row, locked until the transaction ends, or null. */
export async function lockSoldOrder(tx: Db, orderId: string): Promise<SoldOrder | null> {
  const { rows } = await sql<SoldOrder>`${soldOrder(orderId)} for update of o`.execute(tx)
  return rows[0] ?? null
}

/** The same without a lock. */
export async function findSoldOrder(db: Db, orderId: string): Promise<SoldOrder | null> {
  const { rows } = await soldOrder(orderId).execute(db)
  return rows[0] ?? null
}

function soldOrder(orderId: string) {
  return sql<SoldOrder>`
    select o.id, o.number, o.customer_id, o.state, o.status, o.capture_unconfirmed, o.payment_id,
      o.delivery_paise, o.delivery_discount_paise, o.cash_fee_paise, o.tax_paise, o.total_paise, o.credit_paise, o.payment_method, c.email is not null as has_account, ${orderEmail} as email, c.name as customer_name
    from orders o join customers c on c.id = o.customer_id
    where o.id = ${orderId}`
}

export interface OrderedLine extends SoldLine {
  product_id: string
  name: string
  color: string
  size: string
  /** Pieces in an exchange that is in progress. */
  exchanging: number
}

/** The lines of an order, by their position. */
export async function listSoldLines(db: Db, orderId: string): Promise<OrderedLine[]> {
  const { rows } = await sql<OrderedLine>`
    select sku, product_id, name, color, size, price_paise, discount_paise, quantity, cancelled, tax_percent,
      (select coalesce(sum(x.quantity), 0)::integer from exchange_lines x join exchanges e on e.id = x.exchange_id
        where x.order_line_id = l.id and e.cancelled_at is null and e.status <> 'delivered') as exchanging,
      (select json_build_object('exchangeId', e.id, 'quantity', x.quantity, 'difference', e.difference_paise)
        from exchange_lines x join exchanges e on e.id = x.exchange_id
        where x.order_line_id = l.id and e.cancelled_at is null and e.status = 'delivered') as exchanged
    from order_lines l where order_id = ${orderId} order by position`.execute(db)
  return splitDifferences(rows)
}

/** An exchange of several lines has one difference. It's divided by what was paid for the pieces, as its debit note is. */
function splitDifferences(lines: readonly OrderedLine[]): OrderedLine[] {
  const parts = new Map<OrderedLine, number>()
  for (const [, own] of Map.groupBy(lines, ({ exchanged }) => exchanged?.exchangeId)) {
    const difference = own[0]?.exchanged?.difference ?? 0
    const weights = own.map(({ price_paise, exchanged }) => price_paise * (exchanged?.quantity ?? 0))
    const amounts = apportion(paise(Math.abs(difference)), weights)
    for (const [index, line] of own.entries()) parts.set(line, Math.sign(difference) * (amounts[index] ?? 0))
  }
  return lines.map((line) => {
    const { exchanged } = line
    return exchanged ? { ...line, exchanged: { ...exchanged, difference: parts.get(line) ?? 0 } } : line
  })
}

/** A payment for the dearer replacement of an exchange that is done, or that ended and whose money couldn't be given back. */
export interface ExchangePayment extends Omit<Balance, 'creditLeft'> {
  exchangeId: string
  paymentId: string
  /** Nothing for one that ended, since what went back of it isn't of what the customer has. */
  refunded: number
}

/** The payments for replacements of an order, the oldest exchange first. */
export async function listExchangePayments(db: Db, orderId: string): Promise<ExchangePayment[]> {
  const { rows } = await sql<ExchangePayment>`
    select e.id as "exchangeId", p.id as "paymentId", p.source = 'staff' as "isByHand", b.left_paise as left,
      case when e.cancelled_at is null then b.refunded_paise else 0 end as refunded, b.lost_paise as lost, b.disputed_paise as disputed
    from exchanges e join payments p on p.id = e.difference_payment_id join payment_balances b on b.payment_id = p.id
    where e.order_id = ${orderId} and e.difference_paise > 0
      and ((e.status = 'delivered' and e.cancelled_at is null) or e.difference_returned_at is not null)
    order by e.requested_at, e.id`.execute(db)
  return rows
}

/** What is left of all that was paid for an order. */
export interface OrderBalance extends Balance {
  /** Beside the order's own payment. */
  exchanges: ExchangePayment[]
}

/** The balance of an order's payment, and of those for its replacements. */
export async function findOrderBalance(
  db: Db,
  { id, payment_id }: Pick<SoldOrder, 'id' | 'payment_id'>,
): Promise<OrderBalance> {
  return { ...(await findBalance(db, payment_id)), exchanges: await listExchangePayments(db, id) }
}

/** All that went back by refunds, or will, in paise. */
export function refundedOf({ refunded, exchanges }: OrderBalance): number {
  return exchanges.reduce((sum, payment) => sum + payment.refunded, refunded)
}

/** All that can still be given back, in paise. */
export function leftOf({ left, exchanges }: OrderBalance): number {
  return exchanges.reduce((sum, payment) => sum + payment.left, left)
}

export async function cancelPieces(tx: Db, orderId: string, pieces: readonly Pieces[]): Promise<void> {
  await sql`
    update order_lines l set cancelled = l.cancelled + v.count
    from unnest(${pieces.map(({ sku }) => sku)}::text[], ${pieces.map(({ count }) => count)}::integer[]) as v (sku, count)
    where l.order_id = ${orderId} and l.sku = v.sku`.execute(tx)
}

/**
 * Restocks pieces that `cancelPieces` has counted as cancelled, and records that on their lines. After a completed
 * exchange the last pieces of its line are the replacements. What a received parcel has booked isn't booked again. Rows are locked in SKU order, as in every other movement.
 * SKUs no longer in the catalogue are skipped.
 */
export async function restockPieces(tx: Db, orderId: string, pieces: readonly Pieces[], reason: string): Promise<void> {
  await sql`
    with wanted as (
      select l.id, l.sku, v.count, l.quantity - l.cancelled as remaining
      from unnest(${pieces.map(({ sku }) => sku)}::text[], ${pieces.map(({ count }) => count)}::integer[]) as v (sku, count)
      join order_lines l on l.sku = v.sku and l.order_id = ${orderId}
    ), replaced as (
      select w.id, x.exchange_id, x.replacement_sku as sku,
        least(x.quantity, w.remaining + w.count) - least(x.quantity, w.remaining) as count
      from wanted w join exchange_lines x on x.order_line_id = w.id join exchanges e on e.id = x.exchange_id
      where e.status = 'delivered' and e.cancelled_at is null
    ), returned as (
      select w.id, null as exchange_id, w.sku,
        least(w.count - coalesce((select sum(count) from replaced r where r.id = w.id), 0), v.restockable)::integer as count
      from wanted w join line_returns v on v.order_line_id = w.id
      union all select id, exchange_id, sku, count from replaced
    ), totals as (
      select sku, sum(count)::integer as count from returned group by sku
    ), locked as (
      select s.sku, totals.count from stock s join totals using (sku) order by s.sku collate "C" for update of s
    ), moved as (
      update stock s set on_hand = s.on_hand + locked.count from locked where s.sku = locked.sku returning s.sku
    ), booked as (
      select returned.* from returned join moved using (sku) where returned.count > 0
    ), noted as (
      insert into stock_ledger (sku, delta_on_hand, reason, order_id, exchange_id)
      select sku, count, ${reason}, case when exchange_id is null then ${orderId} end, exchange_id from booked
    ), counted as (
      update exchange_lines x set restocked = x.restocked + booked.count from booked
      where x.exchange_id = booked.exchange_id and x.order_line_id = booked.id
    )
    update order_lines l set restocked = l.restocked + booked.count from booked
    where l.id = booked.id and booked.exchange_id is null`.execute(tx)
}

export async function markCancelled(
  tx: Db,
  orderId: string,
  { by, reason }: { by: 'customer' | 'staff' | 'provider' | 'shop'; reason: string },
): Promise<void> {
  await sql`
    update orders set state = 'cancelled', cancelled_at = now(), cancelled_by = ${by}, cancel_reason = ${reason}
    where id = ${orderId} and state in ('to_confirm', 'placed', 'paid')`.execute(tx)
}

/** Removes the "verified purchase" mark from reviews of products that this customer hasn't bought in another order. */
export async function unmarkReviews(tx: Db, customer: string, productIds: readonly string[]): Promise<void> {
  await sql`
    update reviews r set verified_buyer = false
    where customer_id = ${customer} and product_id = any(${[...productIds]}) and verified_buyer
      and not exists (select from purchases p where p.customer_id = r.customer_id and p.product_id = r.product_id)`.execute(
    tx,
  )
}

/** Who cancelled an order, why and when. */
export interface Cancellation {
  by: string
  reason: string
  at: Date
}

/** How an order was cancelled, or null if it isn't. */
export async function findCancellation(db: Db, orderId: string): Promise<Cancellation | null> {
  const { rows } = await sql<Cancellation>`
    select cancelled_by as by, cancel_reason as reason, cancelled_at as at from orders
    where id = ${orderId} and state = 'cancelled'`.execute(db)
  return rows[0] ?? null
}
