import type { Transaction } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import { takeDifference } from '../exchanges/difference.server.ts'
import { type OpenedExchange, spendExchangeOrder } from '../exchanges/pay-link-sql.server.ts'
import { type LockedExchange, lockExchange } from '../exchanges/sql.server.ts'
import { mailCustomer } from '../orders/mail-customer.server.ts'
import { orderNumber } from '../orders/rules.ts'
import { insertUnusablePaymentRefund, sumSentRefunds } from '../refunds/sql.server.ts'
import { syncRefunds } from '../refunds/sync.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { paymentReturnedMail } from './mails.server.ts'
import { switchedOn } from './provider-switches.ts'
import { classifyExchangePayment, type JudgedPayment } from './rules.ts'
import { fetchAndCapture, type Report, type Settled } from './settle.server.ts'
import { LARGEST_STORED_AMOUNT, recordPayment } from './sql.server.ts'

const BY_THE_SHOP = { kind: 'system', job: 'orders' } as const

/**
 * What `settle` is for an order, for what a replacement costs more: browser, webhook and reconciler call it, in any order and any
 * number of times. A signature alone pays nothing, since the exchange waits anyway.
 */
export async function settleExchange(
  shop: Shop,
  opened: OpenedExchange,
  paymentId: string,
  { source }: Pick<Report, 'source'>,
): Promise<Settled> {
  const { providerOrderId, exchangeId, orderId, amount: due } = opened
  const fetched = await fetchAndCapture(shop, { provider_order_id: providerOrderId, due_paise: due }, paymentId)
  if (fetched === 'unreachable') return 'unreachable'
  if (fetched === 'foreign') {
    shop.log.error({ exchange: exchangeId, payment: paymentId }, 'checkout: the payment belongs to another order')
    return 'foreign'
  }
  failpoint('payment:captured')
  const payment: JudgedPayment = { ...fetched, terms: fetched }
  const settled = await shop.limitCheckout(() =>
    inTransaction(shop.db, async (tx) => {
      const exchange = await lockExchange(tx, exchangeId)
      if (!exchange) throw new Error('an exchange whose payment was opened is gone')
      const switched = switchedOn({ due_paise: due }, payment)
      await recordPayment(tx, orderId, payment, source, switched, exchangeId)
      const applied = await applyPayment({ shop, tx, exchange, payment, opened })
      failpoint('settle:before-commit')
      return applied
    }),
  )
  failpoint('settle:after-commit')
  shop.mail.wake()
  return settled
}

interface Context {
  shop: Shop
  tx: Transaction<Tables>
  /** The locked row. */
  exchange: LockedExchange
  payment: JudgedPayment
  opened: OpenedExchange
}

async function applyPayment(context: Context): Promise<Settled> {
  const { exchange, payment } = context
  const judgement = classifyExchangePayment(exchange, payment)
  switch (judgement) {
    case 'nothing':
      return payment.status === 'failed' || payment.status === 'pending' ? payment.status : 'unpaid'
    case 'same':
      return 'paid'
    case 'pay':
      return payExchange(context)
    default:
      return returnPayment(context, judgement)
  }
}

async function payExchange({ shop, tx, exchange, payment }: Context): Promise<Settled> {
  const { id: exchangeId, order_id: orderId, order_number: number } = exchange
  await recordEvent(tx, {
    type: 'exchange.paid',
    subject: `exchange:${exchangeId}`,
    data: {
      exchangeId,
      orderId,
      orderNumber: orderNumber(number, shop.settings()),
      amount: toRupees(paise(payment.amount)),
    },
  })
  const paid = { method: 'online', reference: payment.id, paymentId: payment.id } as const
  await takeDifference({ ...shop, actor: BY_THE_SHOP }, tx, exchange, paid)
  shop.log.info({ exchange: exchangeId, payment: payment.id }, 'checkout: what a replacement costs more was paid')
  return 'paid'
}

/** Refunds money that can't pay for the replacement, and notifies the customer, once per payment. */
async function returnPayment(
  { shop, tx, exchange, payment, opened }: Context,
  reason: 'exchange_second' | 'exchange_over' | 'exchange_mismatch',
): Promise<Settled> {
  const { order_id: orderId } = exchange
  await spendExchangeOrder(tx, opened.providerOrderId)
  const stored = { exchange_second: 'second', exchange_over: 'late', exchange_mismatch: 'mismatch' } as const
  const amount = Math.min(payment.amount, LARGEST_STORED_AMOUNT)
  const refund = { orderId, paymentId: payment.id, amount, reason: stored[reason] }
  if (await insertUnusablePaymentRefund(tx, refund)) {
    shop.log.error({ exchange: exchange.id, payment, reason }, 'checkout: a payment is refunded')
    const order = { number: exchange.order_number }
    // An amount in another currency can't be stated in rupees. The customer's bank shows what comes back.
    const stated = paise(payment.currency === 'INR' ? payment.amount : opened.amount)
    await mailCustomer(shop, tx, exchange, (to) => paymentReturnedMail({ order, amount: stated, reason }, to))
  }
  return reason === 'exchange_second' && exchange.cancelled_at === null ? 'paid' : 'returned'
}

/** Fetches all payments of the provider's order and settles each. Null if the provider didn't respond. */
export async function settleAllOfExchange(
  shop: Shop,
  opened: OpenedExchange,
): Promise<{ attempted: boolean; isUndecided: boolean } | null> {
  const found = await shop.payments.fetchPayments(opened.providerOrderId)
  if (!found.ok) return null
  let isUndecided = false
  for (const { id, status, amountRefunded } of found.data) {
    const isRefundUnknown = amountRefunded !== (await sumSentRefunds(shop.db, id))
    const isToSettle = ['captured', 'authorized', 'pending'].includes(status)
    // A payment refunded before the shop knew it is recorded, so that its refund belongs to an order.
    if (isToSettle || (isRefundUnknown && status === 'refunded')) {
      const settled = await settleExchange(shop, opened, id, { source: 'reconciler' })
      if (settled === 'unreachable' || settled === 'unpaid' || settled === 'pending') isUndecided = true
    }
    // The event of a refund made in the provider's dashboard may have been missed.
    if (isRefundUnknown) await syncRefunds(shop, id)
  }
  return { attempted: found.data.length > 0, isUndecided }
}
