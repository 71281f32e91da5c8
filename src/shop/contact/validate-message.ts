import { canonicalEmail } from '#platform/mail/address.ts'
import { t } from '#platform/text/t.ts'
import { plainCode, visibleText } from '#platform/text/typed.ts'
import type { ContactMessage } from './contract.ts'
import { EMAIL_INVALID, EMAIL_REQUIRED, PHONE_INVALID } from './messages.ts'
import { PHONE } from './rules.ts'

export type ContactField = keyof ContactMessage
export type ContactErrors = Partial<Record<ContactField, string>>

const REQUIRED: Record<ContactField, string> = {
  firstName: t('Please enter your first name.'),
  lastName: t('Please enter your last name.'),
  email: EMAIL_REQUIRED,
  phone: t('Please enter your phone number.'),
  message: t('Please write a message.'),
}

/** Errors by field before a message is sent (SPEC section 5: all five are required). */
export function validateMessage(input: ContactMessage): ContactErrors {
  const errors: ContactErrors = {}
  for (const [field, message] of Object.entries(REQUIRED) as [ContactField, string][])
    if (visibleText(input[field]) === '') errors[field] = message
  if (!errors.email && canonicalEmail(input.email) === null) errors.email = EMAIL_INVALID
  if (!errors.phone && !PHONE.test(plainCode(input.phone))) errors.phone = PHONE_INVALID
  return errors
}
