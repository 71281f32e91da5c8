import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { formatPrice, type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { isUnpaidAway } from '../orders/can-do.ts'
import { UNPAID_AWAY } from '../orders/staff-messages.ts'
import { NOT_CONFIRMED, NOT_PAID } from './messages.ts'
import type { OrderedLine, SoldOrder } from './order-sql.server.ts'
import { isUnshipped, type Pieces, refuseAmount, remainingPieces, shareOf } from './rules.ts'
import type { Balance } from './sql.server.ts'

/** What to refund: pieces with their share of the tax, or an amount in rupees. */
export type RefundRequest = { pieces: readonly Pieces[] } | { rupees: number }

export interface PricedRefund {
  amount: Paise
  pieces: readonly Pieces[]
  /** True if nothing of the order stays, so that it's cancelled. */
  isWhole: boolean
}

type PriceRefusal = 'not_found' | 'not_paid' | 'payment_unconfirmed' | 'conflict' | 'invalid_input'

/** Prices a refund of an order by the balance of its payment. Refused if it can't be made. */
export function priceRefund(
  order: SoldOrder,
  lines: readonly OrderedLine[],
  wanted: RefundRequest,
  balance: Balance,
): Result<PricedRefund, PriceRefusal> {
  if (order.state === 'cancelled' && 'pieces' in wanted) return refuse('conflict', 'This order is cancelled.')
  const refusal = refuseOrder(order)
  if (refusal) return refusal
  const { left } = balance
  const priced =
    'pieces' in wanted ? pricePieces(order, lines, wanted.pieces, balance) : priceAmount(wanted.rupees, balance)
  if (!priced.ok) return priced
  const pieces = 'pieces' in wanted ? wanted.pieces : []
  const isWhole =
    pieces.length > 0
      ? remainingPieces(lines).every(({ sku, count }) => countOf(pieces, sku) === count)
      : priced.data === left && order.status !== null && isUnshipped(order.status)
  return ok({ amount: priced.data, pieces, isWhole: isWhole && order.state === 'paid' })
}

/** Refuses to cancel an order. */
export function refuseCancel(order: SoldOrder, lines: readonly OrderedLine[]): Refusal<PriceRefusal> | null {
  const isInCash = order.state === 'to_confirm' || order.state === 'placed'
  if (isUnpaidAway(order)) return refuse('conflict', UNPAID_AWAY)
  const refusal = isInCash ? null : refuseOrder(order)
  if (refusal) return refusal
  return lines.some(({ exchanging }) => exchanging > 0)
    ? refuse('conflict', 'An exchange of this order is in progress.')
    : null
}

/** A cancelled order may still be refunded, if the provider failed to send money back. */
function refuseOrder(order: SoldOrder): Refusal<PriceRefusal> | null {
  if (order.state !== 'paid' && order.state !== 'cancelled') return refuse('not_paid', NOT_PAID)
  if (order.capture_unconfirmed) return refuse('payment_unconfirmed', NOT_CONFIRMED)
  return null
}

function countOf(pieces: readonly Pieces[], sku: string): number {
  return pieces.reduce((sum, piece) => sum + (piece.sku === sku ? piece.count : 0), 0)
}

/** The refund for the pieces, in paise: at most what's left, since an amount may have gone back before. */
function pricePieces(
  order: SoldOrder,
  lines: readonly OrderedLine[],
  pieces: readonly Pieces[],
  balance: Balance,
): Result<Paise, PriceRefusal> {
  for (const { sku } of pieces) {
    const line = lines.find((other) => other.sku === sku)
    if (!line)
      return refuse('not_found', `This order has no ${sku}. It has ${lines.map((other) => other.sku).join(', ')}.`)
    const remaining = line.quantity - line.cancelled
    if (line.exchanging > 0 && countOf(pieces, sku) > remaining - line.exchanging)
      return refuse('conflict', `${line.exchanging} of ${sku} are in an exchange that is in progress.`)
    if (countOf(pieces, sku) > remaining)
      return refuse('conflict', `This order has only ${remaining} of ${sku} left to refund.`)
  }
  const amount = Math.min(balance.left, shareOf(order, lines, pieces))
  return amount === 0 ? ok(paise(0)) : checkAmount(amount, balance)
}

function priceAmount(rupees: number, balance: Balance): Result<Paise, PriceRefusal> {
  const amount = toPaise(rupees)
  if (amount === null) return refuse('invalid_input', 'The amount can have at most two decimals.')
  return checkAmount(amount, balance)
}

function checkAmount(amount: number, balance: Balance): Result<Paise, PriceRefusal> {
  const { left, lost, creditLeft } = balance
  const available = formatPrice(toRupees(paise(left)))
  const why = lost > 0 ? ` The customer’s bank took ${formatPrice(toRupees(paise(lost)))} of it back.` : ''
  const extra = { maximum: toRupees(paise(left)) }
  switch (refuseAmount(amount, balance)) {
    case 'too much':
      return refuse('conflict', `Only ${available} of this payment can still be refunded.${why}`, { extra })
    case 'too little':
      return refuse('conflict', `The payment provider refunds at least Rs. 1. At most ${available} can be.${why}`, {
        extra,
      })
    case 'leaves too little':
      return refuse(
        'conflict',
        `This leaves less than Rs. 1, which can’t be refunded later. Refund ${formatPrice(toRupees(paise(left - creditLeft)))}.`,
        {
          extra,
        },
      )
    case null:
      return ok(paise(amount))
  }
}
