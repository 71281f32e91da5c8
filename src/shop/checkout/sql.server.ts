import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { claim, inSeconds } from '#platform/db/claim.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { StockLine } from '../catalog/stock/sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { orderEmail } from '../orders/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { isUnpacked } from './pay-link-sql.server.ts'
import type { Quote } from './quote.server.ts'
import type { CheckedOrder, JudgedPayment, OrderFacts } from './rules.ts'
import type { PaymentRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** An order as checkout sees it. Ages come from the database's clock, because instances may disagree about the time. */
export interface CheckoutOrder extends OrderFacts, CheckedOrder {
  id: string
  number: number
  customer_id: CustomerId
  total_paise: number
  /** What store credit pays of it. */
  credit_paise: number
  provider_order_id: string | null
  expires_at: Date
  draft_id: string | null
  pickup: boolean
}

/** SQL: the link of an order in cash, while its cash isn't in. */
const linkOf = (column: RawBuilder<unknown>) =>
  sql`(select ${column} from order_pay_links l where l.order_id = orders.id and orders.state in ('to_confirm', 'placed'))`

const columns = sql`id, number, customer_id, state, total_paise, credit_paise, coalesce(${linkOf(sql`l.due_paise`)}, total_paise - credit_paise) as due_paise,
  provider_order_id, payment_id, capture_unconfirmed, expires_at, draft_id, pickup,
  extract(epoch from ${linkOf(sql`l.until`)} - clock_timestamp())::float8 as link_left, coalesce(${linkOf(isUnpacked)}, false) as may_prepay,
  extract(epoch from clock_timestamp() - created_at)::float8 as age,
  extract(epoch from expires_at - clock_timestamp())::float8 as hold_left`

/** Minutes after creation beyond which no retry extends a hold, so that unpaid orders don't block stock forever. */
const LONGEST_HOLD_MINUTES = 60
const CHECK_LEASE_SECONDS = 60

/** The columns of `addresses` in the form of `OrderAddress`. */
const addressColumns = sql`id as "_id", first_name as "firstName", last_name as "lastName",
  phone_number as "phoneNumber", email, street_address as "streetAddress", country, town_city as "townCity", state,
  zip_code as "zipCode"`

/** A customer's address as an order stores it, with its GSTIN, or null if it isn't theirs. */
export async function findAddress(
  db: Db,
  customer: CustomerId,
  addressId: string,
): Promise<(OrderAddress & { gstin: string }) | null> {
  const { rows } = await sql<OrderAddress & { gstin: string }>`
    select ${addressColumns}, gstin from addresses where id = ${addressId} and customer_id = ${customer}`.execute(db)
  return rows[0] ?? null
}

async function findOrders(db: Db, where: RawBuilder<unknown>): Promise<CheckoutOrder[]> {
  const { rows } = await sql<CheckoutOrder>`select ${columns} from orders where ${where}`.execute(db)
  return rows
}

/** The customer's unpaid order with this fingerprint, or null. */
export async function findOpenOrder(db: Db, customer: CustomerId, fingerprint: string): Promise<CheckoutOrder | null> {
  const unpaid = sql`fingerprint = ${fingerprint} and state in ('creating', 'awaiting_payment')`
  const [order = null] = await findOrders(db, sql`customer_id = ${customer} and ${unpaid}`)
  return order
}

/** A customer's payable orders that hold one of these SKUs, but for those that staff entered. */
export function findOwnHolds(db: Db, customer: CustomerId, skus: readonly string[]): Promise<CheckoutOrder[]> {
  const holds = sql`select order_id from order_lines where sku = any(${[...skus]})`
  return findOrders(
    db,
    sql`customer_id = ${customer} and state = 'awaiting_payment' and draft_id is null and id in (${holds})`,
  )
}

/** A customer's payable orders that hold store credit, but for the same one. */
export function findOwnCreditHolds(db: Db, customer: CustomerId, fingerprint: string): Promise<CheckoutOrder[]> {
  return findOrders(
    db,
    sql`customer_id = ${customer} and state = 'awaiting_payment' and draft_id is null and credit_paise > 0 and fingerprint <> ${fingerprint}`,
  )
}

/** Paise of store credit that a customer's payable orders hold: a new order replaces them. */
export async function sumOwnCreditHolds(db: Db, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(credit_paise), 0)::float8 as held from orders
    where customer_id = ${customer} and state = 'awaiting_payment' and draft_id is null`.execute(db)
  return rows[0]?.held ?? 0
}

/** Any order by its id, or null. */
export async function findOrder(db: Db, orderId: string): Promise<CheckoutOrder | null> {
  const [order = null] = await findOrders(db, sql`id = ${orderId}`)
  return order
}

/** An order of this customer, or null if they have no such order. */
export async function findOwnOrder(db: Db, customer: CustomerId, orderId: string): Promise<CheckoutOrder | null> {
  const order = await findOrder(db, orderId)
  return order?.customer_id === customer ? order : null
}

/** The order with this id at the provider, or null. */
export async function findByProviderOrder(db: Db, providerOrderId: string): Promise<CheckoutOrder | null> {
  const [order = null] = await findOrders(db, sql`provider_order_id = ${providerOrderId}`)
  return order
}

/** An order's row, locked until the transaction ends. */
export async function lockOrder(tx: Db, orderId: string): Promise<CheckoutOrder | null> {
  const [order = null] = await findOrders(tx, sql`id = ${orderId} for update`)
  return order
}

/** A line of an order. */
export type OrderedLine = StockLine & { product_id: string; name: string; color: string; size: string }

export function findOrderLines(db: Db, orderId: string): Promise<OrderedLine[]> {
  return db
    .selectFrom('order_lines')
    .select(['sku', 'quantity', 'product_id', 'name', 'color', 'size'])
    .where('order_id', '=', orderId)
    .execute()
}

/** Inserts an order with its lines. Null if the customer already has the same one open. */
export async function insertOrder(
  tx: Db,
  customer: CustomerId,
  quote: Quote,
  holdMinutes: number,
): Promise<CheckoutOrder | null> {
  const { totals } = quote
  const onGoods = quote.lines.reduce((sum, { discount }) => sum + discount, 0)
  const onDelivery = totals.discounts.reduce((sum, { delivery }) => sum + delivery, 0)
  const discounts = totals.discounts.map(({ offer, name, code, amount }) => ({ offer, name, code, amount }))
  const hold = sql`make_interval(secs => ${holdMinutes * 60})`
  const lines = quote.lines.map((line, position) => ({
    id: newId(),
    position,
    sku: line.sku,
    product_id: line.productId,
    name: line.name,
    price_paise: line.price,
    discount_paise: line.discount,
    color: line.color,
    size: line.size,
    quantity: line.quantity,
    hsn: line.hsn,
    tax_percent: line.taxPercent,
    pictures: line.pictures,
  }))
  const { rows } = await sql<CheckoutOrder>`
    with opened as (
      insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
        discounts, discount_paise, delivery_discount_paise, cash_fee_paise, credit_paise, note, gstin, address, payment_method, exchange_days, prices_include_tax, expires_at, next_check_at)
      values (${newId()}, ${customer}, 'creating', ${quote.fingerprint}, ${totals.goods}, ${totals.delivery},
        ${totals.tax}, ${totals.total}, ${JSON.stringify(discounts)}, ${onGoods}, ${onDelivery}, ${totals.cashFee}, ${quote.credit}, ${quote.note}, ${quote.gstin},
        ${JSON.stringify(quote.address)}, ${quote.paymentMethod}, ${quote.exchangeDays},
        ${quote.pricesIncludeTax}, now() + ${hold}, now() + least(interval '1 minute', ${hold}))
      on conflict (customer_id, fingerprint) where state in ('creating', 'awaiting_payment') do nothing
      returning *),
    filled as (
      insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, discount_paise, color, size, quantity,
        hsn, tax_percent, pictures, exchange_days)
      select l.id, opened.id, l.position, l.sku, l.product_id, l.name, l.price_paise, l.discount_paise, l.color, l.size,
        l.quantity, l.hsn, l.tax_percent, l.pictures,
        (select (p.details ->> 'exchangeDays')::smallint from products p where p.id = l.product_id)
      from opened, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id text, position integer, sku text,
        product_id text, name text, price_paise integer, discount_paise integer, color text, size text, quantity integer, hsn text,
        tax_percent smallint, pictures jsonb))
    select ${columns} from opened orders`.execute(tx)
  return rows[0] ?? null
}

/**
 * Copies corrections of the customer's saved address to an order until its payment is recorded. After that its address
 * is fixed.
 */
const currentAddress = sql`coalesce((
    select to_jsonb(saved) from (select ${addressColumns} from addresses
      where id = orders.address ->> '_id' and customer_id = orders.customer_id) saved)
    || jsonb_build_object('phone2', coalesce(address ->> 'phone2', '')), address)`

/** The shipping address that an order would have if it were paid now. */
export async function findOrderAddress(tx: Db, orderId: string): Promise<OrderAddress | null> {
  const { rows } = await sql<{ address: OrderAddress }>`
    select ${currentAddress} as address from orders where id = ${orderId}`.execute(tx)
  return rows[0]?.address ?? null
}

/** Stores the note, the GSTIN and the second phone number of the newest request for an order that isn't paid. */
export async function storeWords(
  db: Db,
  orderId: string,
  { note, gstin, address }: Pick<Quote, 'note' | 'gstin' | 'address'>,
): Promise<void> {
  await sql`
    update orders set note = ${note}, gstin = ${gstin}, address = address || jsonb_build_object('phone2', ${address.phone2 ?? ''}::text)
    where id = ${orderId} and state in ('creating', 'awaiting_payment')`.execute(db)
}

/** Stores the provider's order id. Null if the order isn't new any more. */
export async function storeProviderOrder(
  db: Db,
  orderId: string,
  providerOrderId: string,
): Promise<CheckoutOrder | null> {
  const { rows } = await sql<CheckoutOrder>`
    update orders set state = 'awaiting_payment', provider_order_id = ${providerOrderId}, opened_at = now(),
      address = ${currentAddress}
    where id = ${orderId} and state = 'creating' returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Extends the hold for a customer who came back to pay. Null if the order no longer waits for payment. */
