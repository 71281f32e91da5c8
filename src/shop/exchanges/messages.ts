import { t } from '#platform/text/t.ts'
/** SPEC 5, to the letter. */
export const FIELDS_MISSING = 'Please fill in all required fields.'
/** SPEC 8. */
export const EXCHANGE_REQUESTED = 'Exchange request submitted successfully!'
export const REQUEST_FAILED = 'Failed to submit exchange request. Please try again.'
/** SPEC 8: the server refused to cancel; the network failed. */
export const CANCEL_FAILED = 'Something went wrong.'
export const CANCEL_UNREACHED = 'An error occurred while cancelling the exchange.'

export const EXCHANGE_CANCELLED = 'Exchange cancelled successfully.'
export const EXCHANGE_NOT_FOUND = 'Exchange not found.'
export const PRODUCT_NOT_IN_ORDER = 'This product is not in this order.'
export const NOT_DELIVERED = 'A product can be exchanged once its order has been delivered.'
export function windowClosed(days: number): string {
  return t('The {days}-day exchange window has closed.', { days })
}
export const ALREADY_REQUESTED = 'An exchange has already been requested for this product.'
export const DELIVERED_ALREADY = 'This return has been Delivered.'
export const CANCELLED_ALREADY = 'This return has been cancelled.'
export const REASON_UNKNOWN = 'Please choose one of the reasons.'
export const COLOR_NOT_ASKED = 'A colour can be chosen only where the reason is Color Mismatch.'
export const SIZE_NOT_ASKED = 'A size can be chosen only where the reason is Size Issue.'
export const PIECES_UNKNOWN = 'Choose pieces of this product in this order.'
export const PIECES_GONE = 'These pieces of the order are cancelled.'
export const RECEIVED_ALREADY =
  'The old piece is with us already, so this exchange can’t be cancelled any more. Please write to us.'
