import type { Transaction } from 'kysely'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { writeAudit } from '../audit/store.server.ts'
import { moveStock } from '../catalog/stock-store.server.ts'
import { inLanguageOf } from '../contact/language-store.server.ts'
import type { Exchange } from '../orders/contract.ts'
import type { Recipient } from '../orders/mails.server.ts'
import { nextStatus, type OrderStatus } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { refundExchanged } from '../refunds/staff.server.ts'
import { readSettings } from '../settings/staff.server.ts'
import { type ParcelRequest, parseParcel } from '../shipping/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { type ExchangeAbout, endedMail, exchangeMail, parcelMail } from './mails.server.ts'
import { CANCELLED_ALREADY, DELIVERED_ALREADY, EXCHANGE_NOT_FOUND } from './messages.ts'
import {
  endExchange,
  type LockedExchange,
  listAllExchanges,
  lockExchange,
  markTaken,
  type ReceivedLine,
  replacementsOf,
  updateExchangeStatus,
  writeParcel,
  writeReceived,
} from './store.server.ts'

/** Exchanges for the operator, newest first. */
export function listExchanges({ db }: Pick<StaffContext, 'db'>, options: { limit?: number } = {}): Promise<Exchange[]> {
  return listAllExchanges(db, options.limit ?? 100)
}

/** Where an exchange stands after a change. */
export interface ChangedExchange {
  exchangeId: string
  status: OrderStatus
}

/**
 * Moves an exchange one stage and mails its customer; the replacement leaves the stock as it is set on its way. `at` says when
 * it happened, now where it is left out. Refused: no such exchange, cancelled, delivered.
 */
export function advanceExchange(
  context: StaffContext,
  exchangeId: string,
  at?: Date,
): Promise<Result<ChangedExchange>> {
  return change(context, exchangeId, async (tx, exchange) => {
    const status = nextStatus(exchange.status)
    if (!status) return refuse('conflict', DELIVERED_ALREADY)
    await setStage(context, tx, exchange, status, at ?? null)
    await mailExchange(context, tx, exchange, (about, to) => exchangeMail(about, status, to))
    return ok({ exchangeId, status })
  })
}

/** Accepts a request, with the parcel that fetches the old piece where one is booked; the replacement is packed. */
export function approveExchange(
  context: StaffContext,
  exchangeId: string,
  pickup?: ParcelRequest,
): Promise<Result<ChangedExchange>> {
  return change(context, exchangeId, async (tx, exchange) => {
    const parcel = pickup && parseParcel(pickup)
    if (parcel && !parcel.ok) return parcel
    if (exchange.status !== 'ordered' && !parcel) return refuse('conflict', 'This exchange is approved already.')
    if (parcel) await writeParcel(tx, exchangeId, 'back', parcel.data)
    if (exchange.status === 'ordered') await setStage(context, tx, exchange, 'packaging', null)
    await mailExchange(context, tx, exchange, (about, to) =>
      parcel ? parcelMail(about, 'back', parcel.data, to) : exchangeMail(about, 'packaging', to),
    )
    return ok({ exchangeId, status: exchange.status === 'ordered' ? 'packaging' : exchange.status })
  })
}

/** Refuses a request with a reason that its customer reads, and releases what it holds. Not once the replacement has left. */
export function refuseExchange(
  context: StaffContext,
  exchangeId: string,
  reason: string,
): Promise<Result<ChangedExchange>> {
  return change(context, exchangeId, async (tx, exchange) => {
    const left = hasLeft(exchange)
    if (left) return left
    await releaseHold(tx, exchange)
    await endExchange(tx, exchangeId, { refusal: reason })
    await audit(context, tx, exchange, 'exchange.refuse', { reason })
    await mailExchange(context, tx, exchange, (about, to) => endedMail(about, { refusal: reason }, to))
    return ok({ exchangeId, status: exchange.status })
  })
}

/** The replacement leaves the stock, in a parcel that its customer can follow where one is named. */
export function shipExchange(
  context: StaffContext,
  exchangeId: string,
  request?: ParcelRequest,
): Promise<Result<ChangedExchange>> {
  return change(context, exchangeId, async (tx, exchange) => {
    const parcel = request && parseParcel(request)
    if (parcel && !parcel.ok) return parcel
    const left = hasLeft(exchange)
    if (left) return left
    if (parcel) await writeParcel(tx, exchangeId, 'out', parcel.data)
    await setStage(context, tx, exchange, 'ontheway', parcel?.data.at ?? null)
    await mailExchange(context, tx, exchange, (about, to) =>
      parcel ? parcelMail(about, 'out', parcel.data, to) : exchangeMail(about, 'ontheway', to),
    )
    return ok({ exchangeId, status: 'ontheway' })
  })
}

/** By SKU: what came back damaged, and what did not come back. */
export interface Inspection {
  damaged: Readonly<Record<string, number>>
  missing: Readonly<Record<string, number>>
}

/** What came back: good pieces are in the stock again, damaged ones are written off. */
export interface ReceivedPieces extends ChangedExchange {
  pieces: { sku: string; good: number; damaged: number }[]
}

/**
 * Books in what comes back, once: the old pieces, or the replacement of an exchange that was cancelled on its way. A SKU that
 * the catalogue no longer has is noted alone. Refused: received before; cancelled before anything left; counts that are too high.
 */
