import type { Transaction } from 'kysely'
import { paise } from '#platform/money.ts'
import { creditDebitNote, issueCreditNote } from '../invoices/issue.server.ts'
import type { Tables } from '../tables.server.ts'
import { listUncredited, type UncreditedRefund } from './sql.server.ts'

/** The reason on a credit note, because the requester's own words aren't printed. */
const REASONS = {
  cancelled: 'Order cancelled',
  lines: 'Goods cancelled or returned',
  amount: 'Amount refunded',
  cheaper: 'The replacement costs less',
  notSent: 'The replacement isn’t sent',
}

/**
 * Issues the missing credit notes of completed refunds. Call it last in a transaction, since it locks the number
 * counter.
 */
export async function issueCreditNotes(tx: Transaction<Tables>, orderId: string): Promise<void> {
  for (const refund of await listUncredited(tx, orderId)) {
    const { id: refundId, lines: pieces, exchange_id: exchangeId, weights, cheaper } = refund
    const amount = paise(refund.amount_paise)
    const reason = reasonOf(refund)
    if (exchangeId !== null)
      await creditDebitNote(tx, { exchangeId, refundId, amount, reason, weights: weights ?? undefined })
    else await issueCreditNote(tx, { orderId, refundId, amount, reason, pieces, of: cheaper ?? pieces })
  }
}

function reasonOf({ reason, source, isNotSent, cheaper }: UncreditedRefund): string {
  if (isNotSent) return REASONS.notSent
  if (cheaper) return REASONS.cheaper
  const isOwn = source === 'shop' && (reason === 'cancelled' || reason === 'lines' || reason === 'amount')
  return isOwn ? REASONS[reason] : REASONS.amount
}
