/** SPEC 8. */
export const NO_ORDERS = 'No orders found.'
export const ORDER_NOT_FOUND = 'Order not found.'
