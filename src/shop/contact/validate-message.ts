import { canonicalEmail } from '#platform/mail/address.ts'
import type { ContactMessage } from './contract.ts'
import { messages } from './messages.ts'
import { PHONE } from './rules.ts'

export type ContactField = keyof ContactMessage
export type ContactErrors = Partial<Record<ContactField, string>>

const WANTED: Record<ContactField, string> = {
  firstName: 'Please enter your first name.',
  lastName: 'Please enter your last name.',
  email: messages.emailWanted,
  phone: 'Please enter your phone number.',
  message: 'Please write a message.',
}

/** What is wrong with a message before it is sent: SPEC section 5 wants all five fields. Empty: nothing. */
export function validateMessage(message: ContactMessage): ContactErrors {
  const problems: ContactErrors = {}
  for (const [field, wanted] of Object.entries(WANTED) as [ContactField, string][])
    if (message[field].trim() === '') problems[field] = wanted
  if (!problems.email && canonicalEmail(message.email) === null) problems.email = messages.emailInvalid
  if (!problems.phone && !PHONE.test(message.phone.trim())) problems.phone = messages.phoneInvalid
  return problems
}
