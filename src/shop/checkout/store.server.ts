import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { OrderState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { Plan } from './plan.server.ts'
import { asKept } from './plan-store.server.ts'
import type { StockLine } from './stock-store.server.ts'

type Db = Kysely<Tables>

/** An order as checkout sees it. Ages are the database's: instances may disagree about the time. */
export interface CheckoutOrder {
  id: string
  customer_id: CustomerId
  state: OrderState
  total_paise: number
  provider_order_id: string | null
  payment_id: string | null
  capture_unconfirmed: boolean
  expires_at: Date
  /** Seconds since it was made. */
  age: number
  /** Seconds until its stock is given back; negative once that moment has passed. */
  hold_left: number
}

const columns = sql`id, customer_id, state, total_paise, provider_order_id, payment_id, capture_unconfirmed, expires_at,
  extract(epoch from clock_timestamp() - created_at)::float8 as age,
  extract(epoch from expires_at - clock_timestamp())::float8 as hold_left`

/** The order of these goods that a customer has not paid yet; null where there is none. */
export async function findOpenOrder(db: Db, customer: CustomerId, fingerprint: string): Promise<CheckoutOrder | null> {
  const { rows } = await sql<CheckoutOrder>`
    select ${columns} from orders where customer_id = ${customer} and fingerprint = ${fingerprint}
      and state in ('creating', 'awaiting_payment')`.execute(db)
  return rows[0] ?? null
}

/** A customer's unpaid orders that hold one of these skus, once the provider knows them. */
export async function findOwnHolds(db: Db, customer: CustomerId, skus: readonly string[]): Promise<CheckoutOrder[]> {
  const { rows } = await sql<CheckoutOrder>`
    select ${columns} from orders where customer_id = ${customer} and state = 'awaiting_payment'
      and id in (select order_id from order_lines where sku = any(${[...skus]}))`.execute(db)
  return rows
}

/** Any order by its id; null where there is none. */
export async function findOrder(db: Db, orderId: string): Promise<CheckoutOrder | null> {
  const { rows } = await sql<CheckoutOrder>`select ${columns} from orders where id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** An order of this customer; null where they have no such order. */
export async function findOwnOrder(db: Db, customer: CustomerId, orderId: string): Promise<CheckoutOrder | null> {
  const order = await findOrder(db, orderId)
  return order?.customer_id === customer ? order : null
}

/** The order that the provider knows under this id; null where it is none of ours. */
export async function findByProviderOrder(db: Db, providerOrderId: string): Promise<CheckoutOrder | null> {
  const { rows } = await sql<CheckoutOrder>`
    select ${columns} from orders where provider_order_id = ${providerOrderId}`.execute(db)
  return rows[0] ?? null
}

/** An order's row, locked until the transaction ends. */
export async function lockOrder(tx: Db, orderId: string): Promise<CheckoutOrder | null> {
  const { rows } = await sql<CheckoutOrder>`select ${columns} from orders where id = ${orderId} for update`.execute(tx)
  return rows[0] ?? null
}

/** What an order takes from the stock, and the products that its lines are of. */
export async function findOrderLines(db: Db, orderId: string): Promise<(StockLine & { product_id: string })[]> {
  return db
    .selectFrom('order_lines')
    .select(['sku', 'quantity', 'product_id'])
    .where('order_id', '=', orderId)
    .orderBy('sku')
    .execute()
}

/** Writes an order down with its lines; null where the customer has the same one open already. */
export async function insertOrder(
  tx: Db,
  customer: CustomerId,
  plan: Plan,
  holdMinutes: number,
): Promise<CheckoutOrder | null> {
  const { totals } = plan
  const { rows } = await sql<CheckoutOrder>`
    insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
      address, payment_method, expires_at, next_check_at)
    values (${newId()}, ${customer}, 'creating', ${plan.fingerprint}, ${totals.goods}, ${totals.delivery},
      ${totals.tax}, ${totals.total}, ${JSON.stringify(plan.address)}, ${plan.paymentMethod},
      now() + make_interval(secs => ${holdMinutes * 60}),
      now() + least(interval '1 minute', make_interval(secs => ${holdMinutes * 60})))
    on conflict (customer_id, fingerprint) where state in ('creating', 'awaiting_payment') do nothing
    returning ${columns}`.execute(tx)
  const order = rows[0]
  if (!order) return null
  const lines = plan.lines.map((line, position) => ({
    id: newId(),
    order_id: order.id,
    position,
    sku: line.sku,
    product_id: line.productId,
    name: line.name,
    price_paise: line.price,
    color: line.color,
    size: line.size,
    quantity: line.quantity,
    pictures: JSON.stringify(line.pictures),
  }))
  await tx.insertInto('order_lines').values(lines).execute()
  return order
}

/**
 * An unpaid order's address as its customer's book has it now. The order was asked for by the address's id, so it is the
 * same one after a correction; what stood there before would send the parcel astray. Once it is paid nothing changes it.
 */
const addressNow = sql`coalesce((
    select to_jsonb(kept) from (select ${asKept} from addresses
      where id = orders.address ->> '_id' and customer_id = orders.customer_id) kept), address)`

/** Notes the provider's order; false where the order is not waiting for it any more. */
export async function storeProviderOrder(db: Db, orderId: string, providerOrderId: string): Promise<boolean> {
  const { rows } = await sql`
    update orders set state = 'awaiting_payment', provider_order_id = ${providerOrderId}, address = ${addressNow}
    where id = ${orderId} and state = 'creating' returning id`.execute(db)
  return rows.length > 0
}

/**
 * Its customer came back to pay: the order holds its stock for the whole time again, and goes where they say now. Null
 * where it is not waiting for its payment any more.
 */
export async function extendHold(db: Db, orderId: string, holdMinutes: number): Promise<CheckoutOrder | null> {
  const { rows } = await sql<CheckoutOrder>`
    update orders set expires_at = greatest(expires_at, now() + make_interval(secs => ${holdMinutes * 60})),
      address = ${addressNow}
    where id = ${orderId} and state = 'awaiting_payment' returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Puts an order into a state in which it holds nothing. About one that nobody could have paid nobody is asked again. */
export async function closeOrder(
  tx: Db,
  orderId: string,
  state: 'expired' | 'abandoned' | 'refund_due',
): Promise<void> {
  await sql`
    update orders set state = ${state}, next_check_at = case when provider_order_id is not null then next_check_at end
    where id = ${orderId}`.execute(tx)
}
