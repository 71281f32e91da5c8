import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import type { Shop } from '../shop.server.ts'
import { PAYMENT_RETURNED, PAYMENT_SUCCESSFUL, VERIFICATION_REFUSED, VERIFICATION_UNFINISHED } from './messages.ts'
import { type Settled, settle } from './settle.server.ts'
import { findOwnOrder } from './store.server.ts'

interface Answer {
  success: true
  message: string
  orderId: string
}

/** What the payment dialog handed to the page. */
export interface DialogAnswer {
  orderId: string
  razorpayPaymentId: string
  razorpayOrderId: string
  razorpaySignature: string
}

/**
 * Checks the dialog's answer against the signature over OUR order's id, and settles. The same call again gives the same
 * answer; what the browser says of ids counts for nothing without the signature.
 */
export async function verifyPayment(shop: Shop, customer: CustomerId, given: DialogAnswer): Promise<Result<Answer>> {
  failpoint('K6')
  const order = await findOwnOrder(shop.db, customer, given.orderId)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND, { extra: { success: false } })
  const { razorpayPaymentId: paymentId, razorpaySignature: signature } = given
  const signed =
    order.provider_order_id !== null &&
    given.razorpayOrderId === order.provider_order_id &&
    shop.payments.verifySignature({ orderId: order.provider_order_id, paymentId, signature })
  if (!signed) {
    shop.log.warn({ order: order.id }, 'checkout: a payment’s signature does not match')
    return refused()
  }
  return answer(await settle(shop, order, paymentId, { source: 'browser', signed: true }), order.id)
}

function answer(settled: Settled, orderId: string): Result<Answer> {
  switch (settled) {
    case 'paid':
      return ok({ success: true, message: PAYMENT_SUCCESSFUL, orderId })
    case 'returned':
      return refuse('invalid', PAYMENT_RETURNED, { extra: { success: false } })
    case 'foreign':
    case 'failed':
      return refused()
    case 'unpaid':
    case 'unreachable':
      return refuse('busy', VERIFICATION_UNFINISHED, { retryAfter: 2, extra: { success: false } })
  }
}

function refused(): Refusal {
  return refuse('invalid', VERIFICATION_REFUSED, { extra: { success: false } })
}
