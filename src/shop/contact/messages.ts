import { t } from '#platform/text/t.ts'

/** SPEC 8, to the letter. */
export const MESSAGE_SENT = t('Form successfully submitted!')
export const MESSAGE_FAILED = t('Failed to submit the form. Please try again later.')
/** SPEC 5, as in the exchange form. */
export const FIELDS_REQUIRED = t('Please fill in all required fields.')

export const EMAIL_INVALID = t('Please enter a valid e-mail address.')
export const EMAIL_REQUIRED = t('Please enter your e-mail address.')
export const PHONE_INVALID = t('Please enter a valid phone number.')
export const MESSAGE_TOO_LONG = t('Please keep your message under 5,000 characters.')
export const SUBSCRIBED = t('Almost there. Please confirm with the link in the e-mail we’ve just sent you.')
