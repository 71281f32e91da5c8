import { t } from '#platform/text/t.ts'

/** SPEC 8. */
export const NO_ORDERS = t('No orders found.')
export const ORDER_NOT_FOUND = t('Order not found.')
/** SPEC 8: the network failed. */
export const ORDERS_UNREACHED = t('An error occurred while fetching orders.')
