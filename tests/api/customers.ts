import { type Kysely, sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { paise } from '#platform/money.ts'
import { issueCreditNote } from '#shop/invoices/issue.server.ts'
import { advanceOrder } from '#shop/orders/staff.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { buy, newShopper, openOrder, type Shopper, totalOf, type Wanted } from '../support/checkout-fixture.ts'
import type { TestShop } from '../support/shop.ts'
import { STAFF } from '../support/shop.ts'

/** The line of the tests' orders. */
export const TOTE: Wanted = { productId: 'tin-tote', color: 'White', size: 'Free Size', quantity: 1 }
/** A PNG of one pixel. */
export const PHOTO = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const TEE: Wanted = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
const SHIRT: Wanted = { productId: 'linen-shirt', color: 'Blue', size: 'M', quantity: 1 }

/** A customer who has one of each resource that a call can name. */
export interface Person extends Shopper {
  cartItemId: string
  wishlistItemId: string
  /** Another's review. */
  helpfulId: string
  /** Of the review of the shirt. */
  photoId: string
  /** Delivered: a tee that may be exchanged, and a shirt with an open exchange. */
  orderId: string
  exchangeId: string
  refundId: string
  /** Not paid yet; the others are the result of the payment dialog. */
  openOrderId: string
  razorpayOrderId: string
  razorpayPaymentId: string
  razorpaySignature: string
}

/** Creates such a customer. */
export async function newPerson(shop: TestShop, name: string): Promise<Person> {
  const who = await newShopper(shop, name)
  const { id: userId, api } = who
  const done = <T extends { ok: boolean }>(result: T): T & { ok: true } => {
    if (result.ok) return result as T & { ok: true }
    throw new Error(JSON.stringify(result))
  }
  const { orderId } = await buy(shop, who, [TEE, SHIRT])
  const refund = { orderId, refundId: newId(), amount: paise(100), reason: 'A loose thread' }
  await shop.shop.db.transaction().execute((tx) => issueCreditNote(tx, refund))
  for (let stage = 0; stage < 3; stage++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  const reason = {
    orderId,
    productId: SHIRT.productId,
    reasonForExchange: 'Other',
    problem: 'A seam is open.',
  } as const
  const exchange = done(await api('POST /user/addExchange', { body: reason }))
  const review = { userId, productId: TOTE.productId, stars: 4, comment: 'Holds a lot.' }
  done(await api('POST /user/productReview', { body: review }))
  done(await api('POST /user/productReview', { body: { ...review, productId: SHIRT.productId } }))
  const photo = done(
    await api(
      'POST /user/product/{productId}/user/{userId}/reviewPhoto',
      { params: { productId: SHIRT.productId, userId }, body: PHOTO },
      { fileType: 'image/png' },
    ),
  )
  const other = await shop.signIn('Ravi Pai')
  const theirs = done(await other.api('POST /user/productReview', { body: { ...review, userId: other.id } }))
  const cart = done(await api('POST /user/addToCart', { body: { userId, ...TEE } }))
  const wishlist = done(await api('POST /user/addToWishlist', { body: { userId, ...SHIRT } }))
  const open = await openOrder(who, [{ ...TOTE, quantity: 2 }])
  const paid = await shop.bank.pay(open.razorpayOrderId)
  return {
    ...who,
    cartItemId: cart.data.cart[0]?._id ?? '',
    wishlistItemId: wishlist.data.wishlist[0]?._id ?? '',
    photoId: photo.data.photos[0]?._id ?? '',
    helpfulId: theirs.data.review._id,
    orderId,
    refundId: refund.refundId,
    exchangeId: exchange.data.exchange._id,
    openOrderId: open.orderId,
    razorpayOrderId: open.razorpayOrderId,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpaySignature: paid.razorpay_signature,
  }
}

/** A create-order payload that succeeds. */
export function orderOf(who: Pick<Shopper, 'id' | 'addressId'>, lines: Wanted[] = [TOTE]) {
  const paymentMethod = 'credit_card'
  return { userId: who.id, totalPrice: totalOf(lines), productDetails: lines, addressId: who.addressId, paymentMethod }
}

/** A call's parts, as a test sends them. */
export interface Sent {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** Sends a call of the contract by its name, as plain HTTP. */
export async function send(
  shop: Pick<TestShop, 'fetch'>,
  name: string,
  sent: Sent,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(sent.params?.[part] ?? ''))
  const query = new URLSearchParams(sent.query).toString()
  const isFile = sent.body instanceof Uint8Array
  return shop.fetch(`/api${filled}${query ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(sent.body === undefined ? {} : { 'content-type': isFile ? 'image/png' : 'application/json' }),
      ...headers,
    },
    ...(sent.body === undefined ? {} : { body: isFile ? new Blob([PHOTO]) : JSON.stringify(sent.body) }),
  })
}

/** Tables that reads change too: rate limits, and the time a session was last used. */
const VOLATILE = ['limit_hits', 'sessions', 'outbox', 'product_views']

/** A hash of all other tables: two equal ones mean that nothing was changed in between. */
export async function fingerprint(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const parts = rows
    .filter(({ name }) => !VOLATILE.includes(name))
    .map(
      ({ name }) => sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as
      sum from ${sql.table(name)} t`,
    )
  const sums = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return sums.rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
}
