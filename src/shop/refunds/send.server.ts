import { paise } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { backOff } from '#platform/process/backoff.ts'
import type { Shop } from '../shop.server.ts'
import { claimRefunds, isTakenByHand, listRefunds, postponeRefund, type Refund, refundKey } from './sql.server.ts'
import { applyRefunds, syncRefunds } from './sync.server.ts'

/** Seconds until each retry of a refund that didn't reach the provider. */
const RETRY = { first: 10, most: 600 }
/** How long a refund refused by the provider waits for its next attempt. */
const REFUSED_SECONDS = 3600

/** Sends due refunds, checks pending ones, and returns their number. */
export async function sendRefunds(shop: Shop, limit: number): Promise<number> {
  const due = await claimRefunds(shop.db, limit)
  for (const refund of due) await sendRefund(shop, refund)
  return due.length
}

/** The provider refunds once for each key, so the call can be repeated after a crash. */
async function sendRefund(shop: Shop, refund: Refund): Promise<void> {
  const { db, payments, log } = shop
  const { id, payment_id: paymentId, amount_paise: amount } = refund
  const backoff = backOff(refund.attempts, RETRY)
  if (refund.state === 'pending') {
    const synced = await syncRefunds(shop, paymentId)
    return synced === 'synced' ? undefined : postponeRefund(db, id, backoff)
  }
  const key = refundKey(refund)
  // Money that staff took themselves they give back themselves: the provider knows nothing of it.
  if (await isTakenByHand(db, paymentId)) {
    const given = { id: `hand_${id}`, paymentId, status: 'processed', amount: paise(amount), receipt: key } as const
    await applyRefunds(shop, paymentId, [given], { complete: false })
    return
  }
  const sent = await payments.refund({ paymentId, amount: paise(amount), key })
  failpoint('refund:sent')
  if (sent.ok) {
    await applyRefunds(shop, paymentId, [{ ...sent.data, receipt: key }], { complete: false })
    return
  }
  if (sent.failure.kind === 'unreachable') return postponeRefund(db, id, backoff)
  // A refusal may mean that the money was refunded on the provider's dashboard; anything else needs a person.
  const synced = await syncRefunds(shop, paymentId)
  const after = (await listRefunds(db, paymentId)).find((row) => row.id === id)
  if (after?.state !== 'due' || after.round !== refund.round) return
  if (synced === 'unreachable') return postponeRefund(db, id, backoff)
  log.error({ refund: id, payment: paymentId, failure: sent.failure }, 'refunds: the provider refuses a refund')
  return postponeRefund(db, id, REFUSED_SECONDS)
}
