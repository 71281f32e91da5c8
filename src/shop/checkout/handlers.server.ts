import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { checkoutContract } from './contract.ts'
import { createOrder } from './create-order.server.ts'
import { verifyPayment } from './verify-payment.server.ts'

/** Answers the calls of checkout. */
export function createCheckoutHandlers(shop: Shop): Handlers<typeof checkoutContract> {
  return {
    'POST /user/create-order': ({ body, caller }) => createOrder(shop, caller.customer, body),
    'POST /user/verify-payment': ({ body, caller }) => verifyPayment(shop, caller.customer, body),
  }
}
