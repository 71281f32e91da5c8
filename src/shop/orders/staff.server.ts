import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { readableTime, type WrittenTime } from '#platform/india-time.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { type AuditLine, listAudit, writeAudit } from '../audit/sql.server.ts'
import type { EventType } from '../events/rules.ts'
import { recordEvent } from '../events/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { Order } from './contract.ts'
import { mailAboutOrder } from './mail-customer.server.ts'
import { notDeliveredMail, orderMovedMail } from './mails.server.ts'
import { ORDER_NOT_FOUND } from './messages.ts'
import {
  isStanding,
  type LaterStatus,
  nextStatus,
  ORDER_STATUSES,
  type OrderStage,
  type OrderStatus,
  orderNumber,
  pastExchangeEnd,
  stageMoment,
  stageProblem,
} from './rules.ts'
import { findAnyPaidOrder } from './sql.server.ts'
import {
  ARRIVED_FOR_EXCHANGE,
  LEAVES_IN_A_PARCEL,
  NOT_CONFIRMED_YET,
  NOT_DELIVERED_YET,
  NOT_ON_ITS_WAY,
  NOT_PAID_FOR,
  PARCEL_MISSING,
} from './staff-messages.ts'
import {
  findOrderId,
  findStaffFacts,
  findStageTimes,
  hasExchange,
  hasMissingParcel,
  type ListedOrder,
  type LockedOrder,
  listAllOrders,
  lockOrderForStaff,
  markParcelsDelivered,
  type StaffFacts,
  takeDeliveryBack,
  updateOrderStatus,
} from './staff-sql.server.ts'

/** The part of the shop that staff commands need, so that the command line can build it too. */
export interface StaffContext {
  db: Kysely<Tables>
  mail: Outbox
  config: { publicUrl: string; real: boolean }
  settings(): Settings
  /** Who acts, for the audit log. */
  actor: Actor
}

const STATUS_EVENTS: Partial<Record<OrderStatus, EventType>> = {
  ontheway: 'order.shipped',
  delivered: 'order.delivered',
}

/** Orders for staff, as `listAllOrders` sorts and selects them. */
export async function listOrders(
  { db, settings }: Pick<StaffContext, 'db' | 'settings'>,
  options: { limit?: number; unpaid?: boolean; stage?: OrderStage | undefined } = {},
): Promise<(ListedOrder & { orderNumber: string })[]> {
  const { limit = 100, unpaid = false, stage = null } = options
  const list = await listAllOrders(db, { limit, unpaid, stage })
  return list.map((order) => ({ ...order, orderNumber: orderNumber(order.number, settings()) }))
}

/** An order as its customer sees it, with what staff need to pack it and answer questions about it. */
export type StaffOrder = Order & StaffFacts & { timeline: TimelineEntry[] }

export interface TimelineEntry {
  /** ISO 8601. */
  at: string
  what: string
}

/** A paid order, by its id or number, or null. */
export async function showOrder(
  { db, settings }: Pick<StaffContext, 'db' | 'settings'>,
  reference: string,
): Promise<StaffOrder | null> {
  const id = await findOrderId(db, reference)
  const [order, facts] =
    id === null ? [] : await Promise.all([findAnyPaidOrder(db, id, settings()), findStaffFacts(db, id)])
  if (!order || !facts) return null
  const audit = await listAudit(db, { subject: `order:${order._id}`, limit: 100 })
  return { ...order, ...facts, timeline: timelineOf(order, facts, audit) }
}

/** What happened to an order, oldest first. Stages come from their dates, all else from the audit log. */
function timelineOf(order: Order, facts: StaffFacts, audit: readonly AuditLine[]): TimelineEntry[] {
  const stages = ORDER_STATUSES.map((status) => ({
    at: order.statusDates[status],
    what: status !== 'ordered' ? status : facts.payment_id === null ? 'placed' : `paid (${facts.payment_id})`,
  }))
  const entries = [
    { at: facts.created_at.toISOString(), what: 'created' },
    ...stages,
    ...order.exchanges.map(({ _id, requestedDate }) => ({ at: requestedDate, what: `exchange ${_id} requested` })),
    ...audit
      .filter(({ action }) => action !== 'order.advance')
      .map(({ at, action, actor }) => ({ at, what: `${action} by ${actor}` })),
  ]
  return entries
    .flatMap(({ at, what }) => (at === null ? [] : [{ at, what }]))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/**
 * Moves an order, by its id or number, to its next stage (ordered, packaging, ontheway, delivered) and mails its
 * customer. `when` is when it happened, by default now: see `dateStage`. Refused: no such order, not paid, not confirmed
 * by the provider, delivered, a time that can't be, to leave without a parcel if it's paid at the door, and to be delivered while a parcel is lost or came back.
 */
export async function advanceOrder(
  context: StaffContext,
  reference: string,
  when?: StageTime,
): Promise<Result<{ orderId: string; status: OrderStatus }>> {
  const result = await context.db.transaction().execute(async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const orderId = order.id
    if (order.state === 'to_confirm') return refuse('not_paid', NOT_CONFIRMED_YET)
    if (!isStanding(order.state) || !order.status) return refuse('not_paid', 'This order hasn’t been paid for.')
    if (order.capture_unconfirmed)
      return refuse('payment_unconfirmed', 'The payment provider hasn’t confirmed the payment for this order yet.')
    const status = nextStatus(order.status)
    if (!status) return refuse('already_delivered', 'This order has already been delivered.')
    if (status === 'ontheway' && order.state === 'placed') return refuse('conflict', LEAVES_IN_A_PARCEL)
    const at = await dateStage(
      context,
      tx,
      { kind: 'orders', id: orderId, status, exchangeDays: order.exchange_days },
      when,
    )
    if (!at.ok) return at
    if (status === 'delivered' && (await hasMissingParcel(tx, orderId))) return refuse('conflict', PARCEL_MISSING)
    await moveOrder(context, tx, order, status, at.data)
    return ok({ orderId, status })
  })
  if (result.ok) context.mail.wake()
  return result
}

