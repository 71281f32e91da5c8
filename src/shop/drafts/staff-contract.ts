import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { addressFields, phone } from '../addresses/contract.ts'
import { EMAIL_INVALID } from '../addresses/messages.ts'
import { TOTAL } from '../checkout/contract.ts'
import { discount, orderAddress } from '../orders/contract.ts'
import { HAND_METHODS, paidByHand } from '../orders/paid-by-hand-contract.ts'
import { DRAFT_SOURCES, DRAFT_STATES } from './rules.ts'

const QUANTITY = 'The quantity is a whole number from 1 to 1000.'
const PRICE = 'The price is a number of rupees from 0 to 1000000, with at most two decimals.'

const lines = z
  .array(
    z
      .object({
        sku: z.string().min(1, 'Please choose a size.').max(100),
        quantity: z.number({ error: QUANTITY }).int(QUANTITY).min(1, QUANTITY).max(1000, QUANTITY),
        /** In rupees per piece, if it's another than the catalogue's. It needs a reason. */
        price: z
          .number({ error: PRICE })
          .min(0, PRICE)
          .max(1_000_000, PRICE)
          .refine((value) => Math.round(value * 100) / 100 === value, PRICE)
          .optional(),
        reason: text({ max: 200 }).optional(),
      })
      .refine(({ price, reason = '' }) => price === undefined || reason !== '', {
        path: ['reason'],
        message: 'Please give a reason for the changed price.',
      }),
  )
  .min(1, 'Please choose at least one product.')
  .max(100, 'An order can hold up to 100 different items.')
  .refine((all) => new Set(all.map(({ sku }) => sku)).size === all.length, 'Each size can be added only once.')

const email = text({ max: 254 }).refine((value) => value === '' || canonicalEmail(value) !== null, EMAIL_INVALID)

const fields = {
  lines,
  customer: z.object({
    name: text({ max: 80, required: 'Please enter the customer’s name.' }),
    email: email.optional(),
    phone: phone.refine((value) => value.replace(/\D/g, '').length >= 6, 'Please enter the customer’s phone number.'),
  }),
  /** Where it goes. Without it the page to pay asks for it. */
  address: addressFields.omit({ isDefault: true, gstin: true }).nullable().optional(),
  pickup: z.boolean().optional(),
  note: text({ max: 200, multiline: true }).optional(),
  source: z.enum(DRAFT_SOURCES, { error: `The source is one of ${DRAFT_SOURCES.join(', ')}.` }),
  /** A day from now if it isn't said. */
  holdUntil: z.iso
    .datetime({ offset: true, error: 'Please give a time such as 2026-12-01T18:00:00+05:30.' })
    .optional(),
  /** Codes of offers. One that doesn't count is refused, with why. */
  codes: z.array(z.string().trim().max(100)).max(20).optional(),
}

export type DraftRequest = z.output<z.ZodObject<typeof fields>>

const draft = z
  .object({
    id: z.string(),
    state: z.enum(DRAFT_STATES),
    lines: z.array(
      z.object({
        sku: z.string(),
        quantity: z.int(),
        /** In rupees per piece, before tax if it's added. */
        price: z.number(),
        reason: z.string().nullable(),
        name: z.string(),
        color: z.string(),
        size: z.string(),
      }),
    ),
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    address: orderAddress.nullable(),
    pickup: z.boolean(),
    note: z.string(),
    source: z.enum(DRAFT_SOURCES),
    codes: z.array(z.string()),
    holdUntil: z.iso.datetime(),
    /** In rupees. */
    goods: z.number(),
    /** What offers take off, also without a code. */
    discounts: z.array(discount),
    delivery: z.number(),
    tax: z.number(),
    total: z.number(),
    /** What it costs in cash: without offers that count only if it's paid online. */
    totalInCash: z.number(),
    link: z.string(),
    /** Its order, once it's paid. */
    order: z.object({ id: z.string(), number: z.string() }).nullable(),
    paid: z.object({ method: z.enum(HAND_METHODS), reference: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    version: z.string(),
  })
  .meta({ id: 'DraftOrder' })

export type DraftOrder = z.output<typeof draft>

const ids = z.object({ id: z.string().min(1).max(64) })
const call = { group: 'Orders', access: 'staff' } as const
const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict', 'already_placed'] as const
const PRICED = ['address_incomplete', 'insufficient_stock', 'order_too_large', 'below_minimum_order'] as const

/** Orders that staff enter for somebody (CONTRACT, An order entered for somebody). */
export const draftsStaffContract = defineContract({
  'GET /draft-orders': {
    summary: 'Orders entered for somebody, newest first',
    ...call,
    query: z.object({
      ...pageQuery,
      state: z.enum(DRAFT_STATES, { error: `The state is one of ${DRAFT_STATES.join(', ')}.` }).optional(),
    }),
    status: 200,
    response: pageOf(
      draft
        .omit({ lines: true, address: true, codes: true, version: true, paid: true, totalInCash: true })
        .extend({ pieces: z.int() }),
    ),
    refusals: ['second_factor_needed'],
  },
  'GET /draft-orders/{id}': {
    summary: 'An order entered for somebody',
    ...call,
    params: ids,
    status: 200,
    response: draft,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /draft-orders': {
    summary: 'Enters an order for somebody: holds its stock, and gives a link to pay it',
    ...call,
    body: z.object(fields),
    status: 201,
    response: z.object({ id: z.string(), link: z.string(), total: z.number(), holdUntil: z.iso.datetime() }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict', ...PRICED],
    idempotent: true,
  },
  'PATCH /draft-orders/{id}': {
    summary: 'Changes it, and the sum at its link; a later `holdUntil` brings back one that has lapsed',
    ...call,
    params: ids,
    body: z.object(fields).partial(),
    status: 200,
    response: z.object({ draft }),
    conflict: conflictWith(draft),
    refusals: [...CHANGE, ...PRICED],
    idempotent: true,
  },
  'DELETE /draft-orders/{id}': {
    summary: 'Ends the link and frees the stock',
    ...call,
    params: ids,
    status: 204,
    response: null,
    refusals: CHANGE,
  },
  'POST /draft-orders/{id}/send': {
    summary: 'Mails the link to the customer',
    ...call,
    params: ids,
    body: z.object({ by: z.literal('mail', { error: 'It can be sent by mail.' }) }),
    status: 200,
    response: z.object({ sentTo: z.string() }),
    refusals: [...CHANGE, 'hold_ended'],
    idempotent: true,
  },
  'POST /draft-orders/{id}/paid': {
    summary: 'Records that it was paid by hand: it becomes an order; with `pickup` it’s delivered at once',
    ...call,
    params: ids,
    body: paidByHand.safeExtend({
      /** The sum that was taken, in rupees: refused if it isn't what it costs. */
      total: TOTAL.optional(),
    }),
    status: 200,
    response: z.object({ orderId: z.string() }),
    refusals: [...CHANGE, 'hold_ended', 'address_incomplete', 'total_changed'],
    idempotent: true,
  },
})
