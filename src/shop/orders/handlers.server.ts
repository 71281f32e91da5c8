import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { Shop } from '../shop.server.ts'
import type { ordersContract } from './contract.ts'
import { NO_ORDERS, ORDER_NOT_FOUND } from './messages.ts'
import type { OrderState } from './rules.ts'
import { findOrderState, listPaidOrders } from './sql.server.ts'

/** The state that the customer sees for each internal state. */
const PUBLIC_STATES = {
  creating: 'awaiting_payment',
  awaiting_payment: 'awaiting_payment',
  to_confirm: 'to_confirm',
  placed: 'placed',
  paid: 'paid',
  cancelled: 'paid',
  expired: 'expired',
  abandoned: 'expired',
  refund_due: 'refunded',
  refunded: 'refunded',
} as const satisfies Record<OrderState, string>

export function createOrdersHandlers({ db, settings }: Shop): Handlers<typeof ordersContract> {
  return {
    async 'GET /user/user-orders/{userId}'({ caller }) {
      const orders = await listPaidOrders(db, caller.customer, settings())
      return orders.length > 0 ? ok({ orders }) : refuse('not_found', NO_ORDERS, { extra: { orders: [] } })
    },
    async 'GET /user/order-status/{orderId}'({ params, caller }) {
      const order = await findOrderState(db, caller.customer, params.orderId)
      if (!order) return refuse('not_found', ORDER_NOT_FOUND)
      return ok({
        orderId: params.orderId,
        paid: order.payment_id !== null && PUBLIC_STATES[order.state] === 'paid',
        state: PUBLIC_STATES[order.state],
        orderStatus: order.state === 'cancelled' ? 'cancelled' : order.status,
        total: toRupees(paise(order.total_paise)),
      })
    },
  }
}
