export const messages = {
  /** SPEC 8, to the letter. */
  sent: 'Form successfully submitted!',
  failed: 'Failed to submit the form. Please try again later.',
  /** SPEC 5, as in the exchange form. */
  fieldsWanted: 'Please fill in all required fields.',
  /** Ours. */
  emailInvalid: 'Please enter a valid e-mail address.',
  emailWanted: 'Please enter your e-mail address.',
  phoneInvalid: 'Please enter a valid phone number.',
  messageTooLong: 'Please keep your message under 5,000 characters.',
  subscribed: 'Almost there: please confirm by the link in the mail we have sent you.',
} as const