/** Records that an order on its way was delivered. Refused if it's at another stage, or if a parcel is lost or came back. */
export async function recordDelivery(
  context: StaffContext,
  reference: string,
): Promise<
  Result<{ status: 'delivered' }, 'not_found' | 'not_paid' | 'payment_unconfirmed' | 'already_delivered' | 'conflict'>
> {
  const result = await transact(context.db, async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    if (!isStanding(order.state)) return refuse('not_paid', NOT_PAID_FOR)
    if (order.capture_unconfirmed) return refuse('payment_unconfirmed', 'The payment isn’t confirmed yet.')
    if (order.status === 'delivered') return refuse('already_delivered', 'This order has already been delivered.')
    if (order.status !== 'ontheway') return refuse('conflict', NOT_ON_ITS_WAY)
    if (await hasMissingParcel(tx, order.id)) return refuse('conflict', PARCEL_MISSING)
    await moveOrder(context, tx, order, 'delivered', null)
    return ok({ status: 'delivered' as const })
  })
  if (result.ok) context.mail.wake()
  return result
}

/**
 * Takes “delivered” back: the order is on its way again, its exchange days haven't begun, and its customer is told.
 * Refused: not delivered; an exchange was asked for.
 */
export async function takeBackDelivery(
  context: StaffContext,
  reference: string,
): Promise<Result<{ status: 'ontheway' }, 'not_found' | 'not_paid' | 'conflict'>> {
  const result = await transact(context.db, async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    if (!isStanding(order.state)) return refuse('not_paid', NOT_PAID_FOR)
    if (order.status !== 'delivered') return refuse('conflict', NOT_DELIVERED_YET)
    if (await hasExchange(tx, order.id)) return refuse('conflict', ARRIVED_FOR_EXCHANGE)
    await takeDeliveryBack(tx, order.id)
    await writeAudit(tx, context.actor, {
      action: 'order.not-delivered',
      subject: `order:${order.id}`,
      before: { status: 'delivered' },
      after: { status: 'ontheway' },
    })
    await mailAboutOrder(context, tx, order, notDeliveredMail)
    return ok({ status: 'ontheway' as const })
  })
  if (result.ok) context.mail.wake()
  return result
}

/** When staff say that a stage happened. `late`: a delivery may be recorded after its exchange days. */
export interface StageTime extends WrittenTime {
  late?: boolean | undefined
}

/**
 * The moment of a stage of a locked order or exchange; null is now. Refused: in the future; and in a real shop before
 * the order was paid or the parcel left, or so long ago that the exchange days are over. Elsewhere such dates rehearse
 * what happens later, as CONTRACT's `--at` allows.
 */
export async function dateStage(
  { config }: Pick<StaffContext, 'config'>,
  tx: Transaction<Tables>,
  stage: { kind: 'orders' | 'exchanges'; id: string; status: LaterStatus; exchangeDays: number | null },
  when: StageTime | undefined,
): Promise<Result<Date | null, 'invalid_input'>> {
  if (!when) return ok(null)
  const { kind, id, status, exchangeDays } = stage
  const times = await findStageTimes(tx, kind, id, status)
  const limits = { ...times, exchangeDays, since: config.real ? times.since : new Date(0) }
  const at = stageMoment(when, status, limits)
  const problem = stageProblem(at, limits)
  if (problem !== null) return refuse('invalid_input', problem)
  const ended = config.real && status === 'delivered' && !when.late ? pastExchangeEnd(at, limits) : null
  if (ended)
    return refuse(
      'invalid_input',
      `Its exchange days would have ended on ${readableTime(ended)}. If that is so, add --late.`,
    )
  return ok(at)
}

/**
 * Sets a later stage of a locked order in its transaction, and queues its mail. If `at` is null, it's now. The caller
 * wakes the outbox.
 */
export async function moveOrder(
  context: Omit<StaffContext, 'db'>,
  tx: Transaction<Tables>,
  order: LockedOrder,
  status: LaterStatus,
  at: Date | null,
): Promise<void> {
  const orderId = order.id
  await updateOrderStatus(tx, orderId, status, at)
  if (status === 'delivered') await markParcelsDelivered(tx, orderId)
  await writeAudit(tx, context.actor, {
    action: 'order.advance',
    subject: `order:${orderId}`,
    before: { status: order.status },
    after: { status },
  })
  const data = { orderId, orderNumber: orderNumber(order.number, context.settings()) }
  const type = STATUS_EVENTS[status]
  if (type) await recordEvent(tx, { type, subject: `order:${orderId}`, data }, context.actor)
  await mailAboutOrder(context, tx, order, (moved, to) => orderMovedMail(moved, status, to))
}
