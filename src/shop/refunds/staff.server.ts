import type { Transaction } from 'kysely'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { formatPrice, type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { findInvoice } from '../invoices/sql.server.ts'
import { mailAboutOrder } from '../orders/mail-customer.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { cancelAndRestock, cancelInFull, namePieces } from './cancel.server.ts'
import { type Dispute, listDisputes } from './dispute-sql.server.ts'
import { cancelledMail } from './mails.server.ts'
import { NOT_CONFIRMED, NOT_PAID } from './messages.ts'
import {
  type Cancellation,
  findCancellation,
  listSoldLines,
  lockSoldOrder,
  type OrderedLine,
  type SoldOrder,
} from './order-sql.server.ts'
import { isUnshipped, type Pieces, refuseAmount, remainingPieces, shareOf } from './rules.ts'
import { insertRefund, listRefundNotes, type RefundNote, sumRefunds } from './sql.server.ts'

/** `refund`: the rupees of this refund, or with `cancelOrder` of all refunds of the order. */
export interface StaffRefund {
  orderId: string
  orderNumber: string
  refund: number
  cancelled: boolean
  /** True if the order was cancelled before, so that nothing was changed. */
  already: boolean
}

/** Why staff cancel or refund, and what happens to the pieces. */
interface StaffDecision {
  reason: string
  /** True if the pieces go back into stock. */
  restock: boolean
}

/**
 * Cancels a paid order, by its id or number, at any stage, and refunds the rest of its payment. A second call changes
 * nothing and gives the same result.
 */
export async function cancelOrder(
  context: StaffContext,
  reference: string,
  { reason, restock }: StaffDecision,
): Promise<Result<StaffRefund>> {
  return withLockedOrder(context, reference, async (tx, order) => {
    if (order.state === 'cancelled') return refundedSoFar(context, tx, order, { already: true })
    const refusal = refuseOrder(order)
    if (refusal) return refusal
    if ((await listSoldLines(tx, order.id)).some(({ exchanging }) => exchanging > 0))
      return refuse('conflict', 'An exchange of this order is in progress.')
    const { actor } = context
    const { amount } = await cancelInFull(context, tx, order, { by: 'staff', actor, reason, restock })
    await writeAudit(tx, context.actor, {
      action: 'order.cancel',
      subject: `order:${order.id}`,
      before: { state: 'paid', status: order.status },
      after: { state: 'cancelled', reason, restock, refund: toRupees(amount) },
    })
    return refundedSoFar(context, tx, order, { already: false })
  })
}

/** What to refund: pieces with their share of the tax, or an amount in rupees. */
export type RefundRequest = { pieces: readonly Pieces[] } | { rupees: number }

/**
 * Refunds part of a paid order, by its id or number: pieces, which are then cancelled, or only an amount. Refunding all
 * its pieces cancels the order, and so does refunding all its money before it's shipped.
 */
export async function refundOrder(
  context: StaffContext,
  reference: string,
  request: StaffDecision & { wanted: RefundRequest },
): Promise<Result<StaffRefund>> {
  return withLockedOrder(context, reference, (tx, order) => refundLockedOrder(context, tx, order, request))
}

/** Refunds pieces of an order for which an exchange found no replacement, in the transaction that ends the exchange. */
export async function refundExchanged(
  context: StaffContext,
  tx: Transaction<Tables>,
  orderId: string,
  { pieces, reason }: { pieces: readonly Pieces[]; reason: string },
): Promise<Result<StaffRefund>> {
  const order = await lockSoldOrder(tx, orderId)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND)
  // The exchange restocks what comes back.
  return refundLockedOrder(context, tx, order, { wanted: { pieces }, reason, restock: false })
}

async function refundLockedOrder(
  context: StaffContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  { wanted, reason, restock }: StaffDecision & { wanted: RefundRequest },
): Promise<Result<StaffRefund>> {
  if (order.state === 'cancelled' && 'pieces' in wanted) return refuse('conflict', 'This order is cancelled.')
  const refusal = refuseOrder(order)
  if (refusal) return refusal
  const lines = await listSoldLines(tx, order.id)
  const left = order.total_paise - (await sumRefunds(tx, order.payment_id ?? ''))
  const priced = 'pieces' in wanted ? pricePieces(order, lines, wanted.pieces, left) : priceAmount(wanted.rupees, left)
  if (!priced.ok) return priced
  const amount = priced.data
  const pieces = 'pieces' in wanted ? wanted.pieces : []
  const isWhole =
    pieces.length > 0
      ? remainingPieces(lines).every(({ sku, count }) => countOf(pieces, sku) === count)
      : amount === left && order.status !== null && isUnshipped(order.status)
  if (order.state === 'paid' && isWhole)
    await cancelInFull(context, tx, order, { by: 'staff', actor: context.actor, reason, restock })
  else await refundPart(context, tx, order, { lines, pieces, amount, reason, restock })
  const refund = toRupees(isWhole ? paise(left) : amount)
  await writeAudit(tx, context.actor, {
    action: 'order.refund',
    subject: `order:${order.id}`,
    before: null,
    after: { refund, reason, ...(pieces.length > 0 ? { pieces, restock } : {}) },
  })
  const cancelled = order.state === 'cancelled' || isWhole
  return ok({ ...nameOrder(context, order), refund, cancelled, already: false })
}

