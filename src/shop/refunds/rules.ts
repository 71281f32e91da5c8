import {
  type DeliveryMoney,
  isStanding,
  MIN_REFUND_PAISE,
  type OrderState,
  type OrderStatus,
  paidForDelivery,
  paidForLine,
} from '../orders/rules.ts'

/**
 * Why money is refunded, as the database stores it. `late`, `second`, `mismatch`: the payment came after its order had
 * expired, the order had already been paid, or the amount is wrong. `cancelled`: the whole order is cancelled; `lines`:
 * some pieces are; `amount`: only money, without cancelling a piece.
 */
export type RefundReason = 'late' | 'second' | 'mismatch' | 'cancelled' | 'lines' | 'amount'

/**
 * `due`: to be sent. `pending`: accepted by the provider. `done`: processed. `failed`: the provider failed it for good.
 * `withdrawn`: the same money was refunded on the provider's dashboard. `due`, `pending` and `done` add up to at most
 * the payment.
 */
export type RefundState = 'due' | 'pending' | 'done' | 'failed' | 'withdrawn'

/** Where a refund goes: to where it was paid from, to the customer's store credit, or to a bank by a transfer of staff's. */
export const REFUND_TARGETS = ['source', 'credit', 'bank'] as const
export type RefundTarget = (typeof REFUND_TARGETS)[number]

/** `reference`: of the transfer that was made. */
export type RefundWay = { to: 'source' | 'credit' } | { to: 'bank'; reference: string }

/** A number of pieces of one line of an order. */
export interface Pieces {
  sku: string
  count: number
  /** Paise of their share that went back before, or go back when their exchange is done, because what came instead costs less. */
  less?: number
}

export interface SoldLine {
  sku: string
  /** Paise per piece. */
  price_paise: number
  /** Off the whole line. */
  discount_paise: number
  quantity: number
  cancelled: number
  tax_percent: number
  /** Missing if no piece was replaced. */
  exchanged?: ExchangedPieces | null
}

/** The last pieces of a line, once an exchange has replaced them. */
export interface ExchangedPieces {
  exchangeId: string
  quantity: number
  /** Paise with tax that all of them cost more than what was bought, with the fee of the exchange; below 0: less. */
  difference: number
}

/** True if no parcel of an order has left. Until then a shopper may cancel it. */
export function isUnshipped(status: OrderStatus): boolean {
  return status === 'ordered' || status === 'packaging'
}

/** True if shoppers may cancel an order themselves. */
export function canCancel(order: { state: OrderState; status: OrderStatus | null }): boolean {
  const isOn = order.state === 'to_confirm' || isStanding(order.state)
  return isOn && order.status !== null && isUnshipped(order.status)
}

/** The pieces of each line that aren't cancelled. Lines without any are left out. */
export function remainingPieces(lines: readonly SoldLine[]): Pieces[] {
  return lines
    .map(({ sku, quantity, cancelled }) => ({ sku, count: quantity - cancelled }))
    .filter(({ count }) => count > 0)
}

/** A line's part of a refund, in paise. */
export interface Share extends Pieces {
  goods: number
  tax: number
  delivery: number
  /** What was paid for their replacements beside the order; below 0: what these cost less. */
  exchange: number
}

/** The money of an order that its pieces share. */
export type SharedMoney = DeliveryMoney & { tax_paise: number }

/**
 * The refund for pieces from the order's payment, in paise: what was paid for them, with their share of the tax (by their rates) and of
 * the delivery (by what was paid for them), less what their replacements cost less. Without exchanges the shares of all pieces, in
 * whatever order they're cancelled, add up to the order's total to the paisa.
 */
export function shareOf(order: SharedMoney, lines: readonly SoldLine[], pieces: readonly Pieces[]): number {
  return splitOf(order, lines, pieces).reduce((sum, share) => sum + ownShare(share), 0)
}

/** What of a share the order's payment gives back. What was paid for a dearer replacement goes back to the payment of that. */
function ownShare({ goods, tax, delivery, exchange }: Share): number {
  return Math.max(0, goods + tax + delivery + Math.min(0, exchange))
}

