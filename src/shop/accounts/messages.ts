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
  registered: t('We have sent you a 6-digit code by e-mail.'),
  verified: t('You are signed in.'),
  emailOfAccount: t('Please type the e-mail address of your account.'),
  notKept: t('You are signed in, but this device could not be kept signed in.'),
  deviceNotFound: t('This device is not signed in any more.'),
  nameChanged: t('Your name is changed.'),
  ownAddress: t('This is your address already.'),
  codesSent: t('We have sent a code to each of the two addresses.'),
  codesWrong: t('These codes do not fit. Please check both, or ask for new ones.'),
  emailChanged: t('Your e-mail address is changed.'),
  sessionEnded: t('Please log in again.'),
  linkInvalid: t('This sign-in link does not work any more. Please ask for a new one.'),
} as const
