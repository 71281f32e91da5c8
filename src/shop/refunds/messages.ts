import { t } from '#platform/text/t.ts'

export const ORDER_CANCELLED = t('Order cancelled successfully.')
export const SHIPPED_ALREADY = t('This order has already been shipped, so it can’t be cancelled.')
export const NOT_PAID = t('This order hasn’t been paid for.')
export const NOT_CONFIRMED = t(
  'The payment for this order hasn’t been confirmed yet. Please try again in a few minutes.',
)
export const REASON_MISSING = t('Please give a reason.')
/** The network or the server failed. */
export const CANCEL_FAILED = t('We couldn’t cancel the order. Please try again.')
