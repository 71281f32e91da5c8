import { t } from '#platform/text/t.ts'

/** SPEC 5 and 8, to the letter. */
export const CODE_REQUIRED = t('Please enter a 6-digit code.')
export const REGISTRATION_FAILED = t('Registration failed. Please try again.')
export const LOGIN_FAILED = t('Failed to send OTP. Please try again.')
export const VERIFICATION_FAILED = t('OTP verification failed. Please try again.')
export function codeSent(email: string): string {
  return t('OTP sent successfully to {email}', { email })
}

export const EMAIL_REQUIRED = t('Please enter your e-mail address.')
export const EMAIL_INVALID = t('Please enter a valid e-mail address.')
export const NAME_REQUIRED = t('Please enter your name.')
export const REGISTERED = t('We’ve sent you a 6-digit code by e-mail.')
export const SIGNED_IN = t('You’re signed in.')
export const EMAIL_OF_ACCOUNT = t('Please type the e-mail address of your account.')
export const NOT_KEPT_SIGNED_IN = t('You’re signed in, but we couldn’t keep this device signed in.')
export const DEVICE_NOT_FOUND = t('This device is no longer signed in.')
export const NAME_CHANGED = t('Your name has been changed.')
export const OWN_ADDRESS = t('This is already your address.')
export const CODES_SENT = t('We’ve sent a code to each address.')
export const CODES_WRONG = t('These codes don’t match. Please check both, or request new ones.')
export const EMAIL_CHANGED = t('Your e-mail address has been changed.')
export const SESSION_ENDED = t('Please log in again.')
export const LINK_INVALID = t('This sign-in link no longer works. Please request a new one.')
export const LOGIN_TOO_OLD = t('Please log in again to keep this device signed in.')
