import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newId } from '#platform/ids.server.ts'
import { paise } from '#platform/money.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { issueCreditNote } from '../invoices/issue.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { findOrderId, listStaffLines } from '../orders/staff-sql.server.ts'
import { cancelInFull } from '../refunds/cancel.server.ts'
import { lockSoldOrder, restockPieces } from '../refunds/order-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { insertRefusal } from './refusals-sql.server.ts'
import { listParcelEnds } from './returns-sql.server.ts'

/** The reason that counts against phone number and address. */
const REFUSED = 'refused'

export interface ClosedOrder {
  orderId: string
  orderNumber: string
  /** The number of the credit note for its invoice, or null if it has none. */
  creditNote: string | null
  /** True if it was closed before. Then nothing was changed. */
  already: boolean
}

type CloseRefusal = 'not_found' | 'not_back' | 'conflict'

/**
 * Ends an order in cash whose parcels all came back or are lost: nothing is due any more, its invoice gets a credit note, and
 * what never left goes back into stock. With `refused` it counts against phone number and address. Refused: no such order; paid;
 * nothing has left; a parcel isn't back yet.
 */
export async function closeOrder(
  context: StaffContext,
  reference: string,
  { reason }: { reason: string },
): Promise<Result<ClosedOrder, CloseRefusal>> {
  const result = await transact<Tables, ClosedOrder, CloseRefusal>(context.db, async (tx) => {
    const id = await findOrderId(tx, reference)
    const order = id === null ? null : await lockSoldOrder(tx, id)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const shown = { orderId: order.id, orderNumber: orderNumber(order.number, context.settings()) }
    if (order.state === 'cancelled') return ok({ ...shown, creditNote: null, already: true })
    if (order.state === 'paid') return refuse('conflict', 'This order is paid. Refund it instead.')
    const parcels = await listParcelEnds(tx, order.id)
    if (order.state !== 'placed' || parcels.length === 0)
      return refuse('conflict', 'Nothing of this order has been shipped. Cancel it instead.')
    if (parcels.some(({ isEnded }) => !isEnded)) return refuse('not_back', NOT_ALL_BACK)
    const here = (await listStaffLines(tx, order.id)).flatMap(({ sku, unshipped }) =>
      unshipped > 0 ? [{ sku, count: unshipped }] : [],
    )
    const { actor } = context
    await cancelInFull(context, tx, order, { by: 'staff', actor, reason, restock: false })
    await restockPieces(tx, order.id, here, 'order closed')
    if (reason === REFUSED) await insertRefusal(tx, order.id)
    await writeAudit(tx, actor, {
      action: 'order.close',
      subject: `order:${order.id}`,
      before: { state: order.state, status: order.status },
      after: { state: 'cancelled', reason },
    })
    // Last, because it locks the counter.
    const note = await issueCreditNote(tx, {
      orderId: order.id,
      refundId: newId(),
      amount: paise(order.total_paise),
      reason: 'Order cancelled',
    })
    return ok({ ...shown, creditNote: note?.number ?? null, already: false })
  })
  if (result.ok) context.mail.wake()
  return result
}

const NOT_ALL_BACK = 'Not all its parcels are back. Receive each one, or mark it as lost.'
