import { setTimeout as sleep } from 'node:timers/promises'
import { rupeeTotals } from '#shop/pricing/rules.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { type PaymentResult, paymentProof } from '../../support/sandbox-control.ts'
import type { Customer, Environment } from './environment.ts'
import { type CallResult, call } from './http.ts'

/** Rupees for one unit of the faults' products. */
const PRICE = 1299

const ONE_SIZE = { color: 'Black', size: 'M', price: PRICE }

/** Calls create-order for units of one product. */
export function createOrder(
  origin: string,
  who: Customer,
  productId: string,
  quantity = 1,
  { color, size, price } = ONE_SIZE,
): Promise<CallResult> {
  const body = {
    userId: who.id,
    totalPrice: rupeeTotals([{ price, quantity }], DEFAULT_SETTINGS).total,
    productDetails: [{ productId, color, size, quantity }],
    addressId: who.addressId,
    paymentMethod: 'credit_card',
  }
  return call(origin, '/api/user/create-order', { token: who.token, body })
}

/** Calls verify-payment with the result of the payment dialog. */
export function verify(origin: string, who: Customer, orderId: string, paid: PaymentResult): Promise<CallResult> {
  const body = { userId: who.id, ...paymentProof(orderId, paid) }
  return call(origin, '/api/user/verify-payment', { token: who.token, body })
}

/** Buys once, without retries; returns the status of the last call, which is 200 for a paid order. */
export async function buyOnce(
  environment: Environment,
  origin: string,
  who: Customer,
  productId: string,
): Promise<number> {
  const open = await createOrder(origin, who, productId)
  if (open.status !== 201) return open.status
  const paid = await environment.sandbox.pay(String(open.body.razorpayOrderId))
  const verified = await verify(origin, who, String(open.body.orderId), paid)
  return verified.status
}

/** A purchase of one unit, which is retried until it ends. */
export interface Purchase {
  who: Customer
  /** The ids of orders that the shop acknowledged as paid. */
  acknowledged: string[]
  /** `paid`, `returned` (a wrong amount is refunded), or `null` while it goes on. */
  outcome: 'paid' | 'returned' | null
  /** Each call that was made for it, when it was sent, and its response. */
  calls: { at: number; status: number; ms: number }[]
}

export interface Wish {
  who: Customer
  productId: string
  /** Whether the browser is closed right after paying: then the shop must find the payment by itself. */
  closes?: boolean
  /** Calls go to each instance in turn, as behind a proxy; to the first if left out. */
  isSpread?: boolean
  /** The sandbox's scenario for this order. */
  scenario?: string
}

/** Buys with retries. `done` settles when the purchase has ended. */
export function pursue(
  environment: Environment,
  wish: Wish,
  timeoutMs = 120_000,
): { purchase: Purchase; done: Promise<void> } {
  const purchase: Purchase = { who: wish.who, acknowledged: [], outcome: null, calls: [] }
  const end = performance.now() + timeoutMs
  const done = buyWithRetries(environment, wish, purchase, end).then((outcome) => {
    purchase.outcome = outcome
  })
  return { purchase, done }
}

async function buyWithRetries(
  environment: Environment,
  { who, productId, closes = false, isSpread = false, scenario }: Wish,
  { acknowledged, calls }: Purchase,
  end: number,
): Promise<'paid' | 'returned'> {
  let instance = 0
  const send = async (request: (origin: string) => Promise<CallResult>) => {
    const at = performance.now()
    if (isSpread) instance += 1
    const response = await request(environment.origin(instance))
    calls.push({ at, status: response.status, ms: response.ms })
    return response
  }
  const open = await retry(end, async () => {
    const response = await send((origin) => createOrder(origin, who, productId))
    return response.status === 201 ? response.body : null
  })
  const orderId = String(open.orderId)
  const providerOrderId = String(open.razorpayOrderId)
  if (scenario) await environment.sandbox.scenario({ scenario, order_id: providerOrderId })
  const paid = await environment.sandbox.pay(providerOrderId)
  if (!closes)
    await retry(end, async () => {
      const response = await send((origin) => verify(origin, who, orderId, paid))
      if (response.status === 200) acknowledged.push(orderId)
      return response.status === 200 || response.status === 400 ? response : null
    })
  return retry(end, async () => {
    const order = await environment.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
    if (order?.state === 'paid') return 'paid'
    return order?.state === 'refunded' ? 'returned' : null
  })
}

async function retry<T>(end: number, step: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await step().catch(() => null)
    if (found !== null) return found
    if (performance.now() > end) throw new Error('A purchase did not end.')
    await sleep(100 + Math.random() * 100)
  }
}
