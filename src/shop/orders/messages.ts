/** SPEC 8. */
export const NO_ORDERS = 'No orders found.'
export const ORDER_NOT_FOUND = 'Order not found.'
/** SPEC 8: the network failed. */
export const ORDERS_UNREACHED = 'An error occurred while fetching orders.'