export async function extendHold(db: Db, orderId: string, holdMinutes: number): Promise<CheckoutOrder | null> {
  const longest = Math.max(holdMinutes, LONGEST_HOLD_MINUTES) * 60
  const { rows } = await sql<CheckoutOrder>`
    update orders set address = ${currentAddress}, opened_at = now(), expires_at = greatest(expires_at,
      least(now() + make_interval(secs => ${holdMinutes * 60}), created_at + make_interval(secs => ${longest})))
    where id = ${orderId} and state = 'awaiting_payment' returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Moves an order to a state that holds nothing. One that was never payable isn't checked again. */
export async function closeOrder(
  tx: Db,
  orderId: string,
  state: 'expired' | 'abandoned' | 'refund_due',
): Promise<void> {
  await sql`
    update orders set state = ${state}, next_check_at = case when provider_order_id is not null then next_check_at end
    where id = ${orderId}`.execute(tx)
}

/** The maximum of the column. A larger payment is stored as this, which never equals an order's amount. */
export const LARGEST_STORED_AMOUNT = 2_147_483_647

/** Stores the provider's state of a payment, of an order or of what a replacement costs more (`exchangeId`); an older state never replaces a captured one. */
export async function recordPayment(
  tx: Db,
  orderId: string,
  { id, status, amount, currency }: JudgedPayment,
  source: PaymentRow['source'],
  switched: PaymentRow['switched_on'] = null,
  exchangeId: string | null = null,
): Promise<void> {
  await sql`
    insert into payments as p (id, order_id, exchange_id, status, amount_paise, currency, source, switched_on)
    values (${id}, ${orderId}, ${exchangeId}, ${status}, ${Math.min(amount, LARGEST_STORED_AMOUNT)}, ${currency}, ${source}, ${switched})
    on conflict (id) do update
      set status = excluded.status, amount_paise = excluded.amount_paise, currency = excluded.currency,
        switched_on = coalesce(excluded.switched_on, p.switched_on)
      where p.status not in ('captured', 'refunded') or excluded.status in ('captured', 'refunded')`.execute(tx)
}

/** Marks an order as paid: from here on its customer sees it. */
export async function markPaid(
  tx: Db,
  orderId: string,
  payment: { id: string; unconfirmed: boolean; method: string; deliveryDays: number },
): Promise<void> {
  const { id, unconfirmed, method, deliveryDays } = payment
  await sql`
    update orders set state = 'paid', payment_method = coalesce(nullif(${method}, ''), payment_method), status = 'ordered',
      payment_id = ${id}, paid_at = now(), address = ${currentAddress},
      estimated_at = now() + make_interval(days => ${deliveryDays}), capture_unconfirmed = ${unconfirmed},
      next_check_at = ${inSeconds(unconfirmed ? 10 : 900)}
    where id = ${orderId}`.execute(tx)
}

/** Marks an order as placed and to be paid in cash: from here on its customer sees it, and the provider isn't asked about it. */
export async function markPlaced(
  tx: Db,
  orderId: string,
  placed: { state: 'to_confirm' | 'placed'; confirmHash: Buffer | null; deliveryDays: number },
): Promise<void> {
  const { state, confirmHash, deliveryDays } = placed
  await sql`
    update orders set state = ${state}, status = 'ordered', paid_at = now(), confirm_hash = ${confirmHash},
      estimated_at = now() + make_interval(days => ${deliveryDays}), next_check_at = null
    where id = ${orderId}`.execute(tx)
}

/** Marks an order in cash as paid. */
export async function markCashIn(tx: Db, orderId: string, paymentId: string): Promise<void> {
  await sql`update orders set state = 'paid', payment_id = ${paymentId} where id = ${orderId}`.execute(tx)
}

/** Marks an order, so far verified only by its payment's signature, as confirmed by the provider. */
export async function markConfirmed(tx: Db, orderId: string, method: string): Promise<void> {
  await sql`
    update orders set capture_unconfirmed = false, payment_method = coalesce(nullif(${method}, ''), payment_method)
    where id = ${orderId}`.execute(tx)
}

/** Reverts `markPaid` when the provider reports that no money was received. */
export async function unmarkPaid(tx: Db, orderId: string): Promise<void> {
  await sql`
    update orders set state = 'expired', status = null, payment_id = null, paid_at = null, estimated_at = null,
      capture_unconfirmed = false where id = ${orderId}`.execute(tx)
}

/** Marks the buyer's reviews of what they bought as verified (CONTRACT: only a buyer's may be). */
export async function markReviews(tx: Db, customer: CustomerId, productIds: readonly string[]): Promise<void> {
  await sql`
    update reviews set verified_buyer = true
    where customer_id = ${customer} and product_id = any(${[...productIds]}) and not verified_buyer`.execute(tx)
}

/** The recipient of the mails about an order. Without an account it's the address that came with the order. */
export async function findCustomer(
  tx: Db,
  { id }: Pick<CheckoutOrder, 'id'>,
): Promise<{ email: string | null; customer_name: string }> {
  const { rows } = await sql<{ email: string | null; customer_name: string }>`
    select ${orderEmail} as email, c.name as customer_name
    from orders o join customers c on c.id = o.customer_id where o.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('an order has no customer')
  return found
}

