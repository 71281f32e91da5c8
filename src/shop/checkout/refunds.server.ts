import { paise } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import type { Shop } from '../shop.server.ts'
import {
  awaitRefund,
  claimRefunds,
  type DueRefund,
  finishRefund,
  postponeRefund,
  restartRefund,
} from './refund-store.server.ts'

/** Seconds until a refund that the provider has in hand is asked about, should its event not come. */
const PENDING_SECONDS = 600
const REFUSED_SECONDS = 3600

/** Sends money back that is due; the number of refunds that were looked at. */
export async function sendRefunds(shop: Shop, limit: number): Promise<number> {
  const due = await claimRefunds(shop.db, limit)
  for (const refund of due) await sendOne(shop, refund)
  return due.length
}

/** The same key gives money back at most once, so after a crash the call is simply made again. */
async function sendOne(shop: Shop, refund: DueRefund): Promise<void> {
  const { db, payments, log } = shop
  const key = `${refund.id}_${refund.round}`
  const sent = await payments.refund({ paymentId: refund.payment_id, amount: paise(refund.amount_paise), key })
  failpoint('K12')
  if (!sent.ok) {
    if (sent.failure.kind === 'unreachable') return postponeRefund(db, refund.id, pauseAfter(refund.attempts))
    return sendRefused(shop, refund)
  }
  const { id: providerRefundId, status } = sent.data
  if (status === 'processed') return finishRefund(db, refund.id, providerRefundId)
  if (status === 'pending') return awaitRefund(db, refund.id, { providerRefundId, seconds: PENDING_SECONDS })
  log.error({ refund: refund.id }, 'checkout: the provider failed a refund, it is asked for anew')
  return restartRefund(db, refund.id, pauseAfter(refund.attempts))
}

/** A refusal may mean that the money is back already; anything else is for a person to look into. */
async function sendRefused({ db, payments, log }: Shop, refund: DueRefund): Promise<void> {
  const payment = await payments.fetchPayment(refund.payment_id)
  if (payment.ok && payment.data.amountRefunded >= refund.amount_paise) return finishRefund(db, refund.id, null)
  log.error({ refund: refund.id, payment: refund.payment_id }, 'checkout: the provider refuses a refund')
  return postponeRefund(db, refund.id, REFUSED_SECONDS)
}

function pauseAfter(attempts: number): number {
  return Math.min(600, 5 * 2 ** Math.min(attempts, 7))
}