export async function receiveExchange(
  context: StaffContext,
  exchangeId: string,
  { damaged, missing }: Inspection,
): Promise<Result<ReceivedPieces>> {
  return change(
    context,
    exchangeId,
    async (tx, exchange) => {
      if (exchange.received_at) return refuse('conflict', 'What this exchange gave back is booked in already.')
      const isCancelled = exchange.cancelled_at !== null && exchange.refunded_at === null
      if (isCancelled && exchange.hold !== 'taken') return refuse('conflict', CANCELLED_ALREADY)
      const inspected = inspect(exchange, isCancelled, { damaged, missing })
      if (!inspected.ok) return inspected
      const lines = inspected.data
      await writeReceived(tx, exchangeId, lines)
      const good = lines.flatMap(({ sku, good }) => (good > 0 ? [{ sku, quantity: good }] : []))
      await moveStock(tx, { exchangeId }, good, { onHand: 1, reserved: 0, why: 'came back from an exchange' })
      const pieces = lines.map(({ sku, good, damaged }) => ({ sku, good, damaged }))
      await audit(context, tx, exchange, 'exchange.receive', { pieces })
      if (!isCancelled)
        await mailExchange(context, tx, exchange, (about, to) => endedMail(about, { received: true }, to))
      return ok({ exchangeId, status: exchange.status, pieces })
    },
    { cancelledToo: true },
  )
}

/** Sends the money of the pieces back where nothing can replace them, and releases what is held. */
export function refundExchange(
  context: StaffContext,
  exchangeId: string,
  reason: string,
): Promise<Result<ChangedExchange & { refund: number }>> {
  return change(context, exchangeId, async (tx, exchange) => {
    const left = hasLeft(exchange)
    if (left) return left
    await releaseHold(tx, exchange)
    await endExchange(tx, exchangeId, { refunded: true })
    const pieces = exchange.lines.map(({ sku, quantity }) => ({ sku, count: quantity }))
    const refunded = await refundExchanged(context, tx, exchange.order_id, { pieces, reason })
    if (!refunded.ok) throw new RefundRefused(refunded)
    await audit(context, tx, exchange, 'exchange.refund', { reason, refund: refunded.data.refund })
    return ok({ exchangeId, status: exchange.status, refund: refunded.data.refund })
  })
}

/** Takes back what the transaction has done, and tells why. */
class RefundRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Releases what an exchange holds; what has left is not touched. */
export async function releaseHold(tx: Transaction<Tables>, exchange: LockedExchange): Promise<void> {
  if (exchange.hold !== 'held') return
  const cause = { exchangeId: exchange.id }
  await moveStock(tx, cause, replacementsOf(exchange), { onHand: 0, reserved: -1, why: 'exchange ended' })
}

/** Puts a mail to the exchange's customer into the outbox. */
export async function mailExchange(
  { mail, settings }: Pick<StaffContext, 'mail' | 'settings'>,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  write: (about: ExchangeAbout, recipient: Recipient) => Mail,
): Promise<void> {
  if (!exchange.email) return
  const { publicUrl } = settings
  const recipient = { to: exchange.email, name: exchange.customer_name, publicUrl, settings: await readSettings(tx) }
  const about = { exchangeId: exchange.id, orderId: exchange.order_id, productName: exchange.product_name }
  await mail.enqueue(tx, await inLanguageOf(tx, recipient.to, () => write(about, recipient)))
}

async function change<T>(
  { db, mail }: StaffContext,
  exchangeId: string,
  work: (tx: Transaction<Tables>, exchange: LockedExchange) => Promise<Result<T>>,
  { cancelledToo = false }: { cancelledToo?: boolean } = {},
): Promise<Result<T>> {
  try {
    const result = await db.transaction().execute(async (tx) => {
      const exchange = await lockExchange(tx, exchangeId)
      if (!exchange) return refuse('not_found', EXCHANGE_NOT_FOUND)
      if (exchange.cancelled_at && !cancelledToo) return refuse('conflict', CANCELLED_ALREADY)
      return work(tx, exchange)
    })
    if (result.ok) mail.wake()
    return result
  } catch (error) {
    if (error instanceof RefundRefused) return error.refusal
    throw error
  }
}

async function setStage(
  context: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  status: OrderStatus,
  at: Date | null,
): Promise<void> {
  if (status === 'ontheway' && exchange.hold === 'held') {
    const cause = { exchangeId: exchange.id }
    await markTaken(tx, exchange.id)
    await updateExchangeStatus(tx, exchange.id, status, at)
    await moveStock(tx, cause, replacementsOf(exchange), { onHand: -1, reserved: -1, why: 'sent in exchange' })
  } else await updateExchangeStatus(tx, exchange.id, status, at)
  await audit(context, tx, exchange, 'exchange.advance', { status })
}

function hasLeft(exchange: LockedExchange): Refusal | null {
  const left = exchange.status === 'ontheway' || exchange.status === 'delivered'
  return left ? refuse('conflict', 'The replacement has left already.') : null
}

/** Counts what came back of each line; what is not named is good. */
function inspect(exchange: LockedExchange, isCancelled: boolean, named: Inspection): Result<ReceivedLine[]> {
  const left = { damaged: { ...named.damaged }, missing: { ...named.missing } }
  const take = (kind: keyof Inspection, sku: string, most: number) => {
    const taken = Math.min(left[kind][sku] ?? 0, most)
    if (sku in left[kind]) left[kind][sku] = (left[kind][sku] ?? 0) - taken
    return taken
  }
  const lines = exchange.lines.map(({ order_line_id, sku: bought, replacement_sku, quantity }) => {
    const sku = isCancelled ? (replacement_sku ?? bought) : bought
    const damaged = take('damaged', sku, quantity)
    const good = quantity - damaged - take('missing', sku, quantity - damaged)
    return { order_line_id, sku, good, damaged }
  })
  for (const counts of [left.damaged, left.missing])
    for (const [sku, count] of Object.entries(counts))
      if (count > 0) return refuse('invalid', `This exchange has not so many of ${sku}.`)
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
