import { createHmac } from 'node:crypto'
import { bulkhead } from 'cockatiel'
import { type Kysely, sql } from 'kysely'
import type { Product } from '#shop/catalog/contract.ts'
import { rupeeTotals } from '#shop/pricing/rules.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import type { Tables } from '#shop/tables.server.ts'
import type { Customer } from '../tests/faults/support/environment.ts'
import { call } from '../tests/faults/support/http.ts'
import { KEYS } from '../tests/support/quick-provider.ts'

export interface Target {
  name: 'shop' | 'bare'
  origin: string
  pid: number
  customers: Customer[]
  /** How many of them have ordered. */
  used: number
}

export interface Item {
  productId: string
  color: string
  size: string
  price: number
}

/** A call's requests. Each turn of a call that may be made only once takes as many as it can need. */
export type Requests = (target: Target) => string[] | Promise<string[]>

/** Orders that a turn of create-order, a second, opens: more than either server makes. */
const PER_CREATE = 1500
/** Orders that are opened for a turn of verify-payment, which takes a second. */
const PER_VERIFY = 800
/** Customers that a round needs besides the regulars. */
export const PER_ROUND = PER_CREATE + PER_VERIFY

/** Customers of each server with a cart, a wishlist and orders. */
export const REGULARS = 64

function rawRequest(method: string, path: string, { token }: { token: string }, body?: unknown): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  const type = json ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` : ''
  const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip, deflate, br\r\n`
  return `${method} /api/user/${path} HTTP/1.1\r\n${head}${type}\r\n${json}`
}

export function requestsOf(db: Kysely<Tables>, items: readonly Item[]): Record<string, Requests> {
  const regulars = (make: (customer: Customer, item: Item) => string): Requests => {
    return ({ customers }) =>
      customers.slice(0, REGULARS).flatMap((customer, n) => [0, 1, 2].map((k) => make(customer, at(items, n + k))))
  }
  const line = ({ productId, color, size }: Item, n = 0) => ({ productId, color, size, quantity: 1 + (n % 3) })
  return {
    getCartProduct: regulars((who) => rawRequest('GET', `getCartProduct/${who.id}`, who)),
    addToCart: regulars((who, item) => rawRequest('POST', 'addToCart', who, { userId: who.id, ...line(item) })),
    addToWishlist: regulars((who, item) => rawRequest('POST', 'addToWishlist', who, { userId: who.id, ...line(item) })),
    'user-orders': regulars((who) => rawRequest('GET', `user-orders/${who.id}`, who)),
    guestCart: regulars((who, item) =>
      rawRequest('POST', 'guestCart', who, { lines: [item, ...items.slice(0, 2)].map((one) => line(one)) }),
    ),
    'create-order': (target) =>
      nextCustomers(target, PER_CREATE).map((who, n) =>
        rawRequest('POST', 'create-order', who, orderOf(who, at(items, n))),
      ),
    'verify-payment': async (target) => {
      const buyers = nextCustomers(target, PER_VERIFY)
      const queue = bulkhead(16, buyers.length)
      const order = async (who: Customer, n: number) => {
        const body = orderOf(who, at(items, n))
        const { status, text } = await call(target.origin, '/api/user/create-order', { token: who.token, body })
        if (status >= 300) throw new Error(`create-order: ${status} ${text}`)
      }
      await Promise.all(buyers.map((who, n) => queue.execute(() => order(who, n))))
      return verifications(db, buyers)
    },
  }
}

function orderOf(who: Customer, { productId, color, size, price }: Item) {
  return {
    userId: who.id,
    totalPrice: rupeeTotals([{ price, quantity: 1 }], DEFAULT_SETTINGS).total,
    productDetails: [{ productId, color, size, quantity: 1 }],
    addressId: who.addressId,
    paymentMethod: 'credit_card',
  }
}

function nextCustomers(target: Target, count: number): Customer[] {
  target.used += count
  return target.customers.slice(target.used - count, target.used)
}

/** Verifications of the customers' unpaid orders. */
async function verifications(db: Kysely<Tables>, buyers: readonly Customer[]): Promise<string[]> {
  const tokens = new Map(buyers.map((who) => [who.id, who]))
  const { rows } = await sql<{ id: string; customer_id: string; provider_order_id: string }>`
    select id, customer_id, provider_order_id from orders
    where state = 'awaiting_payment' and customer_id = any(${[...tokens.keys()]}) order by id`.execute(db)
  return rows.flatMap(({ id, customer_id, provider_order_id }) => {
    const who = tokens.get(customer_id)
    if (!who) return []
    const payment = provider_order_id.replace('order_', 'pay_')
    const signature = createHmac('sha256', KEYS.keySecret).update(`${provider_order_id}|${payment}`).digest('hex')
    const proof = { razorpayPaymentId: payment, razorpayOrderId: provider_order_id, razorpaySignature: signature }
    return [rawRequest('POST', 'verify-payment', who, { userId: who.id, orderId: id, ...proof })]
  })
}

export async function listItems(origin: string): Promise<Item[]> {
  const listed = await fetch(`${origin}/api/user/filterProduct`)
  // Safe cast: filterProduct returns products (CONTRACT).
  const products = (await listed.json()) as Product[]
  return products.flatMap(({ _id, price, variants: [variant] }) =>
    variant ? [{ productId: _id, price, color: variant.color, size: variant.size }] : [],
  )
}

const at = <T>(list: readonly T[], n: number): T => {
  const one = list[n % list.length]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

/** Three lines in the cart and on the wishlist, and two paid orders, for each regular customer. */
export async function fillAccounts(db: Kysely<Tables>, { customers }: Target, items: readonly Item[]): Promise<void> {
  const regulars = customers.slice(0, REGULARS)
  const rows = regulars.flatMap(({ id }, n) =>
    [0, 1, 2].map((k) => ({ ...at(items, n + k), customer: id, id: `${id}${k}` })),
  )
  for (const table of ['cart_lines', 'wishlist_lines'])
    await sql`insert into ${sql.table(table)} (id, customer_id, product_id, color, size, quantity)
      select id, customer, "productId", color, size, 1 from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (id text, customer text, "productId" text, color text, size text)`.execute(db)
  const orders = rows.filter((_, n) => n % 3 < 2)
  await sql`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      as r (id text, customer text, "productId" text, color text, size text)),
    placed as (insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
        prices_include_tax, address, payment_method, exchange_days, expires_at, status, payment_id, paid_at, estimated_at,
        provider_order_id)
      select w.id, w.customer, 'paid', w.id, p.price_paise, 0, 0, p.price_paise, false, to_jsonb(a), 'card', 7, now(),
        'ordered', 'pay_' || w.id, now(), now() + interval '5 days', 'order_' || w.id
      from wanted w join products p on p.id = w."productId" join addresses a on a.customer_id = w.customer)
    insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity, pictures, hsn,
      tax_percent)
    select w.id, w.id, 0, s.sku, p.id, p.name, p.price_paise, w.color, w.size, 1, p.pictures, '6109', 5
    from wanted w join products p on p.id = w."productId"
    join stock s on s.product_id = p.id and s.color = w.color and s.size = w.size`.execute(db)
}
