export const messages = {
  /** SPEC 5 and 8, to the letter. */
  codeWanted: 'Please enter a 6-digit code.',
  registrationFailed: 'Registration failed. Please try again.',
  loginFailed: 'Failed to send OTP. Please try again.',
  verificationFailed: 'OTP verification failed. Please try again.',
  codeSent: (email: string) => `OTP sent successfully to ${email}`,
  /** Ours. */
  emailWanted: 'Please enter your e-mail address.',
  emailInvalid: 'Please enter a valid e-mail address.',
  nameWanted: 'Please enter your name.',
  registered: 'We have sent you a 6-digit code by e-mail.',
  verified: 'You are signed in.',
  emailOfAccount: 'Please type the e-mail address of your account.',
  notKept: 'You are signed in, but this device could not be kept signed in.',
  deviceNotFound: 'This device is not signed in any more.',
  sessionEnded: 'Please log in again.',
  linkDead: 'This sign-in link does not work any more. Please ask for a new one.',
} as const
