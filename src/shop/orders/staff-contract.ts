import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { addressFields } from '../addresses/contract.ts'
import { orderAddress } from './contract.ts'
import { ORDER_STATUSES, STAFF_STAGES } from './rules.ts'
import { orderNote as note, orderRecord, thumbnail } from './staff-order-contract.ts'

const stage = z.enum(STAFF_STAGES, { error: `The stage is one of ${STAFF_STAGES.join(', ')}.` })

/** What a search finds: see `parseSearch`. */
const q = text({ max: 200, tooLong: 'Please search for at most 200 characters.' })

const listedOrder = z
  .object({
    id: z.string(),
    /** As people use it, such as FS-10482. */
    number: z.string(),
    /** Null until it's paid. */
    status: z.enum([...ORDER_STATUSES, 'cancelled']).nullable(),
    /** Where it stands: "To pack", "Part shipped", "Out for delivery". */
    statusText: z.string(),
    name: z.string(),
    /** Whom to call, of an order to confirm; else null. */
    phone: z.string().nullable(),
    city: z.string(),
    pin: z.string(),
    /** Pieces that aren't cancelled, and those that haven't left. */
    pieces: z.int(),
    toPack: z.int(),
    /** The first product, its picture, and how many other lines there are. */
    product: z.string(),
    picture: thumbnail.nullable(),
    moreLines: z.int(),
    /** In rupees; null for a packer. */
    total: z.number().nullable(),
    /** When it was paid, or created if it isn't paid. */
    at: z.iso.datetime(),
    /** "today", "3 working days". */
    age: z.string(),
    /** Why it's late, or null. */
    late: z.string().nullable(),
    /** True if a parcel of it couldn't be delivered, comes back, came back or is lost. */
    isTrouble: z.boolean(),
    /** Payment in doubt, a dispute with its deadline, a failed refund, a parcel that doesn't arrive: a sentence each. */
    problems: z.array(z.string()),
  })
  .meta({ id: 'ListedOrder' })

export type ListedStaffOrder = z.output<typeof listedOrder>

/** How many there are; `isMore`: more than 10,000. */
const count = z.object({ count: z.int(), isMore: z.boolean(), text: z.string() })

/** An order's id or its number as people use it. */
const reference = z.string().min(1).max(64)
const ofOrder = z.object({ id: reference })

const noteText = z.object({ text: text({ max: 2000, required: 'Please write something.', multiline: true }) })
const ofNote = z.object({ id: reference, note: z.string().max(64) })
const noteRefusals = ['second_factor_needed', 'foreign_origin', 'forbidden', 'not_found', 'version_needed'] as const

/** What takes a change back with `POST /undo/{id}`, or null if it can't be. */
const undo = z.string().nullable()

export const addressChange = addressFields.omit({ isDefault: true, country: true })

const viewRequest = z.object({
  name: text({ max: 40, required: 'Please give it a name.' }),
  stage: stage.optional(),
  q: q.default(''),
  shared: z.boolean().default(false),
})

export type ViewRequest = z.output<typeof viewRequest>

const view = z.object({
  id: z.string(),
  name: z.string(),
  stage: stage.nullable(),
  q: z.string(),
  shared: z.boolean(),
  mayDelete: z.boolean(),
  count,
})

export type SavedView = z.output<typeof view>

/** What staff do with orders (CONTRACT part three, Staff site). */
export const staffOrdersContract = defineContract({
  'GET /orders': {
    summary:
      'Orders at a stage, or found by number, last four digits, name, phone, PIN, SKU, tracking number or e-mail',
    group: 'Orders',
    access: 'staff',
    query: z.object({ stage: stage.optional(), q: q.optional(), ...pageQuery }),
    status: 200,
    response: pageOf(listedOrder),
    refusals: ['second_factor_needed'],
  },
  'GET /orders/counts': {
    summary: 'How many orders each stage has, exact to 10,000',
    group: 'Orders',
    access: 'staff',
    status: 200,
    response: z.object({ stages: z.record(stage, count) }),
    refusals: ['second_factor_needed'],
  },
  'GET /orders/views': {
    summary: 'Lists kept under a name, one’s own and those that everybody sees, with their counts',
    group: 'Orders',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(view) }),
    refusals: ['second_factor_needed'],
  },
  'POST /orders/views': {
    summary: 'Keeps a list under a name',
    group: 'Orders',
    access: 'staff',
    body: viewRequest,
    status: 201,
    response: z.object({ id: z.string() }),
    refusals: ['second_factor_needed', 'foreign_origin', 'forbidden', 'conflict'],
    idempotent: true,
  },
  'DELETE /orders/views/{id}': {
    summary: 'Deletes a kept list',
    group: 'Orders',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    response: z.object({ undo }),
    refusals: ['second_factor_needed', 'foreign_origin', 'forbidden', 'not_found'],
  },
  'GET /orders/{id}': {
    summary:
      'Everything about an order, by its id or number: what, who, money, what happened, and what can be done now',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    status: 200,
    response: orderRecord,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /orders/{id}/notes': {
    summary: 'Adds a note that only staff see',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    body: noteText,
    status: 201,
    response: note,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
  'PATCH /orders/{id}/notes/{note}': {
    summary: 'Changes a note, with its version in If-Match',
    group: 'Orders',
    access: 'staff',
    params: ofNote,
    body: noteText,
    status: 200,
    response: note,
    conflict: conflictWith(note),
    refusals: noteRefusals,
    idempotent: true,
  },
  'DELETE /orders/{id}/notes/{note}': {
    summary: 'Deletes a note, with its version in If-Match',
    group: 'Orders',
    access: 'staff',
    params: ofNote,
    status: 200,
    response: z.object({ undo }),
    conflict: conflictWith(note),
    refusals: noteRefusals,
  },
  'PATCH /orders/{id}/address': {
    summary:
      'Puts fields of the address and the phone number right, before the first parcel has left; with If-Match 412 if another has changed one of them since',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    body: z.object({ address: addressChange }),
    status: 200,
    response: z.object({ address: orderAddress, changed: z.array(z.string()), undo }),
    conflict: conflictWith(orderRecord.pick({ address: true, addressVersion: true })),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'not_paid', 'already_shipped', 'conflict'],
    idempotent: true,
  },
  'POST /orders/{id}/delivered': {
    summary: 'Records that an order on its way was delivered',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    status: 200,
    response: z.object({ status: z.literal('delivered') }),
    refusals: [
      'second_factor_needed',
      'foreign_origin',
      'not_found',
      'not_paid',
      'payment_unconfirmed',
      'already_delivered',
      'conflict',
    ],
    idempotent: true,
  },
  'POST /orders/{id}/not-delivered': {
    summary: 'Takes “delivered” back: the order is on its way again, and its customer is told',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    status: 200,
    response: z.object({ status: z.literal('ontheway') }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'not_paid', 'conflict'],
    idempotent: true,
  },
})
