import type { Transaction } from 'kysely'
import { paise } from '#platform/money.ts'
import { creditDebitNote, issueCreditNote } from '../invoices/issue.server.ts'
import type { Tables } from '../tables.server.ts'
import { listUncredited } from './sql.server.ts'

/** The reason on a credit note, because the requester's own words aren't printed. */
const REASONS = { cancelled: 'Order cancelled', lines: 'Goods cancelled or returned', amount: 'Amount refunded' }

/**
 * Issues the missing credit notes of completed refunds. Call it last in a transaction, since it locks the number
 * counter.
 */
export async function issueCreditNotes(tx: Transaction<Tables>, orderId: string): Promise<void> {
  for (const { id, amount_paise: amount, reason, source, lines, exchange_id } of await listUncredited(tx, orderId)) {
    if (exchange_id !== null) {
      await creditDebitNote(tx, { exchangeId: exchange_id, refundId: id, amount: paise(amount) })
      continue
    }
    const isOwn = source === 'shop' && (reason === 'cancelled' || reason === 'lines' || reason === 'amount')
    await issueCreditNote(tx, {
      orderId,
      refundId: id,
      amount: paise(amount),
      reason: isOwn ? REASONS[reason] : REASONS.amount,
      pieces: lines,
    })
  }
}
