export const ORDER_CANCELLED = 'Order cancelled successfully.'
export const SHIPPED_ALREADY = 'This order has been shipped already, so it can no longer be cancelled.'
export const NOT_PAID = 'This order is not paid.'
export const NOT_CONFIRMED = 'The payment of this order is not confirmed yet. Please try again in a few minutes.'
export const REASON_MISSING = 'Please say why.'
/** The network failed, or the shop did. */
export const CANCEL_FAILED = 'The order could not be cancelled. Please try again.'
