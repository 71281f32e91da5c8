import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { type AuditLine, listAudit, writeAudit } from '../audit/sql.server.ts'
import type { EventType } from '../events/rules.ts'
import { recordEvent } from '../events/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { Order } from './contract.ts'
import { mailCustomer } from './mail-customer.server.ts'
import { orderMovedMail } from './mails.server.ts'
import { ORDER_NOT_FOUND } from './messages.ts'
import {
  type LaterStatus,
  nextStatus,
  ORDER_STATUSES,
  type OrderStage,
  type OrderStatus,
  orderNumber,
} from './rules.ts'
import { findAnyPaidOrder } from './sql.server.ts'
import {
  findOrderId,
  findStaffFacts,
  type ListedOrder,
  type LockedOrder,
  listAllOrders,
  lockOrderForStaff,
  type StaffFacts,
  updateOrderStatus,
} from './staff-sql.server.ts'

/** The part of the shop that staff commands need, so that the command line can build it too. */
export interface StaffContext {
  db: Kysely<Tables>
  mail: Outbox
  config: { publicUrl: string }
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
    what: status === 'ordered' ? `paid (${facts.payment_id})` : status,
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
 * Moves a paid order, by its id or number, to its next stage (ordered, packaging, ontheway, delivered) and mails its
 * customer. `at` is when it happened, by default now. Refused: no such order, not paid, not confirmed by the provider,
 * delivered.
 */
export async function advanceOrder(
  context: StaffContext,
  reference: string,
  at?: Date,
): Promise<Result<{ orderId: string; status: OrderStatus }>> {
  const result = await context.db.transaction().execute(async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const orderId = order.id
    if (order.state !== 'paid' || !order.status) return refuse('not_paid', 'This order hasn’t been paid for.')
    if (order.capture_unconfirmed)
      return refuse('payment_unconfirmed', 'The payment provider hasn’t confirmed the payment for this order yet.')
    const status = nextStatus(order.status)
    if (!status) return refuse('already_delivered', 'This order has already been delivered.')
    await moveOrder(context, tx, order, status, at ?? null)
    return ok({ orderId, status })
  })
  if (result.ok) context.mail.wake()
  return result
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
  await writeAudit(tx, context.actor, {
    action: 'order.advance',
    subject: `order:${orderId}`,
    before: { status: order.status },
    after: { status },
  })
  const data = { orderId, orderNumber: orderNumber(order.number, context.settings()) }
  const type = STATUS_EVENTS[status]
  if (type) await recordEvent(tx, { type, subject: `order:${orderId}`, data })
  const { number, product_names: productNames, exchange_days: exchangeDays } = order
  await mailCustomer(context, tx, order, (to) =>
    orderMovedMail({ orderId, number, productNames, status, exchangeDays }, to),
  )
}
