import type { Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { mailAboutOrder } from '../orders/mail-customer.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { isStanding, type OrderStatus, orderNumber, type ParcelState } from '../orders/rules.ts'
import { dateStage, moveOrder, type StaffContext } from '../orders/staff.server.ts'
import { type LockedOrder, lockOrderForStaff } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { correctedMail } from './mails.server.ts'
import {
  countCorrections,
  findParcel,
  findParcels,
  isWhollyDelivered,
  type StoredShipment,
  updateParcel,
  updateParcelState,
} from './sql.server.ts'
import { type ParcelRefusal, parseParcel, refuseForeignParcel, writesFreely } from './staff.server.ts'

export interface ChangedParcel {
  orderId: string
  orderNumber: string
  carrier: string
  tracking: string
  url: string | null
}

/** Runs `work` on an order's parcel, by its id or its tracking number, in one transaction. Refused: no such order or parcel. */
export async function changeParcel<T>(
  context: StaffContext,
  reference: string,
  parcel: string,
  work: (tx: Transaction<Tables>, order: LockedOrder, parcel: StoredShipment) => Promise<Result<T, ParcelRefusal>>,
): Promise<Result<T, ParcelRefusal>> {
  const result = await transact<Tables, T, ParcelRefusal>(context.db, async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const found = await findParcel(tx, order.id, parcel)
    return found ? work(tx, order, found) : refuse('not_found', `This order has no parcel ${parcel}.`)
  })
  if (result.ok) context.mail.wake()
  return result
}

const CORRECTIONS_A_DAY = 3

/**
 * Puts a parcel's carrier, tracking number or tracking page right, and mails the customer. What is right already changes
 * nothing. Refused: no such order or parcel; a delivered parcel; a number already recorded; a packer's or a program's fourth time in a day.
 */
export function correctParcel(
  context: StaffContext,
  reference: string,
  wrong: string,
  right: { carrier?: string | undefined; tracking?: string | undefined; url?: string | undefined },
): Promise<Result<ChangedParcel, ParcelRefusal>> {
  return changeParcel(context, reference, wrong, async (tx, order, parcel) => {
    if (parcel.state === 'delivered')
      return refuse('conflict', 'This parcel was delivered, so its number can’t change.')
    const parsed = parseParcel(context, {
      carrier: parcel.carrier,
      tracking: parcel.tracking_number,
      ...definedOf(right),
    })
    if (!parsed.ok) return parsed
    const { carrier, trackingNumber, url } = parsed.data
    const shown = { orderId: order.id, orderNumber: orderNumber(order.number, context.settings()), carrier, url }
    const corrected = ok({ ...shown, tracking: trackingNumber })
    const isSameNumber = carrier === parcel.carrier && trackingNumber === parcel.tracking_number
    if (isSameNumber && url === parcel.url) return corrected
    const foreign = await refuseForeignParcel(context, tx, order.customer_id, parsed.data)
    if (foreign) return foreign
    const taken = await findParcels(tx, carrier, trackingNumber)
    if (taken.some((one) => one.order_id === order.id && one.id !== parcel.id))
      return refuse('conflict', `${carrier} ${trackingNumber} is already recorded.`)
    if (!writesFreely(context.actor) && (await countCorrections(tx, order.id, parcel.id)) >= CORRECTIONS_A_DAY)
      return refuse(
        'conflict',
        `A parcel can be corrected ${CORRECTIONS_A_DAY} times a day, since the customer is e-mailed each time. A manager can correct it again.`,
      )
    await updateParcel(tx, parcel.id, parsed.data, { isSameNumber })
    await writeAudit(tx, context.actor, {
      action: 'order.correct-parcel',
      subject: `order:${order.id}`,
      before: { shipment: parcel.id, carrier: parcel.carrier },
      after: { shipment: parcel.id, carrier },
    })
    if (isStanding(order.state))
      await mailAboutOrder(context, tx, order, (of, to) =>
        correctedMail({ carrier, trackingNumber, url, order: of, isNumber: !isSameNumber }, to),
      )
    return corrected
  })
}

/** The parts that are given. */
function definedOf<T extends object>(parts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  // Safe cast: what is undefined is left out.
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}

/** Where a parcel is, as its carrier or staff say. */
export interface ParcelNews {
  state: ParcelState
  /** Why, in their words. */
  reason?: string | undefined
  /** Since when, by default now. */
  at?: WrittenTime | undefined
  /** True if a carrier is about to hand it over. */
  isOut?: boolean
}

export interface ParcelStateChange {
  orderId: string
  /** The order's status afterwards. */
  status: OrderStatus | 'cancelled' | null
  state: ParcelState
  /** True if it was in this state before. Then nothing was changed. */
  already: boolean
}

/**
 * Says where a parcel is. The order is delivered with its last parcel, and its customer told. Refused: no such order or
 * parcel; an order that is delivered; a time that can't be.
 */
export function setParcelState(
  context: StaffContext,
  reference: string,
  parcel: string,
  news: ParcelNews,
): Promise<Result<ParcelStateChange, ParcelRefusal>> {
  return changeParcel(context, reference, parcel, (tx, order, found) =>
    noteParcelState(context, tx, order, found, news),
  )
}

/** The same of a locked order's parcel in the caller's transaction. The caller wakes the outbox afterwards. */
export async function noteParcelState(
  context: Omit<StaffContext, 'db'>,
  tx: Transaction<Tables>,
  order: LockedOrder,
  parcel: StoredShipment,
  { state, reason, at: when, isOut = false }: ParcelNews,
): Promise<Result<ParcelStateChange, 'conflict' | 'invalid_input'>> {
  const status: ParcelStateChange['status'] = order.state === 'cancelled' ? 'cancelled' : order.status
  const changed = { orderId: order.id, state, status, already: true }
  // It's at the shop: a carrier's later word, or an older file, changes nothing.
  if (parcel.received_at) return ok({ ...changed, state: parcel.state })
  const isSaid = reason === undefined || reason === parcel.state_reason
  const isOutBefore = parcel.out_for_delivery_at !== null
  if (state === parcel.state && isSaid && (state === 'delivered' || !isOut || isOutBefore)) return ok(changed)
  if (status === 'delivered' && state !== 'delivered') return refuse('conflict', ORDER_DELIVERED)
  const days = state === 'delivered' ? order.exchange_days : null
  const at = await dateStage(
    context,
    tx,
    { kind: 'orders', id: order.id, status: 'delivered', exchangeDays: days },
    when,
  )
  if (!at.ok) return at
  await updateParcelState(tx, parcel.id, { state, reason: reason ?? null, at: at.data, isOut })
  // Without the reason, in which a person may be named: audit lines are never deleted.
  await writeAudit(tx, context.actor, {
    action: 'order.parcel',
    subject: `order:${order.id}`,
    before: { shipment: parcel.id, state: parcel.state },
    after: { shipment: parcel.id, state },
  })
  const isLast = status === 'ontheway' && state === 'delivered' && (await isWhollyDelivered(tx, order.id))
  if (isLast) await moveOrder(context, tx, order, 'delivered', at.data)
  return ok({ ...changed, status: isLast ? 'delivered' : status, already: false })
}

const ORDER_DELIVERED = 'This order is delivered. If it wasn’t, mark it as not delivered first.'
