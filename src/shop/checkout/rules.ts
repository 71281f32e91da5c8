import type { OrderState } from '../orders/rules.ts'
import type { OrderRequest } from './contract.ts'

type RequestedLine = OrderRequest['productDetails'][number]

/** One line for each product, colour and size: repeated lines are summed (CONTRACT, productDetails). */
export function sumRepeatedLines(lines: readonly RequestedLine[]): RequestedLine[] {
  const merged = new Map<string, RequestedLine>()
  for (const line of lines) {
    const key = JSON.stringify([line.productId, line.color, line.size])
    merged.set(key, { ...line, quantity: line.quantity + (merged.get(key)?.quantity ?? 0) })
  }
  return [...merged.values()]
}

/** In paise. The provider refuses more, and it's the maximum of the column. */
export const LARGEST_TOTAL = 2_000_000_000

/** The fields of an order that decide what a payment means for it. */
export interface OrderFacts {
  state: OrderState
  /** What a payment has to be of: the total without what store credit pays, or the price of the link by which an order in cash is paid. */
  due_paise: number
  /** The payment that paid for it. */
  payment_id: string | null
  /** It's in cash and has a link to pay, and isn't packed yet. */
  may_prepay?: boolean
}

/** What the provider says about how a payment came to its amount. */
interface PaymentTerms {
  /** The provider's offer that was taken. */
  offerId: string | null
  /** `customer`: the provider's fee was added to what they paid. */
  feeBearer: string | null
  /** In paise, with its tax. */
  fee: number
}

export interface JudgedPayment {
  id: string
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amount: number
  currency: string
  /** In the provider's term (`upi`, `card`). Empty if not known yet. */
  method: string
  /** Null if the provider didn't say. */
  terms?: PaymentTerms | null
}

/**
 * What a payment means for its order. `pay`: pays for it. `prepay`: pays for one in cash, which becomes prepaid. `same`: has already
 * paid for it. `late`: the stock was released, so it pays only if the goods are still in stock. `second`, `mismatch`, `over` (an order in
 * cash that was packed or closed before): is refunded. `nothing`: no money was captured (yet).
 */
export type PaymentOutcome = 'pay' | 'prepay' | 'same' | 'late' | 'second' | 'mismatch' | 'over' | 'nothing'

/** True if an order in this state was placed by a payment. It may have been cancelled since. */
export function isPlaced(state: OrderState): boolean {
  return state === 'paid' || state === 'cancelled'
}

/** True if an order in this state stands, and its cash isn't in. */
export function isUnpaidInCash(state: OrderState): boolean {
  return state === 'to_confirm' || state === 'placed'
}

/** Judges a payment that is known to belong to the order. */
export function classifyPayment(order: OrderFacts, payment: JudgedPayment): PaymentOutcome {
  if (order.payment_id === payment.id && isPlaced(order.state)) return 'same'
  if (payment.status !== 'captured') return 'nothing'
  if (isPlaced(order.state)) return order.payment_id === null ? 'over' : 'second'
  if (isUnpaidInCash(order.state) && !order.may_prepay) return 'over'
  if (!isExactAmount(order, payment)) return 'mismatch'
  if (isUnpaidInCash(order.state)) return 'prepay'
  if (order.state === 'awaiting_payment' || order.state === 'creating') return 'pay'
  return order.state === 'refund_due' || order.state === 'refunded' ? 'second' : 'late'
}

/** The facts of an exchange that decide what a payment for its replacement means. */
export interface ExchangeFacts {
  cancelled_at: Date | null
  difference_paise: number
  difference_settled_at: Date | null
  difference_payment_id: string | null
}

/**
 * Judges a payment of what a replacement costs more. `pay`: pays it. `same`: has paid it. `exchange_second` (it was paid before, also by
 * hand), `exchange_over` (the exchange has ended), `exchange_mismatch`: is refunded. `nothing`: no money was captured (yet).
 */
export function classifyExchangePayment(
  exchange: ExchangeFacts,
  payment: JudgedPayment,
): 'pay' | 'same' | 'nothing' | 'exchange_second' | 'exchange_over' | 'exchange_mismatch' {
  if (exchange.difference_payment_id === payment.id) return 'same'
  if (payment.status !== 'captured') return 'nothing'
  if (exchange.difference_settled_at !== null && exchange.difference_paise > 0) return 'exchange_second'
  if (exchange.cancelled_at !== null) return 'exchange_over'
  return isExactAmount({ due_paise: exchange.difference_paise }, payment) ? 'pay' : 'exchange_mismatch'
}

/** True if a payment is in rupees and equals the order's due sum to the paisa. */
export function isExactAmount(
  order: Pick<OrderFacts, 'due_paise'>,
  payment: Pick<JudgedPayment, 'amount' | 'currency'>,
): boolean {
  return payment.amount === order.due_paise && payment.currency === 'INR'
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds after an order's creation at which the provider is asked about it. */
const FIRST_CHECKS = [1 * MINUTE, 3 * MINUTE, 5 * MINUTE, 15 * MINUTE]
/** For an order that nobody tried to pay. They're rare, because the webhook reports a payment at once. */
const RARE_CHECKS = [15 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR]
const LAST_CHECK = 72 * HOUR
const DAY = 24 * HOUR
/** For a second payment of a placed order, and for dashboard refunds whose event was lost. */
const PLACED_CHECKS = [
  15 * MINUTE,
  ...[1, 3, 6, 12, 24, 36, 48, 60, 72, 96].map((hours) => hours * HOUR),
  ...[5, 7, 10, 14, 21, 30, 60, 90, 120, 150, 180].map((days) => days * DAY),
]

export interface CheckedOrder {
  state: OrderState
  /** Seconds since its creation. */
  age: number
  /** Seconds until its hold ends, negative afterwards. */
  hold_left: number
  capture_unconfirmed: boolean
  /** Of an order in cash: seconds until its link to pay ends, or null without one. */
  link_left?: number | null
}

/**
 * Seconds until the next check of an order with the provider, or null for never: after 1, 3, 5 and 15 minutes and when
 * its hold ends; hourly for 72 hours if somebody `attempted` to pay, since a failed payment may still be captured; else
 * rarely; for a placed order half a year, as long as it can be refunded; for one in cash every quarter of an hour while its link
 * to pay lives, and then as for a placed one.
 */
export function nextCheck(order: CheckedOrder, attempted: boolean): number | null {
  const { state, age } = order
  if (order.capture_unconfirmed) return age < 5 * MINUTE ? 15 : 5 * MINUTE
  if (isUnpaidInCash(state) && (order.link_left ?? 0) > 0) return 15 * MINUTE
  if (isPlaced(state) || isUnpaidInCash(state)) return untilNext(PLACED_CHECKS, age)
  if (state === 'creating') return MINUTE
  const first = untilNext(FIRST_CHECKS, age)
  if (state === 'awaiting_payment') return Math.max(1, Math.min(order.hold_left, first ?? HOUR))
  if (!attempted) return untilNext(RARE_CHECKS, age)
  return first ?? (age + HOUR <= LAST_CHECK ? HOUR : null)
}

function untilNext(moments: readonly number[], age: number): number | null {
  const next = moments.find((moment) => moment > age + 1)
  return next === undefined ? null : next - age
}
