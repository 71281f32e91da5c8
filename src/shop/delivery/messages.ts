import { t } from '#platform/text/t.ts'

export const PIN_MALFORMED = t('A PIN code has six digits.')
export const PIN_UNKNOWN = t('We have no delivery date for this PIN code yet. You can still order.')

export const NOT_TO_USA = t('We don’t deliver to the USA.')

/** @param pin a PIN that the owner doesn't deliver to */
export const notDelivered = (pin: string) => t('We don’t deliver to {pin} yet.', { pin })
