import { paise } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import type { Shop } from '../shop.server.ts'
import {
  claimRefunds,
  type DueRefund,
  finishRefund,
  markRefundPending,
  postponeRefund,
  restartRefund,
} from './payment-store.server.ts'

/** Seconds until a pending refund is checked if its event does not come. */
const PENDING_SECONDS = 600
const REFUSED_SECONDS = 3600

/** Sends refunds that are due, and returns their number. */
export async function sendRefunds(shop: Shop, limit: number): Promise<number> {
  const due = await claimRefunds(shop.db, limit)
  for (const refund of due) await sendRefund(shop, refund)
  return due.length
}

/** The provider refunds once for each key, so after a crash the call is simply repeated. */
async function sendRefund({ db, payments, log }: Shop, refund: DueRefund): Promise<void> {
  const { id, payment_id: paymentId, amount_paise: amount } = refund
  const backoff = Math.min(600, 5 * 2 ** Math.min(refund.attempts, 7))
  const sent = await payments.refund({ paymentId, amount: paise(amount), key: `${id}_${refund.round}` })
  failpoint('K12')
  if (sent.ok) {
    const { id: providerRefundId, status } = sent.data
    if (status === 'processed') return finishRefund(db, id, providerRefundId)
    if (status === 'pending') return markRefundPending(db, id, { providerRefundId, seconds: PENDING_SECONDS })
    log.error({ refund: id }, 'checkout: the provider failed a refund, it is requested again')
    return restartRefund(db, id, backoff)
  }
  if (sent.failure.kind === 'unreachable') return postponeRefund(db, id, backoff)
  // A refusal may mean that the payment was refunded already; anything else needs a person.
  const payment = await payments.fetchPayment(paymentId)
  if (payment.ok && payment.data.amountRefunded >= amount) return finishRefund(db, id, null)
  log.error({ refund: id, payment: paymentId }, 'checkout: the provider refuses a refund')
  return postponeRefund(db, id, REFUSED_SECONDS)
}
