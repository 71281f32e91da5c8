import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { ApiResult } from '#platform/api/client.ts'
import type { CashOrder, OpenedOrder } from '#shop/checkout/contract.ts'
import { checkInvariants } from '#shop/checkout/invariants.server.ts'
import { rupeeTotals } from '#shop/pricing/rules.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import {
  hmac,
  type PaymentResult,
  paymentEvent,
  paymentProof,
  recordsOf,
  type SandboxKeys,
  signEvent,
} from './sandbox-control.ts'
import { openTestShop, type SignedIn, type TestShop, type TestShopOptions } from './shop.ts'

export interface Wanted {
  productId: string
  color: string
  size: string
  quantity: number
}

export interface Shopper extends SignedIn {
  addressId: string
}

/** What most tests buy. */
export const tee: Wanted = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
export const tote: Wanted = { productId: 'tin-tote', color: 'White', size: 'Free Size', quantity: 1 }
export const shirt: Wanted = { productId: 'linen-shirt', color: 'Blue', size: 'XL', quantity: 1 }

/**
 * A shop with one customer for a whole test file, passed to `assign` before the first test. After each test the ledger is
 * checked against the sandbox's records.
 */
export function withCheckoutShop(
  assign: (fixture: { shop: TestShop; asha: Shopper }) => void,
  options: TestShopOptions = {},
): void {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop(options)
    assign({ shop, asha: await newShopper(shop) })
  })
  afterEach(async () => {
    await expectInvariants(shop)
  })
  afterAll(() => shop.close())
}

/** Rupees for one unit in `SMALL_CATALOGUE`. */
const PRICES: Record<string, number> = { 'boxy-tee': 1299, 'linen-shirt': 2299, 'tin-tote': 27 }

/** The total that the server will charge, as a screen computes it. */
export function totalOf(lines: readonly Wanted[]): number {
  return rupeeTotals(
    lines.map(({ productId, quantity }) => ({ price: PRICES[productId] ?? 100, quantity })),
    DEFAULT_SETTINGS,
  ).total
}

/** A signed-in customer with an address. */
export async function newShopper(shop: TestShop, name = 'Asha Kale'): Promise<Shopper> {
  const person = await shop.signIn(name)
  const added = await person.api('POST /user/addAddress', {
    body: {
      userId: person.id,
      address: {
        firstName: 'Asha',
        phoneNumber: '98200 00028',
        streetAddress: '28, Cadell Road',
        townCity: 'Mumbai',
        zipCode: '400028',
      },
    },
  })
  if (!added.ok) throw new Error(added.message)
  return { ...person, addressId: added.data.address._id }
}

/** Changes the customer's address, which keeps its id. */
export async function correctAddress({ id, addressId, api }: Shopper): Promise<void> {
  const updatedDetails = { streetAddress: '7, Fergusson Road', townCity: 'Pune', zipCode: '411001' }
  const saved = await api('POST /user/updateAddress', { body: { userId: id, addressId, updatedDetails } })
  if (!saved.ok) throw new Error(saved.message)
}

/** A create-order payload that succeeds. */
export function orderOf(who: Pick<Shopper, 'id' | 'addressId'>, lines: Wanted[]) {
  const paymentMethod = 'credit_card' as const
  return { userId: who.id, totalPrice: totalOf(lines), productDetails: lines, addressId: who.addressId, paymentMethod }
}

/** Calls create-order for an order that's paid online; `more` overrides parts of the payload. */
export async function order(who: Shopper, lines: Wanted[], more: Record<string, unknown> = {}) {
  const created = await who.api('POST /user/create-order', { body: { ...orderOf(who, lines), ...more } })
  // Safe cast: an order that isn't in cash is opened at the provider.
  return created as ApiResult<OpenedOrder>
}

/** The same for an order in cash, at the total of its quote. */
export async function orderInCash(who: Shopper, lines: Wanted[], more: Record<string, unknown> = {}) {
  const { id: userId, addressId } = who
  const codes = Array.isArray(more.codes) ? { codes: more.codes } : {}
  const quoted = await who.api('POST /user/quote', {
    body: { userId, addressId, productDetails: lines, paymentMethod: 'cash', ...codes },
  })
  const totalPrice = quoted.ok ? quoted.data.total : 0
  const body = { ...orderOf(who, lines), paymentMethod: 'cash' as const, totalPrice, ...more }
  // Safe cast: an order in cash is placed at once.
  return (await who.api('POST /user/create-order', { body })) as ApiResult<CashOrder>
}

/** Calls create-order and returns the order; throws if it is refused. */
export async function openOrder(who: Shopper, lines: Wanted[], more: Record<string, unknown> = {}) {
  const created = await order(who, lines, more)
  if (!created.ok) throw new Error(`create-order: ${created.status} ${created.message}`)
  return created.data
}

type OpenOrder = Awaited<ReturnType<typeof openOrder>>

/** Calls verify-payment with the result of the payment dialog. */
export function verify(who: Shopper, { orderId }: Pick<OpenOrder, 'orderId'>, paid: PaymentResult) {
  return who.api('POST /user/verify-payment', { body: { userId: who.id, ...paymentProof(orderId, paid) } })
}

