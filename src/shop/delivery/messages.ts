import { t } from '#platform/text/t.ts'

export const PIN_MALFORMED = t('A PIN code has six digits.')
export const PIN_UNKNOWN = t('We do not know this PIN code. Please check it.')

/** @param pin a PIN that the owner does not deliver to */
export const notDelivered = (pin: string) => t('We do not deliver to {pin} yet.', { pin })
