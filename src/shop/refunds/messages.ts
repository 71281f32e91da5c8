import { t } from '#platform/text/t.ts'

export const ORDER_CANCELLED = t('Order cancelled successfully.')
export const SHIPPED_ALREADY = t('This order has been shipped already, so it can no longer be cancelled.')
export const NOT_PAID = t('This order is not paid.')
export const NOT_CONFIRMED = t('The payment of this order is not confirmed yet. Please try again in a few minutes.')
export const REASON_MISSING = t('Please say why.')
/** The network or the server failed. */
export const CANCEL_FAILED = t('The order could not be cancelled. Please try again.')
