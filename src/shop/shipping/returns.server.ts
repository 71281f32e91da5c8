import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { takesCash } from '../delivery/directory.server.ts'
import { type AddressChange, correctAddress } from '../orders/address.server.ts'
import { lockAddress } from '../orders/address-sql.server.ts'
import { mailAboutOrder } from '../orders/mail-customer.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { isStanding, orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { NOT_PAID_FOR } from '../orders/staff-messages.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import { restockPieces } from '../refunds/order-sql.server.ts'
import { refundPieces } from '../refunds/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo } from '../undo/undo.server.ts'
import { type Inspection, inspect } from './inspection.ts'
import { resentMail } from './mails.server.ts'
import { changeParcel } from './parcel.server.ts'
import { receiveUndo } from './receive-undo.server.ts'
import {
  type BackLine,
  isSentAgain,
  listBackLines,
  listLineCounts,
  listParcelLines,
  markSentAgain,
  type ParcelLine,
  unstock,
  writeReceivedParcel,
} from './returns-sql.server.ts'
import type { ParcelRefusal } from './staff.server.ts'

export interface ReceivedParcel {
  orderId: string
  orderNumber: string
  /** What came back by SKU; the rest is missing. */
  pieces: { sku: string; quantity: number; good: number; damaged: number }[]
  /** True if it was received before. Then nothing was changed, and `pieces` is what was found then. */
  already: boolean
  /** For `POST /undo/{id}`; null if it can't be taken back. */
  undo: string | null
}

/**
 * Takes a parcel in that came back, once: good pieces go into stock, damaged ones are written off. What becomes of the order is
 * decided later. Pieces of a SKU no longer in the catalogue are recorded without a stock change. Refused: no such order or
 * parcel; a delivered parcel; counts that are too high.
 */
export function receiveParcel(
  context: StaffContext,
  reference: string,
  parcel: string,
  inspection: Inspection,
): Promise<Result<ReceivedParcel, ParcelRefusal>> {
  return changeParcel<ReceivedParcel>(context, reference, parcel, async (tx, order, found) => {
    const shown = { orderId: order.id, orderNumber: orderNumber(order.number, context.settings()) }
    const expected = await listParcelLines(tx, found.id)
    if (found.received_at) return ok({ ...shown, pieces: expected.map(toPiece), already: true, undo: null })
    if (found.state === 'delivered') return refuse('conflict', PARCEL_DELIVERED)
    const inspected = inspect(expected, inspection, 'This parcel')
    if (!inspected.ok) return inspected
    const before = await listLineCounts(tx, order.id)
    await writeReceivedParcel(tx, found.id, inspected.data)
    const good = inspected.data.flatMap(({ sku, good }) => (good > 0 ? [{ sku, count: good }] : []))
    await restockPieces(tx, order.id, good, 'came back in a parcel')
    const pieces = inspected.data.map(toPiece)
    await writeAudit(tx, context.actor, {
      action: 'order.receive-parcel',
      subject: `order:${order.id}`,
      before: { shipment: found.id, state: found.state },
      after: { shipment: found.id, state: 'returned', pieces },
    })
    const undo = await storeUndo(tx, context.actor, await receiveUndo(tx, order.id, found, before))
    return ok({ ...shown, pieces, already: false, undo })
  })
}

const PARCEL_DELIVERED = 'This parcel was delivered. If it came back after all, update its status first.'

function toPiece({ sku, quantity, good, damaged }: Pick<ParcelLine, 'sku' | 'quantity' | 'good' | 'damaged'>) {
  return { sku, quantity, good: good ?? 0, damaged: damaged ?? 0 }
}

export interface ResentOrder {
  orderId: string
  orderNumber: string
  /** What is to pack again. */
  pieces: { sku: string; quantity: number }[]
  /** For missing and damaged pieces, in rupees. */
  refund: number
  /** True if it was sent again before. Then nothing was changed. */
  already: boolean
}

type ResendRefusal =
  | 'not_found'
  | 'not_paid'
  | 'not_back'
  | 'method_not_allowed'
  | 'payment_unconfirmed'
  | 'conflict'
  | 'invalid_input'
  | 'changed_meanwhile'

