import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { writeAudit } from '../audit/store.server.ts'
import { recordEvent } from '../events/store.server.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Order } from './contract.ts'
import { orderMovedMail } from './mails.server.ts'
import { ORDER_NOT_FOUND } from './messages.ts'
import { nextStatus, type OrderStatus } from './rules.ts'
import { type ListedOrder, listAllOrders, lockOrderForStaff, updateOrderStatus } from './staff-store.server.ts'
import { findAnyPaidOrder } from './store.server.ts'

/** The part of the shop that staff commands need, so that the command line can build it too. */
export interface StaffContext {
  db: Kysely<Tables>
  mail: Outbox
  settings: { publicUrl: string }
  /** Who acts, for the audit log. */
  actor: Actor
}

const STATUS_EVENTS = {
  ontheway: 'order.shipped',
  delivered: 'order.delivered',
  packaging: null,
  ordered: null,
} as const

/** Orders for the operator, newest first; unpaid ones only with `unpaid`. */
export function listOrders(
  { db }: Pick<StaffContext, 'db'>,
  options: { limit?: number; unpaid?: boolean } = {},
): Promise<ListedOrder[]> {
  return listAllOrders(db, { limit: options.limit ?? 100, unpaid: options.unpaid ?? false })
}

/** A paid order as its customer sees it; null where there is none. */
export function showOrder({ db }: Pick<StaffContext, 'db'>, orderId: string): Promise<Order | null> {
  return findAnyPaidOrder(db, orderId)
}

/**
 * Moves a paid order one stage (ordered, packaging, ontheway, delivered) and mails its customer. `at` says when it
 * happened, now where it is left out. Refused: no such order, not paid, not confirmed by the provider, delivered.
 */
export async function advanceOrder(
  { db, mail, settings, actor }: StaffContext,
  orderId: string,
  at?: Date,
): Promise<Result<{ orderId: string; status: OrderStatus }>> {
  const result = await db.transaction().execute(async (tx) => {
    const order = await lockOrderForStaff(tx, orderId)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    if (order.state !== 'paid' || !order.status) return refuse('conflict', 'This order is not paid.')
    if (order.capture_unconfirmed)
      return refuse('conflict', 'The payment provider has not confirmed the payment of this order yet.')
    const status = nextStatus(order.status)
    if (!status) return refuse('conflict', 'This order has been delivered already.')
    await updateOrderStatus(tx, orderId, status, at ?? null)
    await writeAudit(tx, actor, {
      action: 'order.advance',
      subject: `order:${orderId}`,
      before: { status: order.status },
      after: { status },
    })
    const moved = STATUS_EVENTS[status]
    if (moved) await recordEvent(tx, { type: moved, subject: `order:${orderId}`, data: { orderId } })
    if (order.email) {
      const recipient = {
        to: order.email,
        name: order.customer_name,
        publicUrl: settings.publicUrl,
        settings: await readSettings(tx),
      }
      const { product_names: productNames, exchange_days: exchangeDays } = order
      await mail.enqueue(tx, orderMovedMail({ orderId, productNames, status, exchangeDays }, recipient))
    }
    return ok({ orderId, status })
  })
  if (result.ok) mail.wake()
  return result
}
