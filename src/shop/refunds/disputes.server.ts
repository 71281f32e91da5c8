import type { ProviderDispute } from '#platform/payments/provider.server.ts'
import type { Shop } from '../shop.server.ts'
import { recordDispute } from './dispute-sql.server.ts'

/** Asks the provider for the latest disputes, in case an event was lost. */
export async function sweepDisputes(shop: Shop): Promise<void> {
  const found = await shop.payments.fetchDisputes()
  if (!found.ok) return
  for (const dispute of found.data) await recordDispute(shop.db, dispute)
}

/** Handles an event about a dispute: stores its new state with its order. `note`: why that wasn't possible. */
export async function handleDisputeEvent(shop: Shop, dispute: ProviderDispute): Promise<{ note: string | null }> {
  const { id, paymentId: payment, status } = dispute
  shop.log.warn({ dispute: id, payment, status }, 'refunds: a payment is disputed')
  return { note: (await recordDispute(shop.db, dispute)) ? null : 'the disputed payment is unknown' }
}
