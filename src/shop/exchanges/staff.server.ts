import type { Transaction } from 'kysely'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { moveStock } from '../catalog/stock-sql.server.ts'
import type { Exchange } from '../orders/contract.ts'
import { type MailContext, mailCustomer } from '../orders/mail-customer.server.ts'
import type { Recipient } from '../orders/mails.server.ts'
import { type LaterStatus, nextStatus, type OrderStatus } from '../orders/rules.ts'
import { dateStage, type StaffContext } from '../orders/staff.server.ts'
import { refundExchanged } from '../refunds/staff.server.ts'
import { type ParcelRequest, parseParcel } from '../shipping/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { type ExchangeAbout, exchangeMail, parcelMail, receivedMail, refusedMail } from './mails.server.ts'
import { CANCELLED_ALREADY, DELIVERED_ALREADY, EXCHANGE_NOT_FOUND } from './messages.ts'
import {
  endExchange,
  type LockedExchange,
  listAllExchanges,
  lockExchange,
  type ReceivedLine,
  replacementsOf,
  updateExchangeStatus,
  writeParcel,
  writeReceived,
} from './sql.server.ts'

/** Exchanges for the operator, newest first. */
export function listExchanges({ db }: Pick<StaffContext, 'db'>, options: { limit?: number } = {}): Promise<Exchange[]> {
  return listAllExchanges(db, options.limit ?? 100)
}

/** The state of an exchange after a change. */
export interface ChangedExchange {
  exchangeId: string
  status: OrderStatus
}

/**
 * Moves an exchange to its next stage and mails its customer. `ontheway` takes the replacement out of the stock. `when`
 * is when it happened, by default now: see `dateStage`. Refused: no such exchange, cancelled, delivered, a time that
 * can't be.
 */
export function advanceExchange(
  context: StaffContext,
  exchangeId: string,
  when?: WrittenTime,
): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const status = nextStatus(exchange.status)
    if (!status) return refuse('already_delivered', DELIVERED_ALREADY)
    const at = await dateStage(context, tx, { kind: 'exchanges', id: exchangeId, status, exchangeDays: null }, when)
    if (!at.ok) return at
    await setStage(context, tx, exchange, status, at.data)
    await mailExchange(context, tx, exchange, (about, to) => exchangeMail(about, status, to))
    return ok({ exchangeId, status })
  })
}

/**
 * Accepts a request, so that the replacement is packed. `pickup` is the parcel that fetches the old piece, and can be
 * added later. Refused: accepted before and without a `pickup`; delivered; the old piece is back.
 */
export function approveExchange(
  context: StaffContext,
  exchangeId: string,
  pickup?: ParcelRequest,
): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const parcel = pickup && parseParcel(pickup)
    if (parcel && !parcel.ok) return parcel
    const refusal = refuseIfReceived(exchange)
    if (refusal) return refusal
    if (exchange.status === 'delivered') return refuse('already_delivered', DELIVERED_ALREADY)
    if (exchange.status !== 'ordered' && !parcel) return refuse('conflict', 'This exchange is already approved.')
    if (parcel) await writeParcel(tx, exchangeId, 'return', parcel.data)
    if (exchange.status === 'ordered') await setStage(context, tx, exchange, 'packaging', null)
    await mailExchange(context, tx, exchange, (about, to) =>
      parcel ? parcelMail(about, 'return', parcel.data, to) : exchangeMail(about, 'packaging', to),
    )
    return ok({ exchangeId, status: exchange.status === 'ordered' ? 'packaging' : exchange.status })
  })
}

/**
 * Rejects a request with a reason that its customer reads, and releases what it holds. Refused once the replacement has
 * left or the old piece is back.
 */
export function refuseExchange(
  context: StaffContext,
  exchangeId: string,
  reason: string,
): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const refusal = refuseIfShipped(exchange) ?? refuseIfReceived(exchange)
    if (refusal) return refusal
    await releaseHold(tx, exchange)
    await endExchange(tx, exchangeId, { refusal: reason })
    await audit(context, tx, exchange, 'exchange.refuse', { reason })
    await mailExchange(context, tx, exchange, (about, to) => refusedMail(about, reason, to))
    return ok({ exchangeId, status: exchange.status })
  })
}

