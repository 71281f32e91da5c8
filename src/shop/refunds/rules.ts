import type { OrderState, OrderStatus } from '../orders/rules.ts'

/**
 * Why money is refunded, as the database stores it. `late`, `second`, `mismatch`: the payment came after its order had expired,
 * the order was paid before, or the amount is wrong. `cancelled`: the whole order is cancelled; `lines`: some pieces are; `amount`:
 * money alone, and no piece is cancelled.
 */
export type RefundReason = 'late' | 'second' | 'mismatch' | 'cancelled' | 'lines' | 'amount'

/**
 * `due`: to be sent. `pending`: the provider has accepted it. `done`: it is processed. `failed`: the provider failed it for good.
 * `withdrawn`: the same money was refunded on the provider's dashboard. `due`, `pending` and `done` add up to at most the payment.
 */
export type RefundState = 'due' | 'pending' | 'done' | 'failed' | 'withdrawn'

/** The least that the provider refunds: Rs. 1. */
const MIN_REFUND_PAISE = 100

/** A number of pieces of one line of an order. */
export interface Pieces {
  sku: string
  count: number
}

export interface SoldLine {
  sku: string
  /** Paise for one. */
  price_paise: number
  quantity: number
  cancelled: number
  tax_percent: number
}

/** Whether no parcel of an order has left: until then a shopper may cancel it. */
export function isUnshipped(status: OrderStatus): boolean {
  return status === 'ordered' || status === 'packaging'
}

/** Whether a shopper may cancel an order themselves. */
export function canCancel(order: { state: OrderState; status: OrderStatus | null }): boolean {
  return order.state === 'paid' && order.status !== null && isUnshipped(order.status)
}

/** The pieces of each line that are not cancelled; lines without any are left out. */
export function remainingPieces(lines: readonly SoldLine[]): Pieces[] {
  return lines
    .map(({ sku, quantity, cancelled }) => ({ sku, count: quantity - cancelled }))
    .filter(({ count }) => count > 0)
}

/**
 * What is refunded for pieces, in paise: their price, with their share of the tax (by their rates) and of the delivery (by their
 * price). The shares of all pieces, in whatever sequence they are cancelled, add up to the order's total to the paisa.
 */
export function shareOf(
  order: { tax_paise: number; delivery_paise: number },
  lines: readonly SoldLine[],
  pieces: readonly Pieces[],
): number {
  const counts = new Map<string, number>()
  for (const { sku, count } of pieces) counts.set(sku, (counts.get(sku) ?? 0) + count)
  const sumOf = (count: (line: SoldLine) => number, weight = (_: SoldLine) => 1) =>
    lines.reduce((sum, line) => sum + BigInt(line.price_paise * weight(line)) * BigInt(count(line)), 0n)
  const cancelledBefore = (line: SoldLine) => line.cancelled
  const cancelledAfter = (line: SoldLine) => line.cancelled + (counts.get(line.sku) ?? 0)
  const rate = ({ tax_percent }: SoldLine) => tax_percent
  const share = (amount: number, weight?: (line: SoldLine) => number) => {
    const whole = sumOf(({ quantity }) => quantity, weight)
    return partOf(amount, sumOf(cancelledAfter, weight), whole) - partOf(amount, sumOf(cancelledBefore, weight), whole)
  }
  const goods = Number(sumOf(cancelledAfter) - sumOf(cancelledBefore))
  return goods + share(order.tax_paise, rate) + share(order.delivery_paise)
}

/** `amount` × `part` / `whole`, half a paisa rounded up. In bigint, as the product of two sums of money may exceed 2^53. */
function partOf(amount: number, part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((2n * BigInt(amount) * part + whole) / (2n * whole))
}

/** Why an amount cannot be refunded; null where it can. `left`: what is not refunded of the payment yet. Both in paise. */
export function refuseAmount(amount: number, left: number): 'too much' | 'too little' | 'leaves too little' | null {
  if (amount > left) return 'too much'
  if (amount < MIN_REFUND_PAISE) return 'too little'
  return left - amount > 0 && left - amount < MIN_REFUND_PAISE ? 'leaves too little' : null
}

/** Whether the payment could not be used for its order: it was late, a second one, or of a wrong amount. */
export function isUnusablePayment(reason: RefundReason): boolean {
  return reason === 'late' || reason === 'second' || reason === 'mismatch'
}

/** Whether a refund that the provider failed is requested again: five times, or without end for an unusable payment. */
export function mayRestart(reason: RefundReason, round: number): boolean {
  return isUnusablePayment(reason) || round < 5
}
