import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { type LaterStatus, nextStatus } from '../orders/rules.ts'
import { dateStage, type StaffContext } from '../orders/staff.server.ts'
import { refundPieces } from '../refunds/staff.server.ts'
import { type ParcelRequest, parseParcel, refuseForeignParcel } from '../shipping/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { audit, type ChangedExchange, changeExchange, mailExchange } from './change.server.ts'
import { giveBack, refuseUnpaid, returnDifference } from './difference.server.ts'
import { exchangeMail, notArrivedMail, parcelMail, refusedMail } from './mails.server.ts'
import { DELIVERED_ALREADY, EXCHANGE_NOT_FOUND } from './messages.ts'
import {
  endExchange,
  hasRefundedPieces,
  type LockedExchange,
  lockExchange,
  replacementsOf,
  type StoredParcel,
  takeArrivalBack,
  updateExchangeStatus,
  writeParcel,
} from './sql.server.ts'

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
    const unpaid = status === 'packaging' ? refuseUnpaid(exchange) : null
    if (unpaid) return unpaid
    return status ? moveTo(context, tx, exchange, status, when) : refuse('already_delivered', DELIVERED_ALREADY)
  })
}

async function moveTo(
  context: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  status: LaterStatus,
  when: WrittenTime | undefined,
): Promise<Result<ChangedExchange>> {
  const exchangeId = exchange.id
  const at = await dateStage(context, tx, { kind: 'exchanges', id: exchangeId, status, exchangeDays: null }, when)
  if (!at.ok) return at
  await setStage(context, tx, exchange, status, at.data)
  await mailExchange(context, tx, exchange, (about, to) => exchangeMail(about, status, to))
  if (status === 'delivered' && exchange.received_at) await giveBack(context, tx, exchange)
  return ok({ exchangeId, status })
}

/**
 * Records that the replacement has arrived, and mails the customer. `undo` takes that back. Refused: it hasn't left; it
 * has arrived before; a time that can't be.
 */
export function recordArrival(
  context: StaffContext,
  exchangeId: string,
  when?: WrittenTime,
): Promise<Result<ChangedExchange & { undo: string | null }>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    if (exchange.status === 'delivered') return refuse('already_delivered', DELIVERED_ALREADY)
    if (exchange.status !== 'ontheway') return refuse('conflict', 'The replacement hasn’t left yet.')
    const moved = await moveTo(context, tx, exchange, 'delivered', when)
    if (!moved.ok) return moved
    const undo = { kind: 'exchange.arrived', data: { exchangeId } }
    return ok({ ...moved.data, undo: await storeUndo(tx, context.actor, undo) })
  })
}

export const exchangeUndo: UndoKinds = {
  'exchange.arrived': {
    takesBack: 'POST /exchanges/{id}/arrived',
    work: async ({ shop, tx, actor }, data) => {
      const context = { ...shop, actor }
      const { exchangeId } = z.object({ exchangeId: z.string() }).parse(data)
      const exchange = await lockExchange(tx, exchangeId)
      if (!exchange) return refuse('not_found', EXCHANGE_NOT_FOUND)
      if (exchange.status !== 'delivered' || exchange.cancelled_at) return refuse('conflict', CHANGED_SINCE)
      // Refunded replacements can't be on their way again.
      if (await hasRefundedPieces(tx, exchangeId)) return refuse('conflict', CHANGED_SINCE)
      await takeArrivalBack(tx, exchangeId)
      await audit(context, tx, exchange, 'exchange.not-arrived', { status: 'ontheway' })
      await mailExchange(context, tx, exchange, notArrivedMail)
      return ok(null)
    },
  },
}

/**
 * Accepts a request, so that the replacement is packed. `pickup` is the parcel that fetches the old piece, and can be
 * added later. Refused: accepted before and without a `pickup`; a `pickup` of an old piece that is back.
 */
export function approveExchange(
  context: StaffContext,
  exchangeId: string,
  pickup?: ParcelRequest,
): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const parsed = await parseOwnParcel(context, tx, exchange, pickup)
    if (!parsed.ok) return parsed
    const parcel = parsed.data
    const refusal = parcel ? refuseIfReceived(exchange) : null
    if (refusal) return refusal
    if (exchange.status !== 'ordered' && !parcel) return refuse('conflict', 'This exchange is already approved.')
    const unpaid = exchange.status === 'ordered' ? refuseUnpaid(exchange) : null
    if (unpaid) return unpaid
    if (exchange.status === 'ordered') await setStage(context, tx, exchange, 'packaging', null)
    if (parcel) await recordPickup(context, tx, exchange, parcel)
    else await mailExchange(context, tx, exchange, (about, to) => exchangeMail(about, 'packaging', to))
    return ok({ exchangeId, status: exchange.status === 'ordered' ? 'packaging' : exchange.status })
  })
}

/** Records the parcel that fetches the old piece of an approved exchange, in place of an earlier one, and tells the customer. */
export async function recordPickup(
  context: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  parcel: StoredParcel,
): Promise<void> {
  await writeParcel(tx, exchange.id, 'return', parcel)
  await audit(context, tx, exchange, 'exchange.pickup', { carrier: parcel.carrier })
  await mailExchange(context, tx, exchange, (about, to) => parcelMail(about, 'return', parcel, to))
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
    await returnDifference(context, tx, exchange)
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
    const parsed = await parseOwnParcel(context, tx, exchange, request)
    if (!parsed.ok) return parsed
    const parcel = parsed.data
    const refusal = refuseIfShipped(exchange)
    if (refusal) return refusal
    if (exchange.status === 'ordered') return refuse('conflict', 'This exchange isn’t approved yet. Approve it first.')
    if (parcel) await writeParcel(tx, exchangeId, 'outbound', parcel)
    await setStage(context, tx, exchange, 'ontheway', null)
    await mailExchange(context, tx, exchange, (about, to) =>
      parcel ? parcelMail(about, 'outbound', parcel, to) : exchangeMail(about, 'ontheway', to),
    )
    return ok({ exchangeId, status: 'ontheway' })
  })
}

/** Parses the parcel of an exchange, if there is one. Refused: as `parseParcel`; a number of another customer's. */
async function parseOwnParcel(
  context: StaffContext,
  tx: Transaction<Tables>,
  { customer_id }: LockedExchange,
  request: ParcelRequest | undefined,
): Promise<Result<StoredParcel | null>> {
  if (!request) return ok(null)
  const parsed = parseParcel(context, request)
  if (!parsed.ok) return parsed
  return (await refuseForeignParcel(context, tx, customer_id, parsed.data)) ?? parsed
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
    // Receiving restocks what comes back.
    const refunded = await refundPieces(context, tx, exchange.order_id, { pieces, reason })
    if (!refunded.ok) return refunded
    await audit(context, tx, exchange, 'exchange.refund', { reason, refund: refunded.data.refund })
    await returnDifference(context, tx, exchange)
    return ok({ exchangeId, status: exchange.status, refund: refunded.data.refund })
  })
}

/** Releases the stock that an exchange holds. Does nothing if the replacement has left. */
export async function releaseHold(tx: Transaction<Tables>, exchange: LockedExchange): Promise<void> {
  if (exchange.hold !== 'held') return
  const cause = { exchangeId: exchange.id }
  await moveStock(tx, cause, replacementsOf(exchange), { onHand: 0, reserved: -1, reason: 'exchange ended' })
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

export function refuseIfReceived({ received_at }: LockedExchange): Refusal | null {
  return received_at ? refuse('already_received', 'The return of this exchange has already been received.') : null
}
