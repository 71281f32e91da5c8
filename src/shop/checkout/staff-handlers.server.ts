import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { findStaffOrder } from '../orders/staff-order.server.ts'
import type { Shop } from '../shop.server.ts'
import { confirmOrder } from './confirm.server.ts'
import { makePayLink } from './pay-link.server.ts'
import { reconcileOrder } from './reconcile.server.ts'
import type { staffCheckoutContract } from './staff-contract.ts'

const NAME = 'POST /orders/{id}/payment/check'
const NOTHING_TO_CHECK = 'There is no doubt about the payment of this order.'

export function createCheckoutStaffHandlers(shop: Shop): Handlers<typeof staffCheckoutContract> {
  return {
    'POST /orders/{id}/confirm': ({ params: { id }, caller: { staff } }) =>
      confirmOrder({ ...shop, actor: staffActor(staff) }, id),
    'POST /orders/{id}/pay-link': ({ params: { id }, caller: { staff } }) =>
      makePayLink({ ...shop, actor: staffActor(staff) }, id),
    async [NAME]({ params, caller: { staff } }) {
      const before = await findStaffOrder(shop, params.id, staff)
      if (!before) return refuse('not_found', ORDER_NOT_FOUND)
      if (!before.can.includes(NAME)) return refuse('conflict', NOTHING_TO_CHECK)
      const line = { action: 'order.payment-check', subject: `order:${before.id}`, before: null, after: null }
      await inTransaction(shop.db, (tx) => writeAudit(tx, staffActor(staff), line))
      await reconcileOrder(shop, before.id)
      const after = await findStaffOrder(shop, before.id, staff)
      return ok({ payment: (after ?? before).payment })
    },
  }
}
