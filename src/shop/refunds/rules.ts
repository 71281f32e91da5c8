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
 * What is paid back for pieces: their price and their share of the tax, in paise. The shares of all pieces, in whatever order
 * they are cancelled, add up to the tax of the order to the paisa.
 */
export function shareOf(
  order: { goods_paise: number; tax_paise: number },
  lines: readonly SoldLine[],
  pieces: readonly Pieces[],
): number {
  const before = lines.reduce((sum, line) => sum + line.price_paise * line.cancelled, 0)
  const goods = pieces.reduce((sum, { sku, count }) => {
    const line = lines.find((one) => one.sku === sku)
    return sum + (line?.price_paise ?? 0) * count
  }, 0)
  return goods + taxOf(order, before + goods) - taxOf(order, before)
}

/** The tax on so much of an order's goods, half a paisa up. The product of two sums of money may exceed 2^53. */
function taxOf({ goods_paise, tax_paise }: { goods_paise: number; tax_paise: number }, goods: number): number {
  if (goods_paise === 0) return 0
  const all = BigInt(goods_paise)
  return Number((2n * BigInt(tax_paise) * BigInt(goods) + all) / (2n * all))
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
