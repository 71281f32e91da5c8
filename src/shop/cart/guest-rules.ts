import { t } from '#platform/text/t.ts'

// Not in messages.ts, because every page with a cart loads that file.

/** The most lines that a visitor's cart holds. GUEST_CART_FULL names the number. */
export const GUEST_LINES = 50
export const GUEST_CART_FULL = t('Your cart can hold 50 different items until you log in. Please remove one first.')
export const NO_GUEST_CART = t('Please log in to use the cart.')

/** For lines of a visitor's cart whose product is no longer sold. */
export function noLongerSold(count: number): string {
  return t(
    '{count, plural, one {An item in your cart is no longer sold and has been removed.} other {# items in your cart are no longer sold and have been removed.}}',
    { count },
  )
}
