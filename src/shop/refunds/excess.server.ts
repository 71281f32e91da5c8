import type { Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { closeRefund, findBalance, findPayment, listRefunds, restartRefund } from './sql.server.ts'

/**
 * If money of a payment went back that the shop was about to refund, by a refund on the dashboard or by a lost dispute,
 * reduces the shop's due refunds to the rest, the newest first. One that the provider has made all the same counts again
 * as soon as the provider reports it. The order's row is locked.
 */
export async function withdrawExcess(tx: Transaction<Tables>, paymentId: string): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  const { lost } = await findBalance(tx, paymentId)
  const standing = (await listRefunds(tx, paymentId)).filter(({ state }) => state !== 'failed' && state !== 'withdrawn')
  const refunded = standing.reduce((sum, row) => sum + row.amount_paise, 0)
  let excess = refunded + lost - (payment?.amount_paise ?? 0)
  if (excess <= 0) return
  const due = standing.filter((row) => row.state === 'due').toReversed()
  for (const row of due) {
    if (excess <= 0) return
    const less = Math.min(excess, row.amount_paise)
    if (less === row.amount_paise) await closeRefund(tx, row.id, 'withdrawn')
    else await restartRefund(tx, row.id, 0, row.amount_paise - less)
    excess -= less
  }
}
