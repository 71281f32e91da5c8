import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { plainCode } from '#platform/text/typed.ts'
import { EMAIL_INVALID, EMAIL_REQUIRED, FIELDS_REQUIRED, MESSAGE_TOO_LONG, PHONE_INVALID } from './messages.ts'
import { LENGTHS, PHONE } from './rules.ts'

const required = FIELDS_REQUIRED

/** SPEC 5: all five are required. */
const contactMessage = z.object({
  firstName: text({ max: LENGTHS.name, required }),
  lastName: text({ max: LENGTHS.name, required }),
  email: email(required, EMAIL_INVALID),
  phone: text({ max: LENGTHS.phone, required, tooLong: PHONE_INVALID })
    .transform(plainCode)
    .refine((value) => value === '' || PHONE.test(value), PHONE_INVALID),
  message: text({ max: LENGTHS.message, required, tooLong: MESSAGE_TOO_LONG, multiline: true }),
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
    body: z.object({ email: email(EMAIL_REQUIRED, EMAIL_INVALID) }),
    status: 202,
    response: done,
    refusals: ['too_many_requests'],
  },
})
