import { t } from '#platform/text/t.ts'

/** SPEC 8, to the letter. */
export const ORDER_FAILED = t('Failed to create an order. Please try again.')
export const VERIFICATION_REFUSED = t('Payment Verification Failed. Please contact support.')
export const VERIFICATION_UNFINISHED = t('Payment verification failed. Please try again.')
export const PAYMENT_SUCCESSFUL = t('Payment Successful! Order has been placed.')
export const UNEXPECTED = t('An unexpected error occurred')
export const NO_USER = t('User not logged in.')
/** SPEC 8: why a payment was refused, in the provider's words. */
export function paymentFailed(description: string): string {
  return t('Payment Failed. Reason: {description}', { description })
}
/** SPEC 5. */
export const ADDRESS_MISSING = t('Please select an address.')

export const ADDRESS_INCOMPLETE = t('We can’t deliver to this address yet. Please complete it.')
export const ADDRESS_NOT_FOUND = t('Address not found.')
export const PAYMENT_METHOD_UNKNOWN = t('This payment method isn’t available.')
export const NO_LINES = t('Please choose at least one product.')
export const TOO_MANY_LINES = t('An order can hold up to 100 different items.')
export const TOTAL_NOT_VALID = t('The total price is not valid.')
export const TOTAL_CHANGED = t('The total of your order has changed. Please check it and try again.')
export const CASH_OFF = t('This shop takes no payment in cash.')
export const CASH_IN_INDIA = t('Cash on delivery is for addresses in India only.')
export function noCashAt(pin: string): string {
  return t('Cash on delivery isn’t available at {pin}.', { pin })
}
export function noCashFor(product: string): string {
  return t('{product} can’t be paid in cash on delivery.', { product })
}
export function cashFrom(amount: string): string {
  return t('Cash on delivery starts at {amount}.', { amount })
}
export function cashUpTo(amount: string): string {
  return t('Cash on delivery is for orders of up to {amount}.', { amount })
}
export const CASH_RETURNED = t('Parcels came back from this phone number or address. Please pay online.')
export function cashOpen(orders: number): string {
  return t(
    '{orders, plural, one {An order of yours is still to be paid in cash. Please pay this one online.} other {# orders of yours are still to be paid in cash. Please pay this one online.}}',
    { orders },
  )
}
export const NOTHING_TO_CONFIRM = t('This order doesn’t wait to be confirmed.')
export const CONFIRM_OVER = t('This order was cancelled, because it wasn’t confirmed in time. Please order again.')
/** Why the shop cancelled an order, for staff. */
export const UNCONFIRMED = 'Not confirmed in time'
/** The name of the discount for paying now. */
export const PAID_ONLINE = t('Paid online')
/** Staff: its parcel would collect the cash. */
export const PACKED_ALREADY = 'This order is packed, so it’s paid in cash at the door.'
export const TOTAL_TOO_LARGE = t('This order is too large for one payment. Please split it.')
export const TOTAL_TOO_SMALL = t('Online payments start at Rs. 1. Please add something to your cart.')
export const ALREADY_PLACED = t('This order has already been placed.')
export const HOLD_ENDED = t('We’re no longer holding this order. Your items are in your cart. Please order again.')
/** The payment came after the stock was sold, or had a wrong amount: it is refunded. */
export const PAYMENT_RETURNED = t('We couldn’t use this payment for your order, so we’re refunding it.')

/** The provider's own cash on delivery, which the shop doesn't take. */
export const NO_MONEY_YET = t(
  'No money has arrived for this order, so it isn’t confirmed yet. We’re keeping its pieces for you and will be in touch.',
)

/** Not in the specification: on the checkout page. */
export const NOT_FINISHED = t('Your payment wasn’t completed. Your cart is still here.')
export const NO_SCRIPT = t(
  'We couldn’t load the payment window. Check your connection, allow this page in your ad blocker, and press Checkout again.',
)
export const DO_NOT_PAY_AGAIN = t(
  'Your payment may have gone through, so please don’t pay again. “Try again” only asks the bank.',
)
export const CHECKING = t(
  'We’re checking with the bank. If money left your account, it either pays for this order or is refunded.',
)
/** The initial text of the contact form. */
export function supportMessage(reference: string): string {
  return t('My payment {reference} couldn’t be verified. Please look into it.', { reference })
}
export const SHOP_CLOSED = t('The shop isn’t taking orders at the moment.')
