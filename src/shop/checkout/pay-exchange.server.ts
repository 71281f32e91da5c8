import type { RefusalCode } from '#platform/api/endpoint.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import {
  countSpentOrders,
  findByExchangeOrder,
  findOpenExchangeOrder,
  type LinkedExchange,
  storeExchangeOrder,
} from '../exchanges/pay-link-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { checkoutContract, OpenedOrder, PaymentProof, PlacedOrder } from './contract.ts'
import { answerSettled } from './handlers.server.ts'
import * as messages from './messages.ts'
import { settleExchange } from './settle-exchange.server.ts'

/** Opens the payment of an open link of an exchange. Refused: another sum than its own; the provider failed. */
export async function openExchangePayment(
  shop: Shop,
  { id: exchangeId, orderId, difference, until }: LinkedExchange,
  totalPrice: number,
): Promise<Result<OpenedOrder, 'total_changed' | 'payment_provider_failed'>> {
  const total = toRupees(paise(difference))
  if (toPaise(totalPrice) !== difference) return refuse('total_changed', messages.TOTAL_CHANGED, { extra: { total } })
  if (!(await findOpenExchangeOrder(shop.db, exchangeId, difference))) {
    // A receipt is of one order of one sum: another try has another one, and a crash finds its own again.
    const receipt = `${exchangeId}_${difference}_${await countSpentOrders(shop.db, exchangeId, difference)}`
    const created = await shop.payments.createOrder({ receipt, amount: paise(difference) })
    failpoint('provider-order:created')
    if (!created.ok) {
      shop.log.error({ exchange: exchangeId, failure: created.failure }, 'checkout: the provider created no order')
      return refuse('payment_provider_failed', messages.ORDER_FAILED, { extra: { success: false } })
    }
    // Another tab may have opened it at the same moment: then its order counts.
    await storeExchangeOrder(shop.db, { providerOrderId: created.data.id, exchangeId, amount: difference })
    failpoint('provider-order:stored')
  }
  const opened = await findOpenExchangeOrder(shop.db, exchangeId, difference)
  if (!opened) return refuse('payment_provider_failed', messages.ORDER_FAILED, { extra: { success: false } })
  return ok({
    success: true,
    orderId,
    razorpayOrderId: opened.providerOrderId,
    amount: difference,
    currency: 'INR',
    keyId: shop.payments.keyId,
    checkoutUrl: shop.payments.checkoutUrl,
    total,
    due: total,
    heldUntil: until.toISOString(),
  })
}

/** Checks a payment for an exchange, as verify-payment does for an order. The call is idempotent. */
export async function verifyExchangePayment(
  shop: Shop,
  linked: LinkedExchange,
  { razorpayPaymentId: paymentId, razorpayOrderId, razorpaySignature: signature }: PaymentProof,
): Promise<Result<PlacedOrder, RefusalCode<(typeof checkoutContract)['POST /user/verify-payment']>>> {
  failpoint('verify:start')
  const opened = await findByExchangeOrder(shop.db, razorpayOrderId)
  const signed =
    opened?.exchangeId === linked.id &&
    shop.payments.verifySignature({ orderId: razorpayOrderId, paymentId, signature })
  if (!signed) shop.log.warn({ exchange: linked.id }, 'checkout: the signature of a payment doesn’t match')
  const settled = signed ? await settleExchange(shop, opened, paymentId, { source: 'browser' }) : 'foreign'
  return answerSettled(settled, linked.orderId)
}