/**
 * The same by line, in the order of the lines: each as if the lines before it had just been cancelled, so that the parts
 * add up to the whole.
 */
export function splitOf(order: SharedMoney, lines: readonly SoldLine[], pieces: readonly Pieces[]): Share[] {
  const counts = new Map<string, number>()
  for (const { sku, count } of pieces) counts.set(sku, (counts.get(sku) ?? 0) + count)
  const feePaid = paidForDelivery(order)
  const now = sumOf(lines, (line) => paidFor(line, line.cancelled))
  const all = sumOf(lines, paidForLine)
  return lines.flatMap((line) => {
    const count = counts.get(line.sku) ?? 0
    if (count === 0) return []
    const goods = paidFor(line, line.cancelled + count) - paidFor(line, line.cancelled)
    const next = {
      price: now.price + BigInt(goods),
      taxed: now.taxed + BigInt(goods) * BigInt(line.tax_percent),
    }
    const tax = partOf(order.tax_paise, next.taxed, all.taxed) - partOf(order.tax_paise, now.taxed, all.taxed)
    const delivery = partOf(feePaid, next.price, all.price) - partOf(feePaid, now.price, all.price)
    Object.assign(now, next)
    return [{ sku: line.sku, count, goods, tax, delivery, exchange: exchangeShare(line, count) }]
  })
}

/** The part of the next pieces in what the replacements of their line cost more: the last pieces of a line are those. */
function exchangeShare({ quantity, cancelled, exchanged }: SoldLine, count: number): number {
  if (!exchanged) return 0
  const of = (gone: number) => {
    const replaced = BigInt(Math.max(0, gone - (quantity - exchanged.quantity)))
    return partOf(Math.abs(exchanged.difference), replaced, BigInt(exchanged.quantity))
  }
  return Math.sign(exchanged.difference) * (of(cancelled + count) - of(cancelled))
}

/** How many of the next pieces of a line are replacements. */
export function replacedOf({ quantity, cancelled, exchanged }: SoldLine, count: number): number {
  const kept = quantity - (exchanged?.quantity ?? 0)
  return exchanged ? Math.max(0, cancelled + count - kept) - Math.max(0, cancelled - kept) : 0
}

/** What was paid for the first pieces of a line, in paise; for all of them the line's whole sum. */
function paidFor(line: SoldLine, count: number): number {
  return partOf(paidForLine(line), BigInt(count), BigInt(line.quantity))
}

/** The sums of amounts of lines, and of the same times their rates. */
function sumOf(lines: readonly SoldLine[], amountOf: (line: SoldLine) => number): { price: bigint; taxed: bigint } {
  return {
    price: lines.reduce((sum, line) => sum + BigInt(amountOf(line)), 0n),
    taxed: lines.reduce((sum, line) => sum + BigInt(amountOf(line)) * BigInt(line.tax_percent), 0n),
  }
}

/**
 * `amount` × `part` / `whole`, half a paisa rounded up. In bigint, because the product of two amounts may exceed 2^53.
 */
function partOf(amount: number, part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((2n * BigInt(amount) * part + whole) / (2n * whole))
}

/**
 * Why an amount can't be refunded, or null if it can. `left` is the rest of what was paid, in paise, and `creditLeft` what of it
 * goes to store credit: there any amount can, and the money goes back first.
 */
export function refuseAmount(
  amount: number,
  { left: all, creditLeft }: { left: number; creditLeft: number },
): 'too much' | 'too little' | 'leaves too little' | null {
  if (amount > all) return 'too much'
  const left = all - creditLeft
  if (amount > 0 && amount >= left) return null
  if (amount < MIN_REFUND_PAISE) return 'too little'
  return left - amount > 0 && left - amount < MIN_REFUND_PAISE ? 'leaves too little' : null
}

/** True if the payment couldn't pay for its order: it was late, a second one, or of a wrong amount. */
export function isUnusablePayment(reason: RefundReason): boolean {
  return reason === 'late' || reason === 'second' || reason === 'mismatch'
}

/** True if a refund failed by the provider is requested again: up to five times, or forever for an unusable payment. */
export function mayRestart(reason: RefundReason, round: number): boolean {
  return isUnusablePayment(reason) || round < 5
}