/** Repeats a request while the shop is too busy for it (503), as browsers and the provider do. */
export async function served<Result extends { status: number } | number>(
  request: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const response = await request()
    if ((typeof response === 'number' ? response : response.status) !== 503) return response
  }
}

/** Verifies while the provider is unreachable, so that the signature alone places the order. */
export async function verifyUnconfirmed(shop: TestShop, who: Shopper, open: OpenOrder, paid: PaymentResult) {
  await shop.sandbox.scenario({ scenario: 'rest_500', order_id: open.razorpayOrderId })
  const verified = await verify(who, open, paid)
  await shop.sandbox.scenario({ scenario: 'ok', order_id: open.razorpayOrderId })
  return verified
}

/** Buys: creates an order, pays it and verifies the payment. `more` overrides parts of the payload. */
export async function buy(
  shop: TestShop,
  who: Shopper,
  lines: Wanted[],
  more: Record<string, unknown> = {},
): Promise<OpenOrder> {
  const open = await openOrder(who, lines, more)
  const verified = await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))
  if (!verified.ok) throw new Error(`verify-payment: ${verified.status} ${verified.message}`)
  return open
}

/** The keys that shop and sandbox share. */
export async function keysOf(shop: TestShop): Promise<SandboxKeys & { controlToken: string }> {
  return JSON.parse(await readFile(join(shop.config.dataDir, 'sandbox/keys.json'), 'utf8'))
}

/** The signature that the payment dialog would hand over for these ids. */
export async function sign(shop: TestShop, orderId: string, paymentId: string): Promise<string> {
  return hmac((await keysOf(shop)).keySecret, `${orderId}|${paymentId}`)
}

/** Delivers an event to the shop as the provider does, and returns the status. `tamper`: the body changes after it is signed. */
export async function deliver(
  shop: TestShop,
  event: { event: string; payload: Record<string, unknown> },
  { id = randomUUID() as string, tamper = false } = {},
): Promise<number> {
  const { body, headers } = signEvent((await keysOf(shop)).webhookSecret, event, id)
  const response = await shop.fetch('/api/webhooks/razorpay', {
    method: 'POST',
    headers,
    body: tamper ? `${body} ` : body,
  })
  return response.status
}

/** The event of a captured payment. */
export function capturedEvent(orderId: string, paymentId: string) {
  return paymentEvent('payment.captured', orderId, paymentId)
}

/** Serves the shop on a port to which the sandbox sends its events. */
export async function connectWebhooks(shop: TestShop): Promise<{ close(): Promise<void> }> {
  const server = serve({ fetch: (request) => shop.web.fetch(request), hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  // Safe cast: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  await shop.sandbox.sendEventsTo(`http://127.0.0.1:${port}/api/webhooks/razorpay`)
  return {
    close: async () => {
      await shop.sandbox.sendEventsTo(null)
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Makes one order, or all, older by that many seconds, and due for the reconciler now. */
export async function ageOrders(shop: TestShop, seconds: number, orderId?: string): Promise<void> {
  const age = sql`make_interval(secs => ${seconds})`
  await sql`
    update orders set created_at = created_at - ${age}, opened_at = opened_at - ${age}, expires_at = expires_at - ${age},
      next_check_at = case when next_check_at is not null then now() end
    where ${orderId ?? null}::text is null or id = ${orderId ?? null}`.execute(shop.shop.db)
}

/** Runs due jobs for an order that is `seconds` older by then. */
export async function runJobsAfter(shop: TestShop, seconds: number, orderId: string): Promise<void> {
  await ageOrders(shop, seconds, orderId)
  await shop.jobs.tick()
}

/** A customer's cart lines, or an empty list. */
export async function cartOf({ id, api }: Shopper) {
  const result = await api('GET /user/getCartProduct/{userId}', { params: { userId: id } })
  return result.ok ? result.data.cart : []
}

/** A customer's placed orders, newest first. */
export async function ordersOf({ id, api }: Shopper) {
  const result = await api('GET /user/user-orders/{userId}', { params: { userId: id } })
  return result.ok ? result.data.orders : []
}

/** One of a customer's placed orders; throws if there is none with this id. */
export async function findOrder(who: Shopper, orderId: string) {
  const found = (await ordersOf(who)).find(({ _id }) => _id === orderId)
  if (!found) throw new Error(`There is no paid order ${orderId}.`)
  return found
}

/** The state in an order's row; `none` if there is no such row. */
export async function stateOf(shop: TestShop, orderId: string): Promise<string> {
  const row = await shop.shop.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
  return row?.state ?? 'none'
}

/** Stock of one variant. */
export async function stockOf(shop: TestShop, { productId, color, size }: Wanted) {
  return shop.shop.db
    .selectFrom('stock')
    .select(['on_hand', 'reserved'])
    .where('product_id', '=', productId)
    .where('color', '=', color)
    .where('size', '=', size)
    .executeTakeFirstOrThrow()
}

/** Fails the test if the shop's ledger violates an invariant, or differs from the sandbox's records. */
export async function expectInvariants(shop: TestShop): Promise<void> {
  const report = await checkInvariants(shop.shop.db, await recordsOf(shop.sandbox))
  expect(report).toMatchObject({ ok: true, findings: [] })
}
