import { type StaffSession, staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import { reviewCancel, reviewRefund } from './preview.server.ts'
import type { RefundRequest } from './price.server.ts'
import { cancelOrder, refundOrder } from './staff.server.ts'
import type { staffRefundsContract } from './staff-contract.ts'

export function createRefundsStaffHandlers(shop: Shop): Handlers<typeof staffRefundsContract> {
  const contextOf = (staff: StaffSession) => ({ ...shop, actor: staffActor(staff) })
  return {
    async 'POST /orders/{id}/refund/preview'({ params: { id }, body: { restock, to, ...wanted } }) {
      return reviewRefund(shop, id, { wanted: wantedOf(wanted), restock, to })
    },

    async 'POST /orders/{id}/cancel/preview'({ params: { id }, body: { restock } }) {
      return reviewCancel(shop, id, { restock })
    },

    async 'POST /orders/{id}/refund'({ params: { id }, body, caller: { staff } }) {
      const { reason, restock, status, to, reference } = body
      const way = { to, reference }
      return refundOrder(contextOf(staff), id, { wanted: wantedOf(body), reason, restock, from: status, ...way })
    },

    async 'POST /orders/{id}/cancel'({ params: { id }, body: { reason, restock, status }, caller: { staff } }) {
      return cancelOrder(contextOf(staff), id, { reason, restock, from: status })
    },
  }
}

/** The contract has exactly one of the two. */
function wantedOf({
  amount,
  lines = [],
}: {
  amount?: number | undefined
  lines?: readonly { sku: string; quantity: number }[] | undefined
}): RefundRequest {
  if (amount !== undefined) return { rupees: amount }
  return { pieces: lines.map(({ sku, quantity }) => ({ sku, count: quantity })) }
}
