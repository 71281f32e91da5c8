import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'

export const EMAIL_WANTED = t('Please enter your e-mail address.')
export const CONFIRM_BY_MAIL = t('Almost there: please confirm by the link in the mail we have sent you.')
export const REQUEST_FAILED = t('That did not work. Please try again.')
export const PRICE_DROPS_ON = t('We will write to you when something on your wishlist becomes cheaper.')
export const PRICE_DROPS_OFF = t('We will not write to you about prices.')

/** A signed-in shopper has asked for the mail, which needs no confirmation. */
export function willNotify({ color, size, email }: { color: string; size: string; email: string }): string {
  return t('We will write to {email} once, when {size} in {color} is back.', { email, size, color: valueName(color) })
}
