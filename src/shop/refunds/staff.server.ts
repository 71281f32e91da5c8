import type { Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { type Paise, paise, toRupees } from '#platform/money.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { findInvoice } from '../invoices/sql.server.ts'
import { mailAboutOrder } from '../orders/mail-customer.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { type OrderStatus, orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { cancelAndRestock, cancelInFull, namePieces } from './cancel.server.ts'
import { issueCreditNotes } from './credit.server.ts'
import { type Dispute, listDisputes } from './dispute-sql.server.ts'
import { cancelledMail } from './mails.server.ts'
import {
  type Cancellation,
  findCancellation,
  findOrderBalance,
  listSoldLines,
  lockSoldOrder,
  type OrderedLine,
  refundedOf,
  type SoldOrder,
} from './order-sql.server.ts'
import { statusOf } from './preview.server.ts'
import {
  type PricedRefund,
  priceRefund,
  type RefundRequest,
  refuseCancel,
  sumOfRefund,
  wholeOf,
} from './price.server.ts'
import { type Pieces, type RefundWay, refuseAmount } from './rules.ts'
import { findBalance, listRefundNotes, type RefundNote } from './sql.server.ts'
import { makeRefund, type RefundParts, type WrittenWay, wayOf, withoutAsking } from './ways.server.ts'

/** `refund`: the rupees of this refund, or with `cancelOrder` of all refunds of the order. */
export interface StaffRefund {
  orderId: string
  orderNumber: string
  refund: number
  cancelled: boolean
  /** True if the order was cancelled before, so that nothing was changed. */
  already: boolean
}

type StaffRefusal =
  | 'not_found'
  | 'not_paid'
  | 'payment_unconfirmed'
  | 'conflict'
  | 'invalid_input'
  | 'changed_meanwhile'

const ELSEWHERE = 'This order has changed in the meantime. Nothing was saved. Please check it again.'

/** Why staff cancel or refund, and what happens to the pieces. */
interface StaffDecision {
  reason: string
  /** True if the pieces go back into stock. */
  restock: boolean
  /** The stage that the order was at on the screen. Refused if it's at another one by now. */
  from?: OrderStatus | 'cancelled' | undefined
}

/**
 * Cancels a paid order, by its id or number, at any stage, and refunds the rest of its payment. A second call changes
 * nothing and gives the same result.
 */
export async function cancelOrder(
  context: StaffContext,
  reference: string,
  { reason, restock, from }: StaffDecision,
): Promise<Result<StaffRefund, StaffRefusal>> {
  return withLockedOrder(context, reference, from, async (tx, order) => {
    if (order.state === 'cancelled') return refundedSoFar(context, tx, order, { already: true })
    const refusal = refuseCancel(order, await listSoldLines(tx, order.id))
    if (refusal) return refusal
    const { actor } = context
    const amount = await cancelInFull(context, tx, order, { by: 'staff', actor, reason, restock })
    await writeAudit(tx, context.actor, {
      action: 'order.cancel',
      subject: `order:${order.id}`,
      before: { state: order.state, status: order.status },
      after: { state: 'cancelled', reason, restock, refund: toRupees(amount) },
    })
    await issueCreditNotes(tx, order.id)
    return refundedSoFar(context, tx, order, { already: false })
  })
}

/**
 * Refunds part of a paid order, by its id or number: pieces, which are then cancelled, or only an amount. Refunding all
 * its pieces cancels the order, and so does refunding all its money before it's shipped.
 */
export async function refundOrder(
  context: StaffContext,
  reference: string,
  request: StaffDecision & { wanted: RefundRequest } & WrittenWay,
): Promise<Result<StaffRefund, StaffRefusal>> {
  return withLockedOrder(context, reference, request.from, (tx, order) =>
    refundLockedOrder(context, tx, order, request),
  )
}

/** Refunds pieces of an order that go back into stock elsewhere, or not at all, in the caller's transaction. */
export async function refundPieces(
  context: StaffContext,
  tx: Transaction<Tables>,
  orderId: string,
  { pieces, reason }: { pieces: readonly Pieces[]; reason: string },
): Promise<Result<StaffRefund, StaffRefusal>> {
  const order = await lockSoldOrder(tx, orderId)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND)
  return refundLockedOrder(context, tx, order, { wanted: { pieces }, reason, restock: false, to: withoutAsking(order) })
}

/**
 * Refunds what the replacement of an exchange costs less, at most what is left: to where it was paid from or as store credit, as staff chose, and
 * as store credit if it's too little for the provider. False if the order's cash isn't in yet, so that nothing went back.
 */
