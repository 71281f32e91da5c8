import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, fileBytes, id, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { EMAIL_INVALID } from './messages.ts'
import { NEWSLETTER } from './rules.ts'

const state = z.enum(['draft', 'sending', 'stopped', 'sent'])

const listed = z
  .object({
    id: z.string(),
    state,
    subject: z.string(),
    /** When the draft was changed, or its sending began. */
    at: z.iso.datetime(),
    /** How many mails have been handed over, and how many there will be. */
    sent: z.int(),
    recipients: z.int(),
  })
  .meta({ id: 'ListedNewsletter' })
export type ListedNewsletter = z.output<typeof listed>

const newsletter = listed
  .extend({
    /** Markdown, without the subject. */
    text: z.string(),
    /** Of a draft, for `If-Match` and for sending it; null once it's being sent. */
    version: z.string().nullable(),
    /** True if exactly this text was sent as a test: only that can be sent to all. */
    isTested: z.boolean(),
    finishedAt: z.iso.datetime().nullable(),
    stoppedAt: z.iso.datetime().nullable(),
    /** How many confirmed subscribers there are now. */
    subscribers: z.int(),
  })
  .meta({ id: 'Newsletter' })
export type Newsletter = z.output<typeof newsletter>

const ids = z.object({ id })
const subject = text({ max: NEWSLETTER.subject, tooLong: 'Please use at most 200 characters for the subject.' })
const body = text({ max: NEWSLETTER.text, tooLong: 'This text is too long for a mail.', multiline: true })
const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'] as const
const call = { group: 'Newsletter', access: 'staff' } as const
const change = { ...call, params: ids, status: 200, response: newsletter, refusals: CHANGE, idempotent: true } as const

/** Newsletters: drafts, tests, sending and stopping (CONTRACT part three, Staff site). */
export const newsletterStaffContract = defineContract({
  'GET /newsletters': {
    summary: 'Drafts, the last changed first, then what was sent or is being sent, the newest first',
    ...call,
    query: z.object(pageQuery),
    status: 200,
    response: pageOf(listed).extend({ subscribers: z.int() }),
    refusals: ['second_factor_needed'],
  },
  'POST /newsletters': {
    summary: 'Begins a draft',
    ...call,
    body: z.object({ subject, text: body }),
    status: 201,
    response: newsletter,
    refusals: CHANGE,
    idempotent: true,
  },
  'PUT /newsletters/preview': {
    summary: 'Keeps one’s own text for a moment, to be looked at as a mail',
    ...call,
    body: z.object({ subject, text: body }),
    status: 204,
    response: null,
    refusals: ['second_factor_needed', 'foreign_origin'],
  },
  'GET /newsletters/preview': {
    summary: 'The text kept for a moment, as the mail that a subscriber would get: an HTML page for a frame',
    ...call,
    status: 200,
    response: fileBytes,
    fileType: 'text/html',
    refusals: ['second_factor_needed', 'not_found'],
  },
  'GET /newsletters/{id}': {
    summary: 'A newsletter, with the progress of its sending',
    ...call,
    params: ids,
    status: 200,
    response: newsletter,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'PATCH /newsletters/{id}': {
    summary: 'Changes a draft; with If-Match 412 if another has changed the same since that version',
    ...change,
    body: z.object({ subject: subject.optional(), text: body.optional() }),
    conflict: conflictWith(newsletter.pick({ id: true, subject: true, text: true, version: true })),
  },
  'DELETE /newsletters/{id}': {
    summary: 'Deletes a draft',
    ...call,
    params: ids,
    status: 200,
    response: z.object({ undo: z.string().nullable() }),
    refusals: CHANGE,
  },
  'POST /newsletters/{id}/test': {
    summary: 'Mails a draft to somebody of the staff, by default oneself',
    ...change,
    refusals: [...CHANGE, 'too_many_requests'],
    body: z.object({ to: email(EMAIL_INVALID, EMAIL_INVALID).optional() }),
    response: newsletter.extend({ to: z.string() }),
  },
  'POST /newsletters/{id}/send': {
    summary: 'Starts sending a tested draft of this version to all confirmed subscribers; it has another id then',
    ...change,
    isSensitive: true,
    body: z.object({ version: z.string().max(100) }),
    refusals: [...CHANGE, 'changed_meanwhile'],
  },
  'POST /newsletters/{id}/stop': {
    summary: 'Stops sending: after the batch that is being handed over, no more',
    ...change,
  },
  'POST /newsletters/{id}/resume': { summary: 'Goes on with a stopped sending', ...change, isSensitive: true },
})
