import type { Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { daysTo } from '../delivery/directory.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import { findAnyPaidOrder } from '../orders/sql.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import { cancelInFull } from '../refunds/cancel.server.ts'
import { lockSoldOrder } from '../refunds/order-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { findByConfirmToken, findOrderAddress, listUnconfirmed, markConfirmedInCash } from './cash-sql.server.ts'
import { CONFIRM_OVER, NOTHING_TO_CONFIRM, UNCONFIRMED } from './messages.ts'
import { recordOrderEvent } from './sale-events.server.ts'
import { findOrderLines } from './sql.server.ts'

type Context = Pick<Shop, 'settings'>

/** From now on a locked order that waited to be confirmed counts. False if it doesn't wait. */
async function confirmLocked(context: Context, tx: Transaction<Tables>, orderId: string): Promise<boolean> {
  const settings = context.settings()
  const found = await findOrderAddress(tx, orderId)
  if (!found || !(await markConfirmedInCash(tx, orderId, daysTo(found.address, found.now, settings)))) return false
  const order = await findAnyPaidOrder(tx, orderId, settings)
  if (!order) throw new Error('an order that was just confirmed can’t be read')
  await recordOrderEvent(tx, order, await findOrderLines(tx, orderId), 'order.placed')
  return true
}

export interface ConfirmedOrder {
  orderId: string
  orderNumber: string
  /** True if it was confirmed before. Then nothing was changed. */
  already: boolean
}

/** Confirms an order in cash for its customer, by its id or number. Refused: no such order; cancelled; not in cash. */
export function confirmOrder(
  context: StaffContext,
  reference: string,
): Promise<Result<ConfirmedOrder, 'not_found' | 'conflict'>> {
  return transact<Tables, ConfirmedOrder, 'not_found' | 'conflict'>(context.db, async (tx) => {
    const order = await lockOrderForStaff(tx, reference)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const shown = { orderId: order.id, orderNumber: orderNumber(order.number, context.settings()) }
    if (order.state === 'placed') return ok({ ...shown, already: true })
    if (!(await confirmLocked(context, tx, order.id))) return refuse('conflict', NOTHING_TO_CONFIRM)
    const change = { before: { state: 'to_confirm' }, after: { state: 'placed' } }
    await writeAudit(tx, context.actor, { action: 'order.confirm', subject: `order:${order.id}`, ...change })
    return ok({ ...shown, already: false })
  })
}

/** Confirms the order of a mailed link. Again, it says the same. Refused: an unknown link (404), an order that was cancelled (410). */
export function confirmByLink(
  shop: Shop,
  token: string,
): Promise<Result<{ success: true; orderNumber: string }, 'not_found' | 'link_over'>> {
  return inTransaction(shop.db, async (tx) => {
    const order = await findByConfirmToken(tx, sha256(token))
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    if (order.state === 'cancelled') return refuse('link_over', CONFIRM_OVER)
    await confirmLocked(shop, tx, order.id)
    return ok({ success: true, orderNumber: orderNumber(order.number, shop.settings()) })
  })
}

/** Cancels the orders that nobody confirmed in time, and mails their customers. Returns how many. */
export async function cancelUnconfirmed(shop: Shop, limit: number): Promise<number> {
  const hours = shop.settings()['cash.confirmHours']
  if (hours === 0) return 0
  const due = await listUnconfirmed(shop.db, { hours, limit })
  for (const id of due)
    await inTransaction(shop.db, async (tx) => {
      const order = await lockSoldOrder(tx, id)
      // Confirmed or cancelled meanwhile.
      if (order?.state !== 'to_confirm') return
      await cancelInFull(shop, tx, order, { by: 'shop', reason: UNCONFIRMED, restock: true })
    })
  if (due.length > 0) shop.mail.wake()
  return due.length
}
