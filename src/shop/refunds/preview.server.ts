import { ok, type Result, refuse } from '#platform/api/result.ts'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import { findInvoice } from '../invoices/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import type { OrderStatus } from '../orders/rules.ts'
import { countText } from '../orders/staff-labels.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import {
  findOrderBalance,
  findSoldOrder,
  leftOf,
  listSoldLines,
  type OrderBalance,
  type OrderedLine,
  refundedOf,
  type SoldOrder,
} from './order-sql.server.ts'
import {
  type PricedRefund,
  priceRefund,
  type RefundRequest,
  refuseCancel,
  sumOfRefund,
  wholeOf,
} from './price.server.ts'
import { isUnshipped, type Pieces, type RefundTarget, remainingPieces, splitOf } from './rules.ts'
import { listRecentRefunds } from './sql.server.ts'
import type { RefundPreview } from './staff-contract.ts'
import { goesTo, partsOf, waysOf } from './ways.server.ts'

type Context = Pick<Shop, 'db' | 'settings'>
type PreviewRefusal = 'not_found' | 'not_paid' | 'payment_unconfirmed' | 'conflict' | 'invalid_input'

/** What a refund would do, with each of its figures. Refused as the refund would be. It changes nothing. */
export async function reviewRefund(
  context: Context,
  reference: string,
  { wanted, restock, to }: { wanted: RefundRequest; restock: boolean; to?: RefundTarget | undefined },
): Promise<Result<RefundPreview, PreviewRefusal>> {
  const found = await readOrder(context, reference)
  if (!found) return refuse('not_found', ORDER_NOT_FOUND)
  const { order, lines, balance, ways } = found
  const priced = priceRefund(order, lines, wanted, balance)
  if (!priced.ok) return priced
  // A refund that leaves nothing cancels the order: all that remains of it, and of its payments.
  const whole = { ...wholeOf(balance), pieces: remainingPieces(lines), isWhole: true }
  const refund = priced.data.isWhole ? whole : priced.data
  return ok(describePreview(found, refund, { restock, to: to ?? ways[0] ?? 'source' }))
}

/** What cancelling an order would do. Refused as the cancellation would be. It changes nothing. */
export async function reviewCancel(
  context: Context,
  reference: string,
  { restock }: { restock: boolean },
): Promise<Result<RefundPreview, PreviewRefusal>> {
  const found = await readOrder(context, reference)
  if (!found) return refuse('not_found', ORDER_NOT_FOUND)
  const { order, lines, balance } = found
  if (order.state === 'cancelled') return refuse('conflict', 'This order is cancelled already.')
  const refusal = refuseCancel(order, lines)
  if (refusal) return refusal
  return ok(
    describePreview(
      found,
      { ...wholeOf(balance), pieces: remainingPieces(lines), isWhole: true },
      { restock, to: 'source' },
    ),
  )
}

interface PreviewedOrder {
  order: SoldOrder
  lines: OrderedLine[]
  balance: OrderBalance
  hasInvoice: boolean
  /** Refunds of the last minutes: one that is made twice by mistake is seen. */
  recent: { amount: number; minutes: number }[]
  ways: RefundTarget[]
}

async function readOrder(context: Context, reference: string): Promise<PreviewedOrder | null> {
  const { db } = context
  const id = await findOrderId(db, reference)
  const order = id === null ? null : await findSoldOrder(db, id)
  if (!order) return null
  const [lines, balance, invoice, recent, ways] = await Promise.all([
    listSoldLines(db, order.id),
    findOrderBalance(db, order),
    findInvoice(db, order.id),
    listRecentRefunds(db, order.id),
    waysOf(context, order),
  ])
  return { order, lines, balance, hasInvoice: invoice !== null, recent, ways }
}

const inRupees = (amount: number) => toRupees(paise(amount))

/** What is said beside the refund itself. */
interface Choice {
  restock: boolean
  to: RefundTarget
}