/** What staff see of an order in addition to what its customer sees. */
export interface OrderNotes {
  cancelled: Cancellation | null
  disputes: Dispute[]
  /** The number of the invoice or receipt; null if the payment isn't confirmed yet. */
  invoice: string | null
  refundNotes: RefundNote[]
}

/** Who cancelled an order and why, the disputes of its payments, its documents and its refunds. */
export async function findOrderNotes({ db }: Pick<StaffContext, 'db'>, orderId: string): Promise<OrderNotes> {
  const [cancelled, disputes, invoice, refundNotes] = await Promise.all([
    findCancellation(db, orderId),
    listDisputes(db, orderId),
    findInvoice(db, orderId),
    listRefundNotes(db, orderId),
  ])
  return { cancelled, disputes, invoice: invoice?.number ?? null, refundNotes }
}

async function withLockedOrder(
  { db, mail }: StaffContext,
  reference: string,
  work: (tx: Transaction<Tables>, order: SoldOrder) => Promise<Result<StaffRefund>>,
): Promise<Result<StaffRefund>> {
  const result = await db.transaction().execute(async (tx) => {
    const id = await findOrderId(tx, reference)
    const order = id && (await lockSoldOrder(tx, id))
    return order ? work(tx, order) : refuse('not_found', ORDER_NOT_FOUND)
  })
  if (result.ok) mail.wake()
  return result
}

async function refundedSoFar(
  context: StaffContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  { already }: { already: boolean },
): Promise<Result<StaffRefund>> {
  const refund = toRupees(paise(await sumRefunds(tx, order.payment_id ?? '')))
  return ok({ ...nameOrder(context, order), refund, cancelled: true, already })
}

function nameOrder({ settings }: StaffContext, { id, number }: SoldOrder) {
  return { orderId: id, orderNumber: orderNumber(number, settings()) }
}

/** A cancelled order may still be refunded, if the provider failed to send money back. */
function refuseOrder(order: SoldOrder): Refusal | null {
  if (order.state !== 'paid' && order.state !== 'cancelled') return refuse('not_paid', NOT_PAID)
  if (order.capture_unconfirmed) return refuse('payment_unconfirmed', NOT_CONFIRMED)
  return null
}

function countOf(pieces: readonly Pieces[], sku: string): number {
  return pieces.reduce((sum, piece) => sum + (piece.sku === sku ? piece.count : 0), 0)
}

/** The refund for the pieces, in paise: at most what's left, since an amount may have been refunded before. */
function pricePieces(
  order: SoldOrder,
  lines: readonly OrderedLine[],
  pieces: readonly Pieces[],
  left: number,
): Result<Paise> {
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
  const amount = Math.min(left, shareOf(order, lines, pieces))
  return amount === 0 ? ok(paise(0)) : checkAmount(amount, left)
}

function priceAmount(rupees: number, left: number): Result<Paise> {
  const amount = toPaise(rupees)
  if (amount === null) return refuse('invalid_input', 'The amount can have at most two decimals.')
  return checkAmount(amount, left)
}

function checkAmount(amount: number, left: number): Result<Paise> {
  const available = formatPrice(toRupees(paise(left)))
  switch (refuseAmount(amount, left)) {
    case 'too much':
      return refuse('conflict', `Only ${available} of this payment can still be refunded.`)
    case 'too little':
      return refuse('conflict', 'The payment provider refunds at least Rs. 1.')
    case 'leaves too little':
      return refuse('conflict', `This leaves less than Rs. 1, which can’t be refunded later. Refund ${available}.`)
    case null:
      return ok(paise(amount))
  }
}

async function refundPart(
  context: StaffContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  part: StaffDecision & { lines: readonly OrderedLine[]; pieces: readonly Pieces[]; amount: Paise },
): Promise<void> {
  const { lines, pieces, amount, reason, restock } = part
  const { id: orderId, payment_id: paymentId } = order
  if (paymentId === null) throw new Error('a paid order has no payment')
  if (amount > 0) {
    const refund = { reason: pieces.length > 0 ? 'lines' : 'amount', note: reason, lines: pieces } as const
    await insertRefund(tx, { orderId, paymentId, amount, ...refund })
  }
  if (pieces.length === 0) return
  await cancelAndRestock(tx, orderId, pieces, restock)
  const named = namePieces(lines, pieces)
  await mailAboutOrder(context, tx, order, (rest, to) =>
    cancelledMail({ order: rest, pieces: named, amount, partly: true }, to),
  )
}
