import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { formatPrice, type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { isUnpaidAway } from '../orders/can-do.ts'
import { UNPAID_AWAY } from '../orders/staff-messages.ts'
import { NOT_CONFIRMED, NOT_PAID } from './messages.ts'
import {
  type ExchangePayment,
  leftOf,
  type OrderBalance,
  type OrderedLine,
  type SoldOrder,
} from './order-sql.server.ts'
import {
  isUnshipped,
  type Pieces,
  refuseAmount,
  remainingPieces,
  replacedOf,
  type Share,
  shareOf,
  splitOf,
} from './rules.ts'

/** What to refund: pieces with their share of the tax, or an amount in rupees. */
export type RefundRequest = { pieces: readonly Pieces[] } | { rupees: number }

export interface PricedRefund {
  /** From the order's own payment. */
  amount: Paise
  /** From the payments for its replacements. */
  exchanges: readonly ExchangeRefund[]
  pieces: readonly Pieces[]
  /** True if nothing of the order stays, so that it's cancelled. */
  isWhole: boolean
}

/** What goes back of the payment for a replacement. `pieces`: for which of its pieces; none if it's only an amount. */
export interface ExchangeRefund {
  payment: ExchangePayment
  amount: Paise
  pieces: readonly Pieces[]
}

/** A refund without its order's pieces: the sums by payment. */
type Sums = Pick<PricedRefund, 'amount' | 'exchanges'>

/** All that a refund gives back, in paise. */
export function sumOfRefund({ amount, exchanges }: Sums): Paise {
  return paise(exchanges.reduce<number>((sum, one) => sum + one.amount, amount))
}

/** All that's left of an order's payments. */
export function wholeOf({ left, exchanges }: OrderBalance): Sums {
  const back = exchanges.map((payment) => ({ payment, amount: paise(payment.left), pieces: [] }))
  return { amount: paise(left), exchanges: back.filter(({ amount }) => amount > 0) }
}

type PriceRefusal = 'not_found' | 'not_paid' | 'payment_unconfirmed' | 'conflict' | 'invalid_input'

/** Prices a refund of an order by the balance of its payment. Refused if it can't be made. */
export function priceRefund(
  order: SoldOrder,
  lines: readonly OrderedLine[],
  wanted: RefundRequest,
  balance: OrderBalance,
): Result<PricedRefund, PriceRefusal> {
  if (order.state === 'cancelled' && 'pieces' in wanted) return refuse('conflict', 'This order is cancelled.')
  const refusal = refuseOrder(order)
  if (refusal) return refusal
  const { left } = balance
  const pieces = 'pieces' in wanted ? wanted.pieces : []
  const shares = splitOf(order, lines, pieces)
  const priced = 'pieces' in wanted ? pricePieces(order, lines, pieces, balance) : priceAmount(wanted.rupees, balance)
  if (!priced.ok) return priced
  const isWhole =
    pieces.length > 0
      ? remainingPieces(lines).every(({ sku, count }) => countOf(pieces, sku) === count)
      : priced.data.amount === left && order.status !== null && isUnshipped(order.status)
  return ok({ ...priced.data, pieces: shares.map(piecesOf), isWhole: isWhole && order.state === 'paid' })
}

function piecesOf({ sku, count, exchange }: Share): Pieces {
  return exchange < 0 ? { sku, count, less: -exchange } : { sku, count }
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
  balance: OrderBalance,
): Result<Sums, PriceRefusal> {
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
  const exchanges = priceReplacements(lines, splitOf(order, lines, pieces), balance)
  const checked = amount === 0 ? ok(paise(0)) : checkAmount(amount, balance)
  return checked.ok ? ok({ amount: checked.data, exchanges }) : checked
}

/** What goes back of the payments for the replacements among the pieces: each at most what's left of it. */
function priceReplacements(
  lines: readonly OrderedLine[],
  shares: readonly Share[],
  { exchanges }: OrderBalance,
): ExchangeRefund[] {
  return exchanges.flatMap((payment) => {
    const own = shares.flatMap((share) => {
      const line = lines.find(({ sku, exchanged }) => sku === share.sku && exchanged?.exchangeId === payment.exchangeId)
      return line ? [{ share, piece: { sku: share.sku, count: replacedOf(line, share.count) } }] : []
    })
    const amount = Math.min(
      payment.left,
      own.reduce((sum, { share }) => sum + share.exchange, 0),
    )
    return amount > 0 ? [{ payment, amount: paise(amount), pieces: own.map(({ piece }) => piece) }] : []
  })
}

/** An amount is of the order's own payment first, and then of those for its replacements. */
function priceAmount(rupees: number, balance: OrderBalance): Result<Sums, PriceRefusal> {
  const amount = toPaise(rupees)
  if (amount === null) return refuse('invalid_input', 'The amount can have at most two decimals.')
  if (amount <= balance.left || amount > leftOf(balance)) {
    const checked = checkAmount(amount, balance)
    return checked.ok ? ok({ amount: checked.data, exchanges: [] }) : checked
  }
  let rest = amount - balance.left
  const exchanges = balance.exchanges.map((payment) => {
    const part = Math.min(rest, payment.left)
    rest -= part
    return { payment, amount: paise(part), pieces: [] }
  })
  return ok({ amount: paise(balance.left), exchanges: exchanges.filter((one) => one.amount > 0) })
}

function checkAmount(amount: number, balance: OrderBalance): Result<Paise, PriceRefusal> {
  const { left, lost, creditLeft } = balance
  const all = leftOf(balance)
  const available = formatPrice(toRupees(paise(all)))
  const why = lost > 0 ? ` The customer’s bank took ${formatPrice(toRupees(paise(lost)))} of it back.` : ''
  const extra = { maximum: toRupees(paise(all)) }
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