export async function refundDifference(
  context: StaffContext,
  tx: Transaction<Tables>,
  orderId: string,
  {
    exchangeId,
    amount: wanted,
    reason,
    to,
  }: { exchangeId: string; amount: Paise; reason: string; to: 'source' | 'credit' | null },
): Promise<boolean> {
  const order = await lockSoldOrder(tx, orderId)
  if (!order?.payment_id) return false
  const balance = await findBalance(tx, order.payment_id)
  const amount = paise(Math.min(wanted, balance.left))
  if (amount === 0) return true
  const usual = withoutAsking(order)
  const isTooLittle = refuseAmount(amount, balance) !== null
  const target = order.has_account && (isTooLittle || to === 'credit') ? 'credit' : usual
  if (isTooLittle && target !== 'credit') return true
  await makeRefund(context, tx, order, {
    amount,
    exchanges: [],
    reason: 'amount',
    note: reason,
    lines: [],
    way: { to: target },
    exchangeId,
  })
  await writeAudit(tx, context.actor, {
    action: 'order.refund',
    subject: `order:${orderId}`,
    before: null,
    after: { refund: toRupees(amount), reason, ...(target === 'source' ? {} : { to: target }) },
  })
  await issueCreditNotes(tx, orderId)
  return true
}

async function refundLockedOrder(
  context: StaffContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  { wanted, reason, restock, ...written }: StaffDecision & { wanted: RefundRequest } & WrittenWay,
): Promise<Result<StaffRefund, StaffRefusal>> {
  const lines = await listSoldLines(tx, order.id)
  const balance = await findOrderBalance(tx, order)
  const priced = priceRefund(order, lines, wanted, balance)
  if (!priced.ok) return priced
  const chosen = wayOf(order, written)
  if (!chosen.ok) return chosen
  const { pieces, isWhole } = priced.data
  const way = chosen.data
  if (isWhole) await cancelInFull(context, tx, order, { by: 'staff', actor: context.actor, reason, restock, way })
  else await refundPart(context, tx, order, { ...priced.data, lines, reason, restock, way })
  const refund = toRupees(sumOfRefund(isWhole ? wholeOf(balance) : priced.data))
  await writeAudit(tx, context.actor, {
    action: 'order.refund',
    subject: `order:${order.id}`,
    before: null,
    after: { refund, reason, ...(way.to === 'source' ? {} : way), ...(pieces.length > 0 ? { pieces, restock } : {}) },
  })
  await issueCreditNotes(tx, order.id)
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
  from: StaffDecision['from'],
  work: (tx: Transaction<Tables>, order: SoldOrder) => Promise<Result<StaffRefund, StaffRefusal>>,
): Promise<Result<StaffRefund, StaffRefusal>> {
  const result = await db.transaction().execute(async (tx) => {
    const id = await findOrderId(tx, reference)
    const order = id && (await lockSoldOrder(tx, id))
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    // A cancelled order is asked for again by whoever didn't get the answer.
    const isElsewhere = from !== undefined && order.status !== null && ![from, 'cancelled'].includes(statusOf(order))
    return isElsewhere
      ? refuse('changed_meanwhile', ELSEWHERE, { extra: { current: statusOf(order) } })
      : work(tx, order)
  })
  if (result.ok) mail.wake()
  return result
}

async function refundedSoFar(
  context: StaffContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  { already }: { already: boolean },
): Promise<Result<StaffRefund, StaffRefusal>> {
  const refund = toRupees(paise(refundedOf(await findOrderBalance(tx, order))))
  return ok({ ...nameOrder(context, order), refund, cancelled: true, already })
}

function nameOrder({ settings }: StaffContext, { id, number }: SoldOrder) {
  return { orderId: id, orderNumber: orderNumber(number, settings()) }
}

async function refundPart(
  context: StaffContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  part: StaffDecision & PricedRefund & { lines: readonly OrderedLine[]; way: RefundWay },
): Promise<void> {
  const { lines, pieces, amount, exchanges, reason, restock, way } = part
  let parts: RefundParts = { money: [], credit: paise(0) }
  if (sumOfRefund(part) > 0) {
    const refund = { reason: pieces.length > 0 ? 'lines' : 'amount', note: reason, lines: pieces } as const
    parts = await makeRefund(context, tx, order, { amount, exchanges, ...refund, way })
  }
  if (pieces.length === 0) return
  await cancelAndRestock(tx, order.id, pieces, restock)
  const named = namePieces(lines, pieces)
  await mailAboutOrder(context, tx, order, (rest, to) =>
    cancelledMail({ order: rest, pieces: named, ...parts, partly: true }, to),
  )
}
