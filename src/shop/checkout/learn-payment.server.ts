import { paise } from '#platform/money.ts'
import type { ProviderPayment } from '#platform/payments/provider.server.ts'
import type { Shop } from '../shop.server.ts'
import type { CheckoutOrder } from './store.server.ts'

type Learned = { kind: 'known'; payment: ProviderPayment } | { kind: 'foreign' } | { kind: 'unreachable' }

/**
 * Asks the provider about a payment of an order and takes the money where it is authorised and right. What a browser
 * or an event said of it is not believed: status, amount and order are the provider's own.
 */
export async function learnPayment(
  { payments }: Pick<Shop, 'payments'>,
  order: CheckoutOrder,
  paymentId: string,
): Promise<Learned> {
  const fetched = await payments.fetchPayment(paymentId)
  if (!fetched.ok) return { kind: fetched.failure.kind === 'unreachable' ? 'unreachable' : 'foreign' }
  const payment = fetched.data
  if (order.provider_order_id === null || payment.orderId !== order.provider_order_id) return { kind: 'foreign' }
  const right = payment.amount === order.total_paise && payment.currency === 'INR'
  if (payment.status !== 'authorized' || !right) return { kind: 'known', payment }
  const captured = await payments.capture(payment.id, paise(order.total_paise))
  if (captured.ok) return { kind: 'known', payment: captured.data }
  return captured.failure.kind === 'unreachable' ? { kind: 'unreachable' } : { kind: 'known', payment }
}
