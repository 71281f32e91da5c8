import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

const CHANGE = ['second_factor_needed', 'foreign_origin'] as const

/** `message`: what was found, a sentence for the owner. */
const found = z.object({ isFine: z.boolean(), message: z.string() })

/** Whether mail and payments work, and a private look at the closed shop: for the first evening. */
export const checksStaffContract = defineContract({
  'GET /connections': {
    summary: 'What the shop is connected to, and which names in its .env set that; no secret is shown',
    group: 'Set-up',
    access: 'staff',
    status: 200,
    response: z.object({
      publicUrl: z.string(),
      isHttps: z.boolean(),
      /** `kept`: mail is stored and goes nowhere. */
      mail: z.enum(['sent', 'kept']),
      payments: z.enum(['sandbox', 'test', 'live']),
    }),
    refusals: ['second_factor_needed'],
  },
  'POST /connections/payments/check': {
    summary: 'Asks the payment provider with the shop’s keys',
    group: 'Set-up',
    access: 'staff',
    status: 200,
    response: found,
    refusals: CHANGE,
  },
  'POST /connections/mail/check': {
    summary: 'Sends a mail to whoever asks',
    group: 'Set-up',
    access: 'staff',
    status: 200,
    response: found,
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /preview-links': {
    summary: 'A private link that shows the closed shop for some days to whoever has it',
    group: 'Set-up',
    access: 'staff',
    body: z.object({ days: z.int().min(1).max(60).default(7) }),
    status: 201,
    response: z.object({ url: z.string(), until: z.iso.datetime() }),
    refusals: CHANGE,
    idempotent: true,
  },
  'DELETE /preview-links': {
    summary: 'Ends all of them',
    group: 'Set-up',
    access: 'staff',
    status: 200,
    response: z.object({ ended: z.boolean() }),
    refusals: CHANGE,
  },
})
