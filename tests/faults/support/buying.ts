import { setTimeout as sleep } from 'node:timers/promises'
import { rupeeTotals } from '#shop/orders/rules.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/rules.ts'
import type { PaidAnswer } from '../../support/bank.ts'
import type { Customer, Environment } from './environment.ts'
import { type Answer, call } from './http.ts'

/** What the garments of the faults cost, in rupees. */
const PRICE = 1299

/** Calls create-order for pieces of one garment. */
export function createOrder(origin: string, who: Customer, productId: string, quantity = 1): Promise<Answer> {
  const body = {
    userId: who.id,
    totalPrice: rupeeTotals([{ price: PRICE, quantity }], DEFAULT_SETTINGS).total,
    productDetails: [{ productId, color: 'Black', size: 'M', quantity }],
    addressId: who.addressId,
    paymentMethod: 'credit_card',
  }
  return call(origin, '/api/user/create-order', { token: who.token, body })
}

/** Calls verify-payment with what the dialog handed over. */
export function verify(origin: string, who: Customer, orderId: string, paid: PaidAnswer): Promise<Answer> {
  const body = {
    userId: who.id,
    orderId,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpayOrderId: paid.razorpay_order_id,
    razorpaySignature: paid.razorpay_signature,
  }
  return call(origin, '/api/user/verify-payment', { token: who.token, body })
}

/** Buys once, without patience; the status of the last call, 200 for a paid order. */
export async function buyOnce(
  environment: Environment,
  origin: string,
  who: Customer,
  productId: string,
): Promise<number> {
  const open = await createOrder(origin, who, productId)
  if (open.status !== 201) return open.status
  const paid = await environment.bank.pay(String(open.body.razorpayOrderId))
  const verified = await verify(origin, who, String(open.body.orderId), paid)
  return verified.status
}

/** Somebody who wants one thing and presses the button again when no answer came, as people do. */
export interface Intention {
  who: Customer
  /** Orders that the shop said are paid. */
  acknowledged: string[]
  /** Whether the browser is closed right after paying: then the shop has to find the payment by itself. */
  closes: boolean
  /** How it came out: `paid`, `returned` (money of a wrong amount goes back), or `null` while it goes on. */
  outcome: 'paid' | 'returned' | null
  startedAt: number
  endedAt: number
}

export interface Wish {
  who: Customer
  productId: string
  closes?: boolean
  /** A scenario of the bank for this order. */
  scenario?: string
}

/** Buys as a stubborn person would. `done` settles when it came to an end. */
export function pursue(
  environment: Environment,
  wish: Wish,
  patienceMs = 120_000,
): { intention: Intention; done: Promise<void> } {
  const { who, closes = false } = wish
  const intention: Intention = {
    who,
    acknowledged: [],
    closes,
    outcome: null,
    startedAt: performance.now(),
    endedAt: 0,
  }
  const end = performance.now() + patienceMs
  const done = insist(environment, wish, intention, end).then((outcome) => {
    intention.outcome = outcome
    intention.endedAt = performance.now()
  })
  return { intention, done }
}

async function insist(
  environment: Environment,
  wish: Wish,
  intention: Intention,
  end: number,
): Promise<'paid' | 'returned'> {
  const { who, productId, scenario } = wish
  const open = await again(end, async () => {
    const answer = await createOrder(environment.origin(), who, productId)
    return answer.status === 201 ? answer.body : null
  })
  const orderId = String(open.orderId)
  const atBank = String(open.razorpayOrderId)
  if (scenario) await environment.bank.scenario({ scenario, order_id: atBank })
  const paid = await environment.bank.pay(atBank)
  if (!intention.closes)
    await again(end, async () => {
      const answer = await verify(environment.origin(), who, orderId, paid)
      if (answer.status === 200) intention.acknowledged.push(orderId)
      return answer.status === 200 || answer.status === 400 ? answer : null
    })
  return again(end, async () => {
    const order = await environment.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
    if (order?.state === 'paid') return 'paid'
    return order?.state === 'refunded' ? 'returned' : null
  })
}

async function again<T>(end: number, step: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await step().catch(() => null)
    if (found !== null) return found
    if (performance.now() > end) throw new Error('A purchase did not come to an end.')
    await sleep(100 + Math.random() * 100)
  }
}