function describePreview(found: PreviewedOrder, refund: PricedRefund, choice: Choice): RefundPreview {
  const { order, lines, balance, hasInvoice, ways } = found
  const { restock } = choice
  const { pieces, isWhole } = refund
  const amount = sumOfRefund(refund)
  const shares = splitOf(order, lines, pieces).map((share) => {
    const line = lines.find(({ sku }) => sku === share.sku)
    return {
      sku: share.sku,
      name: line?.name ?? '',
      color: line?.color ?? '',
      size: line?.size ?? '',
      quantity: share.count,
      goods: inRupees(share.goods),
      delivery: inRupees(share.delivery),
      tax: inRupees(share.tax),
      exchange: inRupees(share.exchange),
      amount: inRupees(share.goods + share.delivery + share.tax + share.exchange),
    }
  })
  return {
    maximum: inRupees(leftOf(balance)),
    amount: inRupees(amount),
    before: inRupees(refundedOf(balance)),
    lines: shares,
    cancels: isWhole,
    restock: restock ? pieces.map(({ sku, count }) => ({ sku, quantity: count })) : [],
    creditNote: hasInvoice && amount > 0,
    ways,
    effects: effectsOf(found, refund, choice),
    status: statusOf(order),
  }
}

/** The stage of a paid order; a cancelled one is at none of them any more. */
export function statusOf({ state, status }: SoldOrder): OrderStatus | 'cancelled' {
  if (status === null) throw new Error('a paid order has no stage')
  return state === 'cancelled' ? 'cancelled' : status
}

function effectsOf(
  { order, balance, hasInvoice, recent }: PreviewedOrder,
  refund: PricedRefund,
  { restock, to }: Choice,
): string[] {
  const { pieces, isWhole } = refund
  const amount = sumOfRefund(refund)
  const goesBack = goesTo(partsOf(order, refund, balance, { to }))
  const { lost, disputed } = balance
  const refunded = refundedOf(balance)
  const goneBy = lost === 0 ? 'it has been refunded already' : 'nothing of the payment is left'
  const nothingPaid = order.payment_id === null
  const money = nothingPaid
    ? ['Nothing has been paid yet, so nothing is refunded.']
    : amount > 0
      ? goesBack
      : [`Nothing is refunded: ${goneBy}.`]
  const taken = formatPrice(inRupees(lost))
  const byBank = [
    ...(lost > 0 ? [`${taken} went back when the bank decided a dispute for the customer. It isn’t paid again.`] : []),
    ...(disputed > 0 && amount > 0
      ? ['The customer’s bank disputes this payment. If it decides for the customer, the same money is gone twice.']
      : []),
  ]
  const isSent = to === 'source'
  const isCredited = hasInvoice && amount > 0
  const before =
    refunded > 0 && pieces.length > 0
      ? [`${formatPrice(inRupees(refunded))} was refunded before and is taken into account.`]
      : []
  const mails = !order.email
    ? 'The customer has no e-mail address, so no e-mail is sent.'
    : pieces.length > 0
      ? `The customer is told by mail now${amount > 0 && isSent ? ', and again when the provider has sent the money' : ''}.`
      : `The customer is told by mail ${isSent ? 'when the provider has sent the money' : 'now'}.`
  return [
    ...recent.map(recentText),
    ...money,
    ...before,
    ...byBank,
    ...(isWhole ? ['The whole order is cancelled.'] : []),
    ...stockEffects(order, pieces, restock),
    mails,
    ...(isCredited ? [`A credit note is issued ${isSent ? 'when the provider has sent the money' : 'now'}.`] : []),
    ...(hasInvoice && isWhole && lost > 0 ? [`No credit note is issued for the ${taken} that the bank took.`] : []),
    'This can’t be undone.',
  ]
}

function recentText({ amount, minutes }: { amount: number; minutes: number }): string {
  const when = minutes === 0 ? 'less than a minute ago' : `${countText(minutes, 'minute')} ago`
  return `${formatPrice(inRupees(amount))} was refunded ${when}. Make sure that this isn’t the same refund again.`
}

function stockEffects({ status }: SoldOrder, pieces: readonly Pieces[], restock: boolean): string[] {
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  if (count === 0) return []
  if (!restock) return [`${countText(count, 'piece')} won’t go back into stock.`]
  const goes = `${countText(count, 'piece')} ${count === 1 ? 'goes' : 'go'} back into stock and can be sold again.`
  const isAway = status !== null && !isUnshipped(status)
  return [goes, ...(isAway ? ['The parcel has left. Do this only once the pieces are back.'] : [])]
}
