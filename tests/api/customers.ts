import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { paise } from '#platform/money.ts'
import { issueCreditNote } from '#shop/invoices/issue.server.ts'
import { advanceOrder } from '#shop/orders/staff.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { buy, newShopper, openOrder, type Shopper, shirt, tee, tote } from '../support/checkout-fixture.ts'
import { ONE_PIXEL_PNG } from '../support/one-pixel-png.ts'
import { STAFF, type TestShop } from '../support/shop.ts'

const SHIRT = { ...shirt, size: 'M' }

/** A customer who has one of each thing whose id a call can carry. */
export interface Person extends Shopper {
  cartItemId: string
  wishlistItemId: string
  /** The id of a review that another customer wrote. */
  otherReviewId: string
  /** The photo in the customer's review of the shirt. */
  photoId: string
  /** A delivered order: a tee that may be exchanged, and a shirt with an open exchange. */
  orderId: string
  exchangeId: string
  refundId: string
  /** An order that the provider has been paid for, and the shop does not know it yet. */
  openOrderId: string
  /** The result of its payment dialog. */
  razorpayOrderId: string
  razorpayPaymentId: string
  razorpaySignature: string
}

/** Signs a customer in and creates one of each of these things. */
export async function newPerson(shop: TestShop, name: string): Promise<Person> {
  const who = await newShopper(shop, name)
  const { id: userId, api } = who
  const unwrap = <T extends { ok: boolean }>(result: T): T & { ok: true } => {
    if (result.ok) return result as T & { ok: true }
    throw new Error(JSON.stringify(result))
  }
  await changeSettings(shop.shop, STAFF, { 'exchange.photos': 'optional', 'exchange.otherProducts': true })
  const { orderId } = await buy(shop, who, [tee, SHIRT])
  const refund = { orderId, refundId: newId(), amount: paise(100), reason: 'A loose thread' }
  await shop.shop.db.transaction().execute((tx) => issueCreditNote(tx, refund))
  for (let stage = 0; stage < 3; stage++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  const problem = { reasonForExchange: 'Size Issue', problem: 'Too wide.' } as const
  const exchange = unwrap(
    await api('POST /user/addExchange', { body: { orderId, productId: SHIRT.productId, ...problem } }),
  )
  const review = { userId, productId: tote.productId, stars: 4, comment: 'Holds a lot.' }
  unwrap(await api('POST /user/productReview', { body: review }))
  unwrap(await api('POST /user/productReview', { body: { ...review, productId: SHIRT.productId } }))
  const photo = unwrap(
    await api(
      'POST /user/product/{productId}/user/{userId}/reviewPhoto',
      { params: { productId: SHIRT.productId, userId }, body: ONE_PIXEL_PNG },
      { fileType: 'image/png' },
    ),
  )
  const other = await shop.signIn('Ravi Pai')
  const otherReview = unwrap(await other.api('POST /user/productReview', { body: { ...review, userId: other.id } }))
  const cart = unwrap(await api('POST /user/addToCart', { body: { userId, ...tee } }))
  const wishlist = unwrap(await api('POST /user/addToWishlist', { body: { userId, ...SHIRT } }))
  const open = await openOrder(who, [{ ...tote, quantity: 2 }])
  const paid = await shop.sandbox.pay(open.razorpayOrderId)
  return {
    ...who,
    cartItemId: cart.data.cart[0]?._id ?? '',
    wishlistItemId: wishlist.data.wishlist[0]?._id ?? '',
    photoId: photo.data.photos[0]?._id ?? '',
    otherReviewId: otherReview.data.review._id,
    orderId,
    refundId: refund.refundId,
    exchangeId: exchange.data.exchange._id,
    openOrderId: open.orderId,
    razorpayOrderId: open.razorpayOrderId,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpaySignature: paid.razorpay_signature,
  }
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
  const file = sent.body instanceof Uint8Array ? new Blob([new Uint8Array(sent.body)]) : null
  return shop.fetch(`/api${filled}${query ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(sent.body === undefined ? {} : { 'content-type': file ? 'image/png' : 'application/json' }),
      ...headers,
    },
    ...(sent.body === undefined ? {} : { body: file ?? JSON.stringify(sent.body) }),
  })
}

/** Tables that change by reads and refused calls too: rate limits, sessions (`last_seen_at`), queued mails, views of products. */
const VOLATILE = ['limit_hits', 'sessions', 'outbox', 'product_views']

/** Fails the test if the work changes a row of any other table. */
export async function expectUnchanged(shop: TestShop, work: () => Promise<unknown>): Promise<void> {
  const before = await fingerprint(shop.shop.db)
  await work()
  expect(await fingerprint(shop.shop.db)).toBe(before)
}

async function fingerprint(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const parts = rows.flatMap(({ name }) =>
    VOLATILE.includes(name)
      ? []
      : [
          sql`select ${name}::text as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`,
        ],
  )
  const sums = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return sums.rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
}
