export const PIN_MALFORMED = 'A PIN code has six digits.'
export const PIN_UNKNOWN = 'We do not know this PIN code. Please check it.'

/** @param pin a PIN that the owner does not deliver to */
export const notDelivered = (pin: string) => `We do not deliver to ${pin} yet.`
