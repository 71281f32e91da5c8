import { type Kysely, sql } from 'kysely'
import { inSeconds } from '#platform/db/claim.server.ts'
import type { OrderState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { PrepaidPrice, PricedInCash } from './prepaid-rules.ts'

type Db = Kysely<Tables>

/** SQL: true if an order in cash, by its row `orders`, isn't packed yet, so that it may still be paid online. */
export const isUnpacked = sql`(orders.state in ('to_confirm', 'placed') and orders.status = 'ordered'
  and not exists (select from shipments where shipments.order_id = orders.id))`

/** An order with its link to pay. */
export interface LinkedOrder {
  id: string
  number: number
  state: OrderState
  paymentMethod: string
  /** It isn't packed, and waits for its cash. */
  isUnpacked: boolean
  /** Null if nobody asked for a link. */
  link: { until: Date; isOver: boolean; due: number; price: PrepaidPrice } | null
  providerOrderId: string | null
}

function selectLinked(where: ReturnType<typeof sql>, lock: ReturnType<typeof sql>) {
  return sql<Omit<LinkedOrder, 'link'> & { until: Date | null; isOver: boolean; due: number; price: PrepaidPrice }>`
    select orders.id, orders.number, orders.state, orders.payment_method as "paymentMethod", ${isUnpacked} as "isUnpacked",
      orders.provider_order_id as "providerOrderId", l.until, l.until <= now() as "isOver", l.due_paise as due, l.price
    from orders left join order_pay_links l on l.order_id = orders.id where ${where} ${lock}`
}

async function findLinked(db: Db, where: ReturnType<typeof sql>, lock = sql``): Promise<LinkedOrder | null> {
  const { rows } = await selectLinked(where, lock).execute(db)
  const [row] = rows
  if (!row) return null
  const { until, isOver, due, price, ...order } = row
  return { ...order, link: until === null ? null : { until, isOver, due, price } }
}

/** The order of a link, or null. */
export const findByPayLink = (db: Db, tokenHash: Buffer): Promise<LinkedOrder | null> =>
  findLinked(db, sql`l.token_hash = ${tokenHash}`)

/** An order with its link, its row locked until the transaction ends, or null. */
export const lockLinked = (tx: Db, orderId: string): Promise<LinkedOrder | null> =>
  findLinked(tx, sql`orders.id = ${orderId}`, sql`for update of orders`)

/** An order in cash as it was priced, and when. */
export interface FoundInCash extends PricedInCash {
  created_at: Date
  lines: (PricedInCash['lines'][number] & { hsn: string })[]
}

/** What a price for paying online is worked out from. */
export async function findPricedInCash(db: Db, orderId: string): Promise<FoundInCash> {
  const order = await db
    .selectFrom('orders')
    .select(['delivery_paise', 'delivery_discount_paise', 'total_paise', 'credit_paise', 'prices_include_tax'])
    .select(['discounts', 'created_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'price_paise', 'quantity', 'discount_paise', 'tax_percent', 'hsn'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return { ...order, lines }
}

/** Payments by a living link are looked for this often, in seconds, whatever the plan was while there was none. */
const CHECK_SECONDS = 900

/**
 * Gives an order a link until so many hours from now, but not beyond the time at which it's cancelled if nobody confirms it (0: never).
 * If its payment window was open before, the provider is asked about it soon.
 */
export async function writePayLink(
  tx: Db,
  link: { orderId: string; tokenHash: Buffer; price: PrepaidPrice; hours: number; confirmHours: number },
): Promise<Date> {
  const { orderId, tokenHash, price, hours, confirmHours } = link
  const due = price.total - price.credit
  const { rows } = await sql<{ until: Date }>`
    insert into order_pay_links (order_id, token_hash, until, price, due_paise)
    select id, ${tokenHash}, least(now() + make_interval(hours => ${hours}),
        case when state = 'to_confirm' and ${confirmHours} > 0 then created_at + make_interval(hours => ${confirmHours}) end),
      ${JSON.stringify(price)}, ${due}
    from orders where id = ${orderId}
    on conflict (order_id) do update set until = excluded.until, price = excluded.price, due_paise = excluded.due_paise
    returning until`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('a link to pay is of no order')
  await sql`
    update orders set next_check_at = least(next_check_at, ${inSeconds(CHECK_SECONDS)})
    where id = ${orderId} and provider_order_id is not null`.execute(tx)
  return written.until
}

/** Stores the provider's order of a link, and has the provider asked about it. False if it has one by now, or can't be paid any more. */
export async function storeLinkOrder(db: Db, orderId: string, providerOrderId: string): Promise<boolean> {
  const { rows } = await sql`
    update orders set provider_order_id = ${providerOrderId}, opened_at = now(), next_check_at = ${inSeconds(60)}
    where id = ${orderId} and provider_order_id is null and ${isUnpacked} returning id`.execute(db)
  return rows.length > 0
}

/** Makes a locked order in cash a prepaid one, at the price of its link. One that was to be confirmed is placed now. */
export async function markPrepaid(
  tx: Db,
  orderId: string,
  {
    price,
    payment,
    deliveryDays,
  }: { price: PrepaidPrice; payment: { id: string; method: string }; deliveryDays: number },
): Promise<void> {
  const { lines, discounts, ...sums } = price
  await sql`
    update orders set state = 'paid', payment_id = ${payment.id}, payment_method = coalesce(nullif(${payment.method}, ''), 'credit_card'),
      cash_fee_paise = 0, discounts = ${JSON.stringify(discounts)}, discount_paise = ${sums.discount}, tax_paise = ${sums.tax},
      total_paise = ${sums.total}, credit_paise = ${sums.credit}, next_check_at = ${inSeconds(900)},
      paid_at = case when state = 'to_confirm' then now() else paid_at end,
      estimated_at = case when state = 'to_confirm' then now() + make_interval(days => ${deliveryDays}) else estimated_at end
    where id = ${orderId}`.execute(tx)
  await sql`
    update order_lines l set discount_paise = v.discount, tax_percent = v."taxPercent"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as v (id text, discount integer, "taxPercent" smallint)
    where l.id = v.id`.execute(tx)
}
