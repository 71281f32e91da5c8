import type { OrderState } from '../orders/rules.ts'
import type { LineToBuy } from './contract.ts'

/** One line for each product, colour and size: what was named twice is summed (CONTRACT, productDetails). */
export function mergeLines(lines: readonly LineToBuy[]): LineToBuy[] {
  const merged = new Map<string, LineToBuy>()
  for (const line of lines) {
    const key = JSON.stringify([line.productId, line.color, line.size])
    merged.set(key, { ...line, quantity: line.quantity + (merged.get(key)?.quantity ?? 0) })
  }
  return [...merged.values()]
}

/** The provider refuses more, and a column holds no more: whole paise. */
export const LARGEST_TOTAL = 2_000_000_000

/** What an order is to the judge of a payment. */
export interface JudgedOrder {
  state: OrderState
  totalPaise: number
  /** The payment that paid for it. */
  paymentId: string | null
}

export interface JudgedPayment {
  id: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amount: number
  currency: string
}

/**
 * What a payment means for its order (docs/reliability.md). `pay`: it pays. `same`: it paid before. `late`: the
 * stock was given back, so it pays if the goods are still there. `second`, `mismatch`: the money goes back. `nothing`:
 * no money came (yet).
 */
export type Judgement = 'pay' | 'same' | 'late' | 'second' | 'mismatch' | 'nothing'

/** Judges a payment that is known to belong to the order. Amounts must be equal to the paisa, and in rupees. */
export function judgePayment(order: JudgedOrder, payment: JudgedPayment): Judgement {
  if (order.paymentId === payment.id && order.state === 'paid') return 'same'
  if (payment.status !== 'captured') return 'nothing'
  if (order.state === 'paid') return 'second'
  if (payment.amount !== order.totalPaise || payment.currency !== 'INR') return 'mismatch'
  if (order.state === 'awaiting_payment' || order.state === 'creating') return 'pay'
  return order.state === 'refund_due' || order.state === 'refunded' ? 'second' : 'late'
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds after an order was made at which the provider is asked about it (docs/reliability.md). */
const FIRST_CHECKS = [1 * MINUTE, 3 * MINUTE, 5 * MINUTE, 15 * MINUTE]
/** For what hardly happens and the webhook tells at once: a second payment, or one for an order nobody tried to pay. */
const RARE_CHECKS = [15 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR]
const LAST_CHECK = 72 * HOUR

export interface CheckedOrder {
  state: OrderState
  /** Seconds since it was made. */
  age: number
  /** Seconds until its stock is given back; negative once that moment has passed. */
  holdLeft: number
  /** Whether anybody tried to pay. */
  attempted: boolean
  unconfirmed: boolean
}

/**
 * Seconds until the provider is asked about an order again, or null for never: after 1, 3, 5 and 15 minutes and when
 * its hold ends; where somebody tried to pay, hourly for 72 hours, as a failed payment may still come through; else rarely.
 */
export function nextCheck({ state, age, holdLeft, attempted, unconfirmed }: CheckedOrder): number | null {
  if (unconfirmed) return age < 5 * MINUTE ? 15 : 5 * MINUTE
  if (state === 'paid') return untilNext(RARE_CHECKS, age)
  if (state === 'creating') return MINUTE
  const first = untilNext(FIRST_CHECKS, age)
  if (state === 'awaiting_payment') return Math.max(1, Math.min(holdLeft, first ?? HOUR))
  if (!attempted) return untilNext(RARE_CHECKS, age)
  return first ?? (age + HOUR <= LAST_CHECK ? HOUR : null)
}

function untilNext(moments: readonly number[], age: number): number | null {
  const next = moments.find((moment) => moment > age + 1)
  return next === undefined ? null : next - age
}