/**
 * Takes the replacement of an approved exchange out of the stock and mails the customer; `request` has the parcel's
 * tracking.
 */
export function shipExchange(
  context: StaffContext,
  exchangeId: string,
  request?: ParcelRequest,
): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const parcel = request && parseParcel(request)
    if (parcel && !parcel.ok) return parcel
    const refusal = refuseIfShipped(exchange)
    if (refusal) return refusal
    if (exchange.status === 'ordered')
      return refuse('conflict', 'This exchange isn’t approved yet: `exchanges approve` does that.')
    if (parcel) await writeParcel(tx, exchangeId, 'outbound', parcel.data)
    await setStage(context, tx, exchange, 'ontheway', null)
    await mailExchange(context, tx, exchange, (about, to) =>
      parcel ? parcelMail(about, 'outbound', parcel.data, to) : exchangeMail(about, 'ontheway', to),
    )
    return ok({ exchangeId, status: 'ontheway' })
  })
}

/** The numbers of pieces by SKU that came back damaged, and that didn't come back. */
export interface Inspection {
  damaged: Readonly<Record<string, number>>
  missing: Readonly<Record<string, number>>
}

/** What came back by SKU: good pieces are restocked, damaged pieces are written off. */
export interface ReceivedPieces extends ChangedExchange {
  pieces: { sku: string; good: number; damaged: number }[]
}

/**
 * Records a return, once, and restocks the good pieces: the old pieces, or the replacement of an exchange cancelled on
 * its way. Pieces of a SKU no longer in the catalogue are recorded without a stock change. Refused: received before;
 * cancelled before the replacement left; counts that are too high.
 */
export async function receiveExchange(
  context: StaffContext,
  exchangeId: string,
  { damaged, missing }: Inspection,
): Promise<Result<ReceivedPieces>> {
  return changeExchange(
    context,
    exchangeId,
    async (tx, exchange) => {
      const refusal = refuseIfReceived(exchange)
      if (refusal) return refusal
      const isCancelled = exchange.cancelled_at !== null && exchange.refunded_at === null
      if (isCancelled && exchange.hold !== 'taken') return refuse('already_cancelled', CANCELLED_ALREADY)
      const inspected = inspect(exchange, isCancelled, { damaged, missing })
      if (!inspected.ok) return inspected
      const lines = inspected.data
      await writeReceived(tx, exchangeId, lines)
      const good = lines.flatMap(({ sku, good }) => (good > 0 ? [{ sku, quantity: good }] : []))
      await moveStock(tx, { exchangeId }, good, { onHand: 1, reserved: 0, reason: 'came back from an exchange' })
      const pieces = lines.map(({ sku, good, damaged }) => ({ sku, good, damaged }))
      await audit(context, tx, exchange, 'exchange.receive', { pieces })
      if (!isCancelled) await mailExchange(context, tx, exchange, receivedMail)
      return ok({ exchangeId, status: exchange.status, pieces })
    },
    { cancelledToo: true },
  )
}

/**
 * Ends an exchange with a refund of its pieces (`refund`, in rupees) and releases its hold. Refused once the
 * replacement has left.
 */
export function refundExchange(
  context: StaffContext,
  exchangeId: string,
  reason: string,
): Promise<Result<ChangedExchange & { refund: number }>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const refusal = refuseIfShipped(exchange)
    if (refusal) return refusal
    await releaseHold(tx, exchange)
    await endExchange(tx, exchangeId, { refunded: true })
    const pieces = exchange.lines.map(({ sku, quantity }) => ({ sku, count: quantity }))
    const refunded = await refundExchanged(context, tx, exchange.order_id, { pieces, reason })
    if (!refunded.ok) throw new Rollback(refunded)
    await audit(context, tx, exchange, 'exchange.refund', { reason, refund: refunded.data.refund })
    return ok({ exchangeId, status: exchange.status, refund: refunded.data.refund })
  })
}

