import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { API_CARRIERS } from '#platform/carriers/names.ts'

const CHANGE = ['second_factor_needed', 'foreign_origin'] as const

/** `message`: what was found, a sentence for the owner. */
const found = z.object({ isFine: z.boolean(), message: z.string() })

const key = z
  .string()
  .trim()
  .regex(/^[\w.~+/=@:-]{6,200}$/, 'Please enter it as the provider shows it, without spaces.')

/** What is sent to a mail server. */
const line = z.string().regex(/^\P{Cc}*$/u, 'Please enter it in one line.')

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
      payments: z.enum(['none', 'sandbox', 'test', 'live']),
      /** What can be entered by the calls below: not what the server's environment sets. */
      onScreen: z.object({ payments: z.boolean(), mail: z.boolean(), delhivery: z.boolean(), shiprocket: z.boolean() }),
      /** The carriers whose keys the shop has. */
      carriers: z.array(z.enum(API_CARRIERS)),
      /** How many bookings, and cancellations of them, wait for each carrier's answer. */
      waiting: z.object({ delhivery: z.int(), shiprocket: z.int() }),
      /** When this process started. */
      startedAt: z.iso.datetime(),
    }),
    refusals: ['second_factor_needed'],
  },
  'POST /connections/payments': {
    summary: 'Tries the payment provider’s keys, keeps them outside the database, and starts the shop again with them',
    group: 'Set-up',
    access: 'staff',
    isSensitive: true,
    body: z.object({ keyId: key, keySecret: key, webhookSecret: key.optional() }),
    status: 200,
    /** What to enter at the provider, so that it tells the shop of payments. The secret is made here if none was given. */
    response: z.object({ webhookUrl: z.string(), webhookSecret: z.string() }),
    refusals: [...CHANGE, 'set_on_server', 'invalid_input'],
  },
  'POST /connections/mail': {
    summary: 'Tries a mail server, keeps its password outside the database, and starts the shop again with it',
    group: 'Set-up',
    access: 'staff',
    isSensitive: true,
    body: z.object({
      host: z.string().regex(/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i, 'Please enter a name such as smtp.example.com.'),
      port: z.int().min(1).max(65_535),
      /** From the first byte (port 465), or by STARTTLS (port 587). */
      encryption: z.enum(['tls', 'starttls']),
      user: line.max(200).default(''),
      password: line.max(400).default(''),
      /** The sender's address; by default that of the shop's domain. */
      from: z.email('Please enter a valid e-mail address.').max(254).optional(),
    }),
    status: 200,
    response: z.object({ from: z.string().nullable() }),
    refusals: [...CHANGE, 'set_on_server', 'invalid_input'],
  },
  'POST /connections/delhivery': {
    summary: 'Tries the token of Delhivery’s API, keeps it outside the database, and starts the shop again with it',
    group: 'Set-up',
    access: 'staff',
    isSensitive: true,
    body: z.object({ token: key, webhookSecret: key.min(16, 'Please enter at least 16 characters.').optional() }),
    status: 200,
    /** What Delhivery's support is told, so that the shop learns where parcels are. */
    response: z.object({ webhookUrl: z.string(), webhookSecret: z.string() }),
    refusals: [...CHANGE, 'set_on_server', 'invalid_input'],
  },
  'POST /connections/shiprocket': {
    summary: 'Tries an API user of Shiprocket, keeps it outside the database, and starts the shop again with it',
    group: 'Set-up',
    access: 'staff',
    isSensitive: true,
    body: z.object({
      email: z.email('Please enter a valid e-mail address.').max(254),
      password: z.string().regex(/^\S{6,200}$/, 'Please enter the API user’s password, without spaces.'),
      webhookSecret: key.min(16, 'Please enter at least 16 characters.').optional(),
    }),
    status: 200,
    /** What to enter in Shiprocket's panel, so that the shop learns where parcels are. */
    response: z.object({ webhookUrl: z.string(), webhookSecret: z.string() }),
    refusals: [...CHANGE, 'set_on_server', 'invalid_input'],
  },
  'DELETE /connections/{carrier}': {
    summary: 'Forgets the keys of a carrier’s API that were entered here, and starts the shop again without them',
    group: 'Set-up',
    access: 'staff',
    isSensitive: true,
    params: z.object({ carrier: z.enum(API_CARRIERS) }),
    status: 200,
    response: z.object({ carrier: z.enum(API_CARRIERS) }),
    refusals: [...CHANGE, 'set_on_server'],
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
    refusals: [...CHANGE, 'too_many_requests'],
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
