import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { messages } from './messages.ts'
import { LENGTHS, PHONE } from './rules.ts'

const required = messages.fieldsRequired

/** SPEC 5: all five are required. */
const contactMessage = z.object({
  firstName: text({ max: LENGTHS.name, required }),
  lastName: text({ max: LENGTHS.name, required }),
  email: email(required, messages.emailInvalid),
  phone: text({ max: LENGTHS.phone, required, tooLong: messages.phoneInvalid }).refine(
    (value) => value === '' || PHONE.test(value),
    messages.phoneInvalid,
  ),
  message: text({ max: LENGTHS.message, required, tooLong: messages.messageTooLong, multiline: true }),
})

export type ContactMessage = z.output<typeof contactMessage>

const done = z.object({ success: z.literal(true), message: z.string() })

export const contactContract = defineContract({
  'POST /user/addContactUs': {
    summary: 'Sends the shop a message',
    group: 'Contact',
    access: 'public',
    body: contactMessage,
    status: 201,
    response: done,
    refusals: ['too_many_requests'],
    idempotent: true,
  },
  'POST /user/subscribe': {
    summary: 'Sends a confirmation email for the newsletter; nothing more is sent until it is confirmed',
    group: 'Contact',
    access: 'public',
    body: z.object({ email: email(messages.emailRequired, messages.emailInvalid) }),
    status: 202,
    response: done,
    refusals: ['too_many_requests'],
  },
})
