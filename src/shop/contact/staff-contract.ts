import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, id, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { LENGTHS, MESSAGE_STATES } from './rules.ts'

const state = z.enum(MESSAGE_STATES, { error: `The state is one of: ${MESSAGE_STATES.join(', ')}.` })

const listed = z.object({
  id: z.string(),
  state,
  name: z.string(),
  email: z.string(),
  sentAt: z.string(),
  /** Its first characters. */
  message: z.string(),
  /** How many messages this address has sent. */
  ofAddress: z.int(),
})
export type ListedMessage = z.output<typeof listed>

const post = z.object({
  id: z.string(),
  state,
  sentAt: z.string(),
  message: z.string(),
  /** Null while it waits, and if the answer to a later message settled it. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
})

const order = z.object({
  id: z.string(),
  orderNumber: z.string(),
  orderedAt: z.string(),
  status: z.enum(['ordered', 'packaging', 'ontheway', 'delivered', 'cancelled']),
  product: z.string(),
  lines: z.int(),
  /** Rupees. */
  total: z.number(),
  /** True if the thread names its number. */
  isNamed: z.boolean(),
})

const thread = z.object({
  id: z.string(),
  state,
  firstName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** All messages of this address with their answers, oldest first. */
  messages: z.array(post),
  /** The orders of this address, and those that the thread names, newest first. */
  orders: z.array(order),
  /** Where the customer's reply to an answer goes. It doesn't come back here. */
  repliesTo: z.string(),
})
export type Thread = z.output<typeof thread>

const savedReply = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** For `If-Match`. */
  version: z.string(),
})
export type SavedReply = z.output<typeof savedReply>

const ids = z.object({ id })
const title = text({ max: 80, required: 'Please enter a title.' })
const words = text({ max: LENGTHS.message, required: 'Please write the text.', multiline: true })
const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'] as const
const changed = z.object({ id: z.string(), state })
/** The id for `POST /undo/{id}`. */
const undo = z.string().nullable()

/** Messages of the contact form, and texts to answer with (CONTRACT part three, Staff site). */
export const contactStaffContract = defineContract({
  'GET /messages': {
    summary: 'Messages: waiting ones oldest first, others newest first',
    group: 'Messages',
    access: 'staff',
    query: z.object({ ...pageQuery, state: state.optional() }),
    status: 200,
    response: pageOf(listed).extend({
      /** How many there are in each state; 10,001 stands for more than 10,000. */
      counts: z.record(state, z.int()),
    }),
    refusals: ['second_factor_needed'],
  },
  'GET /messages/{id}': {
    summary: 'A message in its thread, with the customer’s orders',
    group: 'Messages',
    access: 'staff',
    params: ids,
    status: 200,
    response: thread,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /messages/{id}/answer': {
    summary: 'Mails an answer, once; earlier waiting messages of the same address are settled with it',
    group: 'Messages',
    access: 'staff',
    params: ids,
    body: z.object({ text: words }),
    status: 200,
    response: changed.extend({ to: z.string() }),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /messages/{id}/hide': {
    summary: 'Puts a message away that needs no answer',
    group: 'Messages',
    access: 'staff',
    params: ids,
    status: 200,
    response: changed.extend({ undo }),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /messages/{id}/show': {
    summary: 'Brings a hidden message back',
    group: 'Messages',
    access: 'staff',
    params: ids,
    status: 200,
    response: changed.extend({ undo }),
    refusals: CHANGE,
    idempotent: true,
  },
  'GET /saved-replies': {
    summary: 'Texts to answer with; {firstName} and {orderNumber} in them are filled in by the screen',
    group: 'Messages',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(savedReply), next: z.null() }),
    refusals: ['second_factor_needed'],
  },
  'POST /saved-replies': {
    summary: 'Adds a saved reply',
    group: 'Messages',
    access: 'staff',
    body: z.object({ title, text: words }),
    status: 201,
    response: savedReply,
    refusals: CHANGE,
    idempotent: true,
  },
  'PATCH /saved-replies/{id}': {
    summary: 'Changes a saved reply; with If-Match 412 if another has changed the same since that version',
    group: 'Messages',
    access: 'staff',
    params: ids,
    body: z.object({ title: title.optional(), text: words.optional() }),
    status: 200,
    response: savedReply,
    conflict: conflictWith(savedReply),
    refusals: CHANGE,
    idempotent: true,
  },
  'DELETE /saved-replies/{id}': {
    summary: 'Deletes a saved reply',
    group: 'Messages',
    access: 'staff',
    params: ids,
    status: 200,
    response: z.object({ undo }),
    refusals: CHANGE,
  },
})
