import { t } from '#platform/text/t.ts'
export const messages = {
  /** SPEC 5 and 8, to the letter. */
  codeRequired: t('Please enter a 6-digit code.'),
  registrationFailed: t('Registration failed. Please try again.'),
  loginFailed: t('Failed to send OTP. Please try again.'),
  verificationFailed: t('OTP verification failed. Please try again.'),
  codeSent: (email: string) => t('OTP sent successfully to {email}', { email }),
  /** Ours. */
  emailRequired: t('Please enter your e-mail address.'),
  emailInvalid: t('Please enter a valid e-mail address.'),
  nameRequired: t('Please enter your name.'),
  registered: t('We’ve sent you a 6-digit code by e-mail.'),
  verified: t('You’re signed in.'),
  emailOfAccount: t('Please type the e-mail address of your account.'),
  notKept: t('You’re signed in, but we couldn’t keep this device signed in.'),
  deviceNotFound: t('This device is no longer signed in.'),
  nameChanged: t('Your name has been changed.'),
  ownAddress: t('This is already your address.'),
  codesSent: t('We’ve sent a code to each address.'),
  codesWrong: t('These codes do not fit. Please check both, or ask for new ones.'),
  emailChanged: t('Your e-mail address has been changed.'),
  sessionEnded: t('Please log in again.'),
  linkInvalid: t('This sign-in link no longer works. Please request a new one.'),
} as const
