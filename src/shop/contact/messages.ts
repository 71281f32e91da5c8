import { t } from '#platform/text/t.ts'
export const messages = {
  /** SPEC 8, to the letter. */
  sent: t('Form successfully submitted!'),
  failed: t('Failed to submit the form. Please try again later.'),
  /** SPEC 5, as in the exchange form. */
  fieldsRequired: t('Please fill in all required fields.'),
  /** Ours. */
  emailInvalid: t('Please enter a valid e-mail address.'),
  emailRequired: t('Please enter your e-mail address.'),
  phoneInvalid: t('Please enter a valid phone number.'),
  messageTooLong: t('Please keep your message under 5,000 characters.'),
  subscribed: t('Almost there. Please confirm with the link in the e-mail we’ve just sent you.'),
} as const
