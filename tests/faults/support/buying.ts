import { setTimeout as sleep } from 'node:timers/promises'
import { rupeeTotals } from '#shop/orders/rules.ts'
import { type PaidAnswer, paymentProof } from '../../support/bank.ts'
import { type Answer, call } from './http.ts'
import type { Customer, World } from './world.ts'

/** The price of every product in the fault tests, in rupees. */
const PRICE = 1299

/** Calls create-order for one product. */
export function createOrder(origin: string, who: Customer, productId: string, quantity = 1): Promise<Answer> {
  const body = {
    userId: who.id,
    totalPrice: rupeeTotals([{ price: PRICE, quantity }]).total,
    productDetails: [{ productId, color: 'Black', size: 'M', quantity }],
    addressId: who.addressId,
    paymentMethod: 'credit_card',
  }
  return call(origin, '/api/user/create-order', { token: who.token, body })
}

/** Calls verify-payment with what the dialog handed over. */
export function verify(origin: string, who: Customer, orderId: string, paid: PaidAnswer): Promise<Answer> {
  const body = { userId: who.id, ...paymentProof(orderId, paid) }
  return call(origin, '/api/user/verify-payment', { token: who.token, body })
}

/** Buys once, without retries; the status of the last call, 200 for a paid order. */
export async function buyOnce(world: World, origin: string, who: Customer, productId: string): Promise<number> {
  const open = await createOrder(origin, who, productId)
  if (open.status !== 201) return open.status
  const paid = await world.bank.pay(String(open.body.razorpayOrderId))
  const verified = await verify(origin, who, String(open.body.orderId), paid)
  return verified.status
}

/** A purchase by a shopper who retries whenever no response comes. */
export interface Purchase {
  who: Customer
  /** Orders that the shop reported as paid. */
  acknowledged: string[]
  /** Whether the browser is closed right after paying: then the shop has to find the payment by itself. */
  closes: boolean
  /** `paid`, `returned` (a wrong amount was refunded), or `null` while it goes on. */
  outcome: 'paid' | 'returned' | null
}

export interface PurchaseRequest {
  who: Customer
  productId: string
  closes?: boolean
  /** A scenario of the bank for this order. */
  scenario?: string
}

/** Buys, with retries. `done` settles when the order is paid or refunded. */
export function purchase(
  world: World,
  request: PurchaseRequest,
  timeoutMs = 120_000,
): { purchase: Purchase; done: Promise<void> } {
  const { who, closes = false } = request
  const made: Purchase = { who, acknowledged: [], closes, outcome: null }
  const end = performance.now() + timeoutMs
  const done = buyWithRetries(world, request, made, end).then((outcome) => {
    made.outcome = outcome
  })
  return { purchase: made, done }
}

async function buyWithRetries(
  world: World,
  request: PurchaseRequest,
  purchase: Purchase,
  end: number,
): Promise<'paid' | 'returned'> {
  const { who, productId, scenario } = request
  const open = await retryUntil(end, async () => {
    const answer = await createOrder(world.origin(), who, productId)
    return answer.status === 201 ? answer.body : null
  })
  const orderId = String(open.orderId)
  const atBank = String(open.razorpayOrderId)
  if (scenario) await world.bank.scenario({ scenario, order_id: atBank })
  const paid = await world.bank.pay(atBank)
  if (!purchase.closes)
    await retryUntil(end, async () => {
      const answer = await verify(world.origin(), who, orderId, paid)
      if (answer.status === 200) purchase.acknowledged.push(orderId)
      return answer.status === 200 || answer.status === 400 ? answer : null
    })
  return retryUntil(end, async () => {
    const order = await world.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
    if (order?.state === 'paid') return 'paid'
    return order?.state === 'refunded' ? 'returned' : null
  })
}

async function retryUntil<T>(end: number, step: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await step().catch(() => null)
    if (found !== null) return found
    if (performance.now() > end) throw new Error('A purchase did not come to an end.')
    await sleep(100 + Math.random() * 100)
  }
}
