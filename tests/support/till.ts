import { createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { checkLedger, type LedgerReport } from '#shop/checkout/ledger.server.ts'
import { rupeeTotals } from '#shop/orders/rules.ts'
import type { SignedIn, TestShop } from './shop.ts'

export interface Wanted {
  productId: string
  color: string
  size: string
  quantity: number
}

export interface Shopper extends SignedIn {
  addressId: string
}

/** One piece of what the tests mostly buy. */
export const tee: Wanted = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }

/** Rupees for one piece in the tests' small range. */
const PRICES: Record<string, number> = { 'boxy-tee': 1299, 'linen-shirt': 2299, 'tin-tote': 27 }

/** What the server will charge, as a screen computes it. */
export function totalOf(lines: readonly Wanted[]): number {
  return rupeeTotals(lines.map(({ productId, quantity }) => ({ price: PRICES[productId] ?? 100, quantity }))).total
}

/** A signed-in customer with an address. */
export async function newShopper(shop: TestShop, name = 'Asha Kale'): Promise<Shopper> {
  const person = await shop.signIn(name)
  const added = await person.api('POST /user/addAddress', {
    body: { userId: person.id, address: { firstName: 'Asha', townCity: 'Mumbai', zipCode: '400028' } },
  })
  if (!added.ok) throw new Error(added.message)
  return { ...person, addressId: added.data.address._id }
}

/** Sets right what was wrong in the address; it stays the same one by its id. */
export async function correctAddress({ id, addressId, api }: Shopper): Promise<void> {
  const updatedDetails = { streetAddress: '7, Fergusson Road', townCity: 'Pune', zipCode: '411001' }
  const saved = await api('POST /user/updateAddress', { body: { userId: id, addressId, updatedDetails } })
  if (!saved.ok) throw new Error(saved.message)
}

/** Where the newest placed order goes. */
export async function destinationOf({ id, api }: Shopper) {
  const mine = await api('GET /user/user-orders/{userId}', { params: { userId: id } })
  if (!mine.ok) throw new Error(mine.message)
  return mine.data.orders[0]?.address
}

/** Calls create-order; `more` overrides parts of the payload. */
export function order(who: Shopper, lines: Wanted[], more: Record<string, unknown> = {}) {
  const body = {
    userId: who.id,
    totalPrice: totalOf(lines),
    productDetails: lines,
    addressId: who.addressId,
    paymentMethod: 'credit_card' as const,
    ...more,
  }
  return who.api('POST /user/create-order', { body })
}

/** The same for tests that go on from an order that was opened. */
export async function opened(who: Shopper, lines: Wanted[], more: Record<string, unknown> = {}) {
  const answer = await order(who, lines, more)
  if (!answer.ok) throw new Error(`create-order: ${answer.status} ${answer.message}`)
  return answer.data
}

type Opened = Awaited<ReturnType<typeof opened>>

/** Calls verify-payment with what the dialog handed over. */
export function verify(
  who: Shopper,
  { orderId }: Pick<Opened, 'orderId'>,
  paid: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string },
) {
  const body = {
    userId: who.id,
    orderId,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpayOrderId: paid.razorpay_order_id,
    razorpaySignature: paid.razorpay_signature,
  }
  return who.api('POST /user/verify-payment', { body })
}

/** Verifies while the provider is away, so that the signature alone places the order. */
export async function placeUnseen(shop: TestShop, who: Shopper, open: Opened, paid: Parameters<typeof verify>[2]) {
  await shop.bank.scenario({ scenario: 'rest_500', order_id: open.razorpayOrderId })
  const verified = await verify(who, open, paid)
  await shop.bank.scenario({ scenario: 'ok', order_id: open.razorpayOrderId })
  return verified
}

/** Buys, from the hold to the paid order. */
export async function buy(shop: TestShop, who: Shopper, lines: Wanted[]): Promise<Opened> {
  const open = await opened(who, lines)
  const verified = await verify(who, open, await shop.bank.pay(open.razorpayOrderId))
  if (!verified.ok) throw new Error(`verify-payment: ${verified.status} ${verified.message}`)
  return open
}