/** Thrown to roll back the transaction if the refund turns out to be refused. */
class Rollback extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Releases the stock that an exchange holds. Does nothing if the replacement has left. */
export async function releaseHold(tx: Transaction<Tables>, exchange: LockedExchange): Promise<void> {
  if (exchange.hold !== 'held') return
  const cause = { exchangeId: exchange.id }
  await moveStock(tx, cause, replacementsOf(exchange), { onHand: 0, reserved: -1, reason: 'exchange ended' })
}

export function mailExchange(
  context: MailContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  write: (about: ExchangeAbout, recipient: Recipient) => Mail,
): Promise<void> {
  const about = { exchangeId: exchange.id, orderId: exchange.order_id, productName: exchange.product_name }
  return mailCustomer(context, tx, exchange, (to) => write(about, to))
}

async function changeExchange<T>(
  { db, mail }: StaffContext,
  exchangeId: string,
  work: (tx: Transaction<Tables>, exchange: LockedExchange) => Promise<Result<T>>,
  { cancelledToo = false }: { cancelledToo?: boolean } = {},
): Promise<Result<T>> {
  try {
    const result = await db.transaction().execute(async (tx) => {
      const exchange = await lockExchange(tx, exchangeId)
      if (!exchange) return refuse('not_found', EXCHANGE_NOT_FOUND)
      if (exchange.cancelled_at && !cancelledToo) return refuse('already_cancelled', CANCELLED_ALREADY)
      return work(tx, exchange)
    })
    if (result.ok) mail.wake()
    return result
  } catch (error) {
    if (error instanceof Rollback) return error.refusal
    throw error
  }
}

async function setStage(
  context: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  status: LaterStatus,
  at: Date | null,
): Promise<void> {
  await updateExchangeStatus(tx, exchange.id, status, at)
  if (status === 'ontheway' && exchange.hold === 'held') {
    const cause = { exchangeId: exchange.id }
    await moveStock(tx, cause, replacementsOf(exchange), { onHand: -1, reserved: -1, reason: 'sent in exchange' })
  }
  await audit(context, tx, exchange, 'exchange.advance', { status })
}

function refuseIfShipped({ status }: LockedExchange): Refusal | null {
  const hasLeft = status === 'ontheway' || status === 'delivered'
  return hasLeft ? refuse('conflict', 'The replacement has already left.') : null
}

function refuseIfReceived({ received_at }: LockedExchange): Refusal | null {
  return received_at ? refuse('already_received', 'The return of this exchange has already been received.') : null
}

/**
 * Distributes the inspection's numbers by SKU over the exchange's lines. Pieces that are neither damaged nor missing
 * are good. Refused: more of a SKU than the lines have.
 */
function inspect(exchange: LockedExchange, isCancelled: boolean, inspection: Inspection): Result<ReceivedLine[]> {
  const left = { damaged: { ...inspection.damaged }, missing: { ...inspection.missing } }
  const take = (counts: Record<string, number>, sku: string, most: number) => {
    const taken = Math.min(counts[sku] ?? 0, most)
    counts[sku] = (counts[sku] ?? 0) - taken
    return taken
  }
  const lines = exchange.lines.map(({ order_line_id, sku: bought, replacement_sku, quantity }) => {
    const sku = isCancelled ? replacement_sku : bought
    const damaged = take(left.damaged, sku, quantity)
    const good = quantity - damaged - take(left.missing, sku, quantity - damaged)
    return { order_line_id, sku, good, damaged }
  })
  for (const counts of [left.damaged, left.missing])
    for (const [sku, count] of Object.entries(counts))
      if (count > 0) return refuse('invalid_input', `This exchange has fewer pieces of ${sku}.`)
  return ok(lines)
}

function audit(
  { actor }: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  action: string,
  after: Record<string, unknown>,
): Promise<void> {
  const before = { status: exchange.status, hold: exchange.hold }
  return writeAudit(tx, actor, { action, subject: `exchange:${exchange.id}`, before, after })
}
