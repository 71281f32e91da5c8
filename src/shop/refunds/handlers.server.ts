import type { RefusalCode } from '#platform/api/endpoint.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import type { Shop } from '../shop.server.ts'
import { cancelInFull } from './cancel.server.ts'
import type { refundsContract } from './contract.ts'
import { issueCreditNotes } from './credit.server.ts'
import { NOT_CONFIRMED, NOT_PAID, ORDER_CANCELLED, SHIPPED_ALREADY } from './messages.ts'
import { lockSoldOrder } from './order-sql.server.ts'
import { canCancel } from './rules.ts'

export function createRefundsHandlers(shop: Shop): Handlers<typeof refundsContract> {
  return {
    async 'POST /user/cancelOrder'({ body, caller }) {
      const cancelled = await cancelOwnOrder(shop, caller.customer, body)
      return cancelled.ok ? ok({ success: true, message: ORDER_CANCELLED }) : cancelled
    },
  }
}

type CancelRefusal = RefusalCode<(typeof refundsContract)['POST /user/cancelOrder']>

/** Cancels an order that hasn't been shipped. A cancelled order stays as it is. */
export async function cancelOwnOrder(
  shop: Shop,
  customer: CustomerId,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<Result<null, CancelRefusal>> {
  const result = await inTransaction(shop.db, async (tx): Promise<Result<null, CancelRefusal>> => {
    const order = await lockSoldOrder(tx, orderId)
    if (order?.customer_id !== customer) return refuse('not_found', ORDER_NOT_FOUND)
    if (order.state === 'cancelled') return ok(null)
    if (order.status === null) return refuse('not_paid', NOT_PAID)
    if (!canCancel(order)) return refuse('already_shipped', SHIPPED_ALREADY)
    if (order.capture_unconfirmed) return refuse('payment_unconfirmed', NOT_CONFIRMED)
    await cancelInFull(shop, tx, order, { by: 'customer', reason, restock: true })
    // Last, because it locks the counter. What store credit paid is back already.
    await issueCreditNotes(tx, orderId)
    shop.log.info({ order: orderId }, 'refunds: an order is cancelled by its customer')
    failpoint('cancel:before-commit')
    return ok(null)
  })
  failpoint('cancel:after-commit')
  if (!result.ok) return result
  shop.mail.wake()
  return result
}
