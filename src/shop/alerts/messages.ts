import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'

export const EMAIL_WANTED = t('Please enter your e-mail address.')
export const CONFIRM_BY_MAIL = t('Almost there. Please confirm with the link in the e-mail we’ve just sent you.')
export const REQUEST_FAILED = t('That didn’t work. Please try again.')
export const PRICE_DROPS_ON = t('We’ll e-mail you when something on your wishlist gets cheaper.')
export const PRICE_DROPS_OFF = t('We won’t e-mail you about prices.')

/** For a signed-in shopper, whose request needs no confirmation. */
export function willNotify({ color, size, email }: { color: string; size: string; email: string }): string {
  return t('We’ll e-mail {email} once when {size} in {color} is back.', {
    email,
    size: valueName(size),
    color: valueName(color),
  })
}