export interface BankKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
  controlToken: string
}

/** What shop and bank share. */
export async function keysOf(shop: TestShop): Promise<BankKeys> {
  return JSON.parse(await readFile(join(shop.config.dataDir, 'sandbox/keys.json'), 'utf8'))
}

/** The signature of the dialog over any pair of ids. */
export async function sign(shop: TestShop, orderId: string, paymentId: string): Promise<string> {
  const { keySecret } = await keysOf(shop)
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex')
}

/** Brings an event to the shop as the provider does; the answer's status. */
export async function deliver(
  shop: TestShop,
  event: { event: string; payload: Record<string, unknown> },
  options: { id?: string; spoil?: boolean } = {},
): Promise<number> {
  const { webhookSecret } = await keysOf(shop)
  const raw = JSON.stringify({ entity: 'event', ...event })
  const signature = createHmac('sha256', webhookSecret)
    .update(options.spoil ? `${raw} ` : raw)
    .digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signature,
    'x-razorpay-event-id': options.id ?? randomUUID(),
  }
  const response = await shop.fetch('/api/webhooks/razorpay', { method: 'POST', headers, body: raw })
  return response.status
}

/** The same event as the shop's own function takes it. */
export function webhookOf(secret: string, orderId: string, paymentId: string) {
  const text = JSON.stringify(capturedEvent(orderId, paymentId))
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return { raw: Buffer.from(text), signature, eventId: `evt_${paymentId}` }
}

/** The event that tells of a captured payment. */
export function capturedEvent(orderId: string, paymentId: string) {
  return { event: 'payment.captured', payload: { payment: { entity: { id: paymentId, order_id: orderId } } } }
}

/** Puts the shop's webhook on the network, and tells the bank where it is. */
export async function hookUp(shop: TestShop): Promise<{ close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
    const answer = await shop.fetch(request.url ?? '/', { method: 'POST', headers, body: Buffer.concat(parts) })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // Proof: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  await control(shop, 'webhooks', { url: `http://127.0.0.1:${port}/api/webhooks/razorpay` })
  return {
    close: async () => {
      await control(shop, 'webhooks', { url: null })
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A call of the bank's control API. */
async function control(shop: TestShop, path: string, body: unknown): Promise<void> {
  const { controlToken } = await keysOf(shop)
  const response = await fetch(new URL(`/control/${path}`, shop.shop.payments.checkoutUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The bank said ${response.status}: ${await response.text()}`)
}

/** Makes an order, or all, so many seconds older than they are, and due for a look at once. */
export async function ageOrders(shop: TestShop, seconds: number, orderId?: string): Promise<void> {
  const age = sql`make_interval(secs => ${seconds})`
  await sql`
    update orders set created_at = created_at - ${age}, expires_at = expires_at - ${age},
      next_check_at = case when next_check_at is not null then now() end
    where ${orderId ?? null}::text is null or id = ${orderId ?? null}`.execute(shop.shop.db)
}

/** The state of an order's row. */
export async function stateOf(shop: TestShop, orderId: string): Promise<string> {
  const row = await shop.shop.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
  return row?.state ?? 'none'
}

/** Stock of one size. */
export async function stockOf(shop: TestShop, productId: string, color: string, size: string) {
  return shop.shop.db
    .selectFrom('stock')
    .select(['on_hand', 'reserved'])
    .where('product_id', '=', productId)
    .where('color', '=', color)
    .where('size', '=', size)
    .executeTakeFirstOrThrow()
}

/** The books of shop and bank, held against one another. */
export async function auditOf(shop: TestShop): Promise<LedgerReport> {
  const { payments } = await shop.bank.state()
  return checkLedger(shop.shop.db, {
    payments: payments.map((payment) => ({ id: String(payment.id), status: String(payment.status) })),
  })
}
