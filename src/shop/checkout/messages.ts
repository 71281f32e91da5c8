/** SPEC 8, to the letter. */
export const ORDER_FAILED = 'Failed to create an order. Please try again.'
export const VERIFICATION_REFUSED = 'Payment Verification Failed. Please contact support.'
export const VERIFICATION_UNFINISHED = 'Payment verification failed. Please try again.'
export const PAYMENT_SUCCESSFUL = 'Payment Successful! Order has been placed.'
/** SPEC 5. */
export const ADDRESS_MISSING = 'Please select an address.'

export const ADDRESS_NOT_FOUND = 'Address not found.'
export const PAYMENT_METHOD_UNKNOWN = 'Please pay by card.'
export const NO_LINES = 'Please choose at least one product.'
export const TOO_MANY_LINES = 'An order holds at most 100 different items.'
export const TOTAL_NOT_VALID = 'The total price is not valid.'
export const TOTAL_CHANGED = 'The total of your order has changed. Please check it and try again.'
export const TOTAL_TOO_LARGE = 'This order is too large to be paid at once. Please split it.'
export const ALREADY_PLACED = 'This order has already been placed.'
/** The money came when the goods had gone, or was not the order's amount: it goes back. */
export const PAYMENT_RETURNED = 'This payment could not be used for your order and is being returned to you.'
