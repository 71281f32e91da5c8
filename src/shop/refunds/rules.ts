import type { OrderState, OrderStatus } from '../orders/rules.ts'

/**
 * Why money goes back. `late`, `second`, `mismatch`: it could not pay for its order. `cancelled`: the whole order goes;
 * `lines`: some pieces of it; `amount`: an amount alone.
 */
export type RefundReason = 'late' | 'second' | 'mismatch' | 'cancelled' | 'lines' | 'amount'

/**
 * `due`: to be sent. `pending`: the provider is at it. `done`: it is processed. `failed`: the provider failed it for good.
 * `withdrawn`: the provider has refunded the same money otherwise. Of a payment, all but the last two add up to at most its amount.
 */
export type RefundState = 'due' | 'pending' | 'done' | 'failed' | 'withdrawn'

/** The least that the provider refunds, in paise. */
const LEAST = 100

/** So many pieces of one line. */
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
  /** Null in orders from before lines had a rate of their own. */
  tax_percent: number | null
}

/** Up to when a shopper may cancel: it has not left the shop. */
export function isUnshipped(status: OrderStatus): boolean {
  return status === 'ordered' || status === 'packaging'
}

/** Whether a shopper may cancel an order that is in this state, by themselves. */
export function canCancel(order: { state: OrderState; status: OrderStatus | null }): boolean {
  return order.state === 'paid' && order.status !== null && isUnshipped(order.status)
}

/** What is left of each line; lines that are cancelled already are left out. */
export function remainingPieces(lines: readonly SoldLine[]): Pieces[] {
  return lines
    .map(({ sku, quantity, cancelled }) => ({ sku, count: quantity - cancelled }))
    .filter(({ count }) => count > 0)
}

/**
 * What is paid back for pieces: their price, with their share of the tax by their rates and of the delivery by their price, in
 * paise. The shares of all pieces, in whatever order they are cancelled, add up to the order to the paisa.
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
  const earlier = (line: SoldLine) => line.cancelled
  const then = (line: SoldLine) => line.cancelled + (counts.get(line.sku) ?? 0)
  const all = (line: SoldLine) => line.quantity
  const rate = ({ tax_percent }: SoldLine) => tax_percent ?? 1
  const share = (amount: number, weight?: (line: SoldLine) => number) =>
    partOf(amount, sumOf(then, weight), sumOf(all, weight)) - partOf(amount, sumOf(earlier, weight), sumOf(all, weight))
  const goods = Number(sumOf(then) - sumOf(earlier))
  return goods + share(order.tax_paise, rate) + share(order.delivery_paise)
}

/** The part of an amount that goes with so much of a whole, half a paisa up. The product of two sums of money may exceed 2^53. */
function partOf(amount: number, part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((2n * BigInt(amount) * part + whole) / (2n * whole))
}

/** Why an amount cannot be refunded where so much of the payment is left (both in paise); null where it can. */
export function refuseAmount(amount: number, left: number): 'too much' | 'too little' | 'leaves too little' | null {
  if (amount > left) return 'too much'
  if (amount < LEAST) return 'too little'
  return left - amount > 0 && left - amount < LEAST ? 'leaves too little' : null
}

/** Times that a refund which the provider failed is requested again; money that could not pay is sent back until it is. */
export function mayRestart(reason: RefundReason, round: number): boolean {
  return reason === 'late' || reason === 'second' || reason === 'mismatch' || round < 5
}