/**
 * Has what came back of an order packed and sent again, to another `address` if one is given. Good pieces leave the stock for
 * it; missing and damaged ones are left out and refunded. Refused: no such order; nothing is back; nothing good; sold
 * meanwhile; a delivered order; an address that can't be.
 */
export async function resendOrder(
  context: StaffContext,
  reference: string,
  { address = {} }: { address?: AddressChange | undefined },
): Promise<Result<ResentOrder, ResendRefusal>> {
  const result = await transact<Tables, ResentOrder, ResendRefusal>(context.db, async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    const addressed = order && (await lockAddress(tx, order.id))
    if (!order || !addressed) return refuse('not_found', ORDER_NOT_FOUND)
    const shown = { orderId: order.id, orderNumber: orderNumber(order.number, context.settings()) }
    if (order.state === 'cancelled') return refuse('conflict', 'This order is cancelled.')
    if (!isStanding(order.state)) return refuse('not_paid', NOT_PAID_FOR)
    if (order.status === 'delivered') return refuse('conflict', 'This order is delivered. Refund what came back.')
    const back = (await listBackLines(tx, order.id)).map(decide)
    if (back.length === 0 && (await isSentAgain(tx, order.id)))
      return ok({ ...shown, pieces: [], refund: 0, already: true })
    if (back.length === 0) return refuse('not_back', NOT_BACK)
    const pieces = back.flatMap(({ sku, goes }) => (goes > 0 ? [{ sku, quantity: goes }] : []))
    if (pieces.length === 0) return refuse('conflict', 'Nothing that came back can be sent again. Refund it.')
    const isUnpaid = order.state === 'placed'
    if (isUnpaid && back.some(({ refunded }) => refunded > 0)) return refuse('conflict', UNPAID_BAD)
    const moved = await correctAddress(context, tx, addressed, address)
    if (!moved.ok) return moved
    const { zipCode } = moved.data
    if (isUnpaid && (moved.data.country !== 'India' || !takesCash(moved.data, context.settings())))
      return refuse('method_not_allowed', `Cash on delivery isn’t available at ${zipCode}.`, {
        extra: { reason: 'pin' },
      })
    await markSentAgain(tx, order.id)
    const taken = back.flatMap(({ id, sku, goes, restocked }) =>
      Math.min(goes, restocked) > 0 ? [{ id, sku, quantity: Math.min(goes, restocked) }] : [],
    )
    const stock = { onHand: -1, reserved: 0, reason: 'sent again' } as const
    const sold = await moveStock(tx, { orderId: order.id }, taken, stock)
    if (sold !== null) return refuse('conflict', `${sold} was sold in the meantime. Refund it, or correct its stock.`)
    await unstock(tx, taken)
    const lost = back.flatMap(({ sku, refunded }) => (refunded > 0 ? [{ sku, count: refunded }] : []))
    const reason = 'Missing or damaged in the parcel that came back'
    const refunded = lost.length > 0 ? await refundPieces(context, tx, order.id, { pieces: lost, reason }) : null
    if (refunded && !refunded.ok) return refunded
    const refund = refunded?.data.refund ?? 0
    await writeAudit(tx, context.actor, {
      action: 'order.resend',
      subject: `order:${order.id}`,
      before: null,
      after: { pieces: Object.fromEntries(pieces.map(({ sku, quantity }) => [sku, quantity])), refund },
    })
    await mailAboutOrder(context, tx, order, resentMail)
    return ok({ ...shown, pieces, refund, already: false })
  })
  if (result.ok) context.mail.wake()
  return result
}

const UNPAID_BAD =
  'A piece is missing or damaged, and the order isn’t paid. Close it, and create a new order for the fine pieces.'
const NOT_BACK = 'Nothing of this order is back yet. Receive its parcel first.'

/** How many pieces of a line go out again, and how many are refunded. Those cancelled on their way are taken off the bad ones first. */
function decide(line: BackLine): BackLine & { goes: number; refunded: number } {
  const { quantity, cancelled, shipped, received, good } = line
  const gone = Math.max(0, cancelled + shipped - quantity)
  const open = Math.max(0, received - gone)
  const refunded = Math.min(open, Math.max(0, received - good - gone))
  return { ...line, goes: open - refunded, refunded }
}
