import { t } from '#platform/text/t.ts'
/*
 * Not in messages.ts, which every page with a cart loads.
 */

/** Lines in the cart of a visitor's device. */
export const GUEST_LINES = 50
/** The number is GUEST_LINES. */
export const GUEST_CART_FULL = t('Your cart holds 50 different items until you log in. Please take one out first.')
export const NO_GUEST_CART = t('Please log in to use the cart.')

/** Lines of a visitor's cart whose product the shop has no longer. */
export function noLongerSold(count: number): string {
  return t(
    '{count, plural, one {An item of your cart is no longer sold and was taken out.} other {# items of your cart are no longer sold and were taken out.}}',
    { count },
  )
}
