import type { Transaction } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { ProviderRefund } from '#platform/payments/provider.server.ts'
import { backOff } from '#platform/process/backoff.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import { mailCustomer } from '../orders/mail-customer.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { cancelInFull, refundBalance } from './cancel.server.ts'
import { issueCreditNotes } from './credit.server.ts'
import { withdrawExcess } from './excess.server.ts'
import { refundedMail } from './mails.server.ts'
import { lockSoldOrder, type SoldOrder } from './order-sql.server.ts'
import { isUnshipped, isUnusablePayment, mayRestart } from './rules.ts'
import {
  closeRefund,
  findBalance,
  findPayment,
  finishRefund,
  insertProviderRefund,
  listRefunds,
  markOrderRefunded,
  markRefundPending,
  type Refund,
  refundKey,
  restartRefund,
  sumSentRefunds,
} from './sql.server.ts'

/** Seconds until each retry of a refund that the provider failed. */
const RESTART = { first: 30, most: 8 * 3600 }

/** `unknown`: the shop or the provider has no such payment. */
export type Synced = 'synced' | 'unknown' | 'unreachable'

/**
 * Updates the refunds of a payment from the provider's list. Webhook and reconciler call it, in any order and any
 * number of times. A refund made on the provider's dashboard is added to the order, and withdraws the shop's own
 * refunds for which it leaves no money. If that refunds the whole payment, an unshipped order is cancelled.
 */
export async function syncRefunds(shop: Shop, paymentId: string): Promise<Synced> {
  const found = await shop.payments.fetchRefunds(paymentId)
  if (!found.ok) return found.failure.kind === 'unreachable' ? 'unreachable' : 'unknown'
  return applyRefunds(shop, paymentId, found.data, { complete: true })
}

/** Records the provider's state of refunds. `complete`: these are all of the payment's refunds. */
export async function applyRefunds(
  shop: Shop,
  paymentId: string,
  refunds: readonly ProviderRefund[],
  { complete }: { complete: boolean },
): Promise<Synced> {
  const isKnown = await inTransaction(shop.db, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    const order = payment && (await lockSoldOrder(tx, payment.order_id))
    if (!order) return false
    const rows = await listRefunds(tx, paymentId)
    for (const refund of refunds) {
      const row = matchRefund(rows, refund)
      if (row === 'repeated') continue
      const known = row ?? (complete ? await addProviderRefund(shop, tx, order, refund) : null)
      if (known) await applyStatus(shop, tx, order, known, refund, payment.exchange_id !== null)
    }
    await withdrawExcess(tx, paymentId)
    await markOrderRefunded(tx, order.id)
    if (complete && order.payment_id === paymentId) await concludeOrder(shop, tx, order)
    await issueCreditNotes(tx, order.id)
    return true
  })
  if (!isKnown) return 'unknown'
  shop.mail.wake()
  return 'synced'
}

/**
 * The shop's row of a provider's refund; `repeated`: a request that failed and was made again; null: not the shop's.
 */
function matchRefund(rows: readonly Refund[], refund: ProviderRefund): Refund | 'repeated' | null {
  const { id, receipt, amount, status } = refund
  const known = rows.find((row) => row.provider_refund_id === id || (receipt !== null && receipt === refundKey(row)))
  if (known) return known
  if (status === 'failed' && rows.some((row) => receipt?.startsWith(`${row.id}_`))) return 'repeated'
  // Made on the dashboard before the shop sent its own.
  const unsent = (row: Refund) => row.state === 'due' && row.provider_refund_id === null && row.amount_paise === amount
  return (receipt === null && rows.find((row) => unsent(row) && isUnusablePayment(row.reason))) || null
}

/** Adds a refund made on the provider's dashboard to its order, and tells the owner. */
async function addProviderRefund(
  shop: Shop,
  tx: Transaction<Tables>,
  order: SoldOrder,
  refund: ProviderRefund,
): Promise<Refund> {
  const { id: orderId, number } = order
  const data = { orderId, orderNumber: orderNumber(number, shop.settings()), amount: toRupees(paise(refund.amount)) }
  if (refund.status !== 'failed')
    await recordEvent(tx, { type: 'refund.at_provider', subject: `order:${orderId}`, data })
  return insertProviderRefund(tx, orderId, refund)
}

async function applyStatus(
  shop: Shop,
  tx: Transaction<Tables>,
  order: SoldOrder,
  row: Refund,
  { id, status }: ProviderRefund,
  isOfExchange: boolean,
): Promise<void> {
  if (status === 'pending') return markRefundPending(tx, row.id, id)
  if (status === 'processed') {
    const isFirst = await finishRefund(tx, row.id, id)
    // Of one that couldn't pay the customer has a mail already.
    const hasPaid = row.payment_id === order.payment_id || (isOfExchange && !isUnusablePayment(row.reason))
    if (isFirst && hasPaid)
      await mailCustomer(shop, tx, order, (to) => refundedMail({ order, amount: paise(row.amount_paise) }, to))
    return
  }
  if (row.state === 'failed' || row.state === 'withdrawn') return
  shop.log.error({ order: order.id, refund: row.id }, 'refunds: the provider failed a refund')
  if (row.source === 'shop' && mayRestart(row.reason, row.round))
    return restartRefund(tx, row.id, backOff(row.round + 1, RESTART), row.amount_paise)
  return closeRefund(tx, row.id, 'failed')
}

/** An order of which the dashboard refunded all that was left is cancelled if it hasn't been shipped. */
async function concludeOrder(shop: Shop, tx: Transaction<Tables>, order: SoldOrder): Promise<void> {
  const { state, status, total_paise, credit_paise } = order
  const paymentId = order.payment_id ?? ''
  if (state === 'cancelled') {
    // A dashboard refund cancelled the order and failed later: the shop refunds the money itself.
    const rows = await listRefunds(tx, paymentId)
    const failed = rows.some((row) => row.source === 'provider' && row.state === 'failed')
    if (failed && !rows.some((row) => row.source === 'shop' && row.state === 'failed'))
      await refundBalance(shop, tx, order, { note: 'the provider’s own refund failed', pieces: [] })
    return
  }
  if (state !== 'paid' || status === null || !isUnshipped(status) || order.capture_unconfirmed) return
  const sent = await sumSentRefunds(tx, paymentId)
  const { lost } = await findBalance(tx, paymentId)
  const otherwise = (await listRefunds(tx, paymentId)).filter(({ target }) => target !== 'source')
  const given = otherwise.reduce((sum, { amount_paise: amount }) => sum + amount, 0)
  if (sent === 0 || sent + given + lost < total_paise - credit_paise) return
  const reason = 'refunded by the payment provider'
  await cancelInFull(shop, tx, order, { by: 'provider', reason, restock: true })
  const change = { before: { state, status }, after: { state: 'cancelled', reason } }
  const actor = { kind: 'system', job: 'refunds' } as const
  await writeAudit(tx, actor, { action: 'order.cancel', subject: `order:${order.id}`, ...change })
}