/** Claims orders that are due for a check with the provider; concurrent instances get different ones. */
export async function claimDueOrders(db: Db, limit: number): Promise<string[]> {
  const { rows } = await claim<{ id: string }>({
    table: 'orders',
    due: sql`next_check_at <= now()`,
    order: sql`next_check_at`,
    limit,
    set: sql`next_check_at = ${inSeconds(CHECK_LEASE_SECONDS)}`,
    returning: sql`id`,
  }).execute(db)
  return rows.map(({ id }) => id)
}

/** Schedules the next check of an order, or none with null. */
export async function scheduleCheck(db: Db, orderId: string, seconds: number | null): Promise<void> {
  const at = seconds === null ? sql`null` : inSeconds(seconds)
  await sql`update orders set next_check_at = ${at} where id = ${orderId}`.execute(db)
}

/**
 * Makes every open or unconfirmed order due for a check now, so that an instance finds out within seconds of its start
 * what happened while none ran. Orders younger than 30 s are left to the instance that may be creating them.
 */
export async function wakeOpenOrders(db: Db): Promise<void> {
  await sql`
    update orders set next_check_at = greatest(now(), created_at + interval '30 seconds')
    where (next_check_at is null or next_check_at > now())
      and (state in ('creating', 'awaiting_payment') or capture_unconfirmed)`.execute(db)
}
