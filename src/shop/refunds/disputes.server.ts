import { inTransaction } from '#platform/db/database.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { ProviderDispute } from '#platform/payments/provider.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Shop } from '../shop.server.ts'
import { recordDispute } from './dispute-sql.server.ts'
import { withdrawExcess } from './excess.server.ts'

/** Asks the provider for the latest disputes, in case an event was lost. */
export async function sweepDisputes(shop: Shop): Promise<void> {
  const found = await shop.payments.fetchDisputes()
  if (!found.ok) return
  for (const dispute of found.data) await storeDispute(shop, dispute)
}

/** Handles an event about a dispute: stores its new state with its order. `note`: why that wasn't possible. */
export async function handleDisputeEvent(shop: Shop, dispute: ProviderDispute): Promise<{ note: string | null }> {
  const { id, paymentId: payment, status } = dispute
  shop.log.warn({ dispute: id, payment, status }, 'refunds: a payment is disputed')
  return { note: (await storeDispute(shop, dispute)) ? null : 'the disputed payment is unknown' }
}

/**
 * Stores a dispute, withdraws due refunds of what a lost one took, and records an event for the owner if it's news. False
 * if the payment is unknown.
 */
function storeDispute(shop: Shop, dispute: ProviderDispute): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const recorded = await recordDispute(tx, dispute)
    if (!recorded) return false
    const { orderId, number, isNews } = recorded
    if (dispute.status === 'lost') await withdrawExcess(tx, dispute.paymentId)
    if (isNews)
      await recordEvent(tx, {
        type: 'dispute.changed',
        subject: `order:${orderId}`,
        data: {
          orderId,
          orderNumber: orderNumber(number, shop.settings()),
          dispute: dispute.id,
          status: dispute.status,
          amount: toRupees(paise(dispute.amount)),
          reason: dispute.reason,
          respondBy: dispute.respondBy,
        },
      })
    return true
  })
}
