import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { picture } from '../catalog/contract.ts'
import { orderStatus } from '../orders/contract.ts'
import { HAND_METHODS } from '../orders/paid-by-hand-contract.ts'
import { inspected } from '../shipping/returns-contract.ts'
import { DESK_ACTIONS, EXCHANGE_STATES } from './desk-rules.ts'

const state = z.enum(EXCHANGE_STATES, {
  error: `The state is one of: ${EXCHANGE_STATES.join(', ')}.`,
})

const listed = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  state,
  requestedAt: z.string(),
  customer: z.string(),
  product: z.string(),
  pieces: z.int(),
  /** Colour and size that come back, and that go out. */
  from: z.string(),
  to: z.string(),
  picture: picture.nullable(),
  reason: z.string(),
  problem: z.string(),
})
export type ListedExchange = z.output<typeof listed>

const parcel = z.object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })

const line = z.object({
  quantity: z.int(),
  name: z.string(),
  /** What was bought and goes back. */
  old: z.object({ sku: z.string(), color: z.string(), size: z.string(), picture: picture.nullable() }),
  /** Colour, size and stock are null if the SKU is no longer in the catalogue; `place` is its shelf or bin. */
  replacement: z.object({
    /** Of another product its name; else that of what goes back. */
    name: z.string(),
    sku: z.string(),
    color: z.string().nullable(),
    size: z.string().nullable(),
    picture: picture.nullable(),
    place: z.string().nullable(),
    /** Pieces that anybody could buy, beside those that this exchange holds. */
    free: z.int().nullable(),
  }),
  /** Pieces that came back good and damaged. */
  good: z.int(),
  damaged: z.int(),
})

const step = z.object({
  at: z.string(),
  what: z.enum([
    'requested',
    'approved',
    'paid',
    'pickup',
    'received',
    'shipped',
    'delivered',
    'refused',
    'refunded',
    'cancelled',
  ]),
  /** Who did it, or null if it was the customer. */
  by: z.string().nullable(),
  parcel: parcel.nullable(),
})

const shown = listed.extend({
  status: orderStatus,
  isCancelled: z.boolean(),
  order: z.object({ orderedAt: z.string(), deliveredAt: z.string().nullable() }),
  address: z.object({ lines: z.array(z.string()), phone: z.string() }),
  /** Null for a packer. */
  email: z.string().nullable(),
  lines: z.array(line),
  /** What comes back: the old piece, or the replacement of an exchange that was cancelled on its way. */
  comesBack: z.enum(['old', 'replacement']),
  /** What happened to the stock of the replacement. */
  hold: z.enum(['held', 'taken', 'released']),
  pickup: parcel.nullable(),
  tracking: parcel.nullable(),
  refusal: z.string().nullable(),
  receivedAt: z.string().nullable(),
  /** Both parcels on one line of time, oldest first. */
  timeline: z.array(step),
  /** What the server would accept now, the next step first. */
  can: z.array(z.enum(DESK_ACTIONS)),
  /** What a refund in its place would give back, in rupees; null if none is possible, and for a packer. */
  refund: z.number().nullable(),
  /** As in Exchange. */
  priceDifference: z.number(),
  /** How the difference was paid, `online` by its link; null if it wasn't, or needn't be. */
  differencePaid: z
    .object({
      at: z.string(),
      method: z.string(),
      reference: z.string(),
      /** When it began to go back, because the replacement isn't coming. */
      backAt: z.string().nullable(),
      /** The number of its debit note; null if it has none. */
      debitNote: z.string().nullable(),
    })
    .nullable(),
  /** Until when the link to pay it lives; null if there's none, or it's revoked or over. */
  payLinkUntil: z.iso.datetime().nullable(),
  /** What of it the request itself costs, in rupees: it isn't the order's first. */
  fee: z.number(),
  /** `GET /exchanges/photos/{id}` has the picture. */
  photos: z.array(z.object({ id: z.string(), width: z.int(), height: z.int() })),
  /** Where what is to give back goes, once staff said so. */
  differenceTo: z.enum(['source', 'credit']).nullable(),
  /** Where it can go, what happens by itself first; empty if nothing is to give back any more. */
  differenceWays: z.array(z.enum(['source', 'credit'])),
  /** True if it's to go back, and waits for the cash of its order. */
  differenceAwaitsCash: z.boolean(),
})
export type ShownExchange = z.output<typeof shown>

const REFUSALS = [
  'second_factor_needed',
  'foreign_origin',
  'not_found',
  'conflict',
  'already_cancelled',
  'already_delivered',
  'already_received',
  'not_paid',
  'payment_unconfirmed',
  'difference_unpaid',
] as const
export type DeskCode = (typeof REFUSALS)[number]

const counts = z.record(state, z.int())
const ids = z.object({ id })
const changed = z.object({ exchangeId: z.string(), status: orderStatus })
const reason = (required: string) => text({ max: 500, required, multiline: true })
const carrier = text({ max: 60, required: 'Please enter the carrier.' })
const tracking = text({ max: 60, required: 'Please enter the parcel’s number.' })
const url = text({ max: 500 }).optional()

/** How what the replacement costs more was paid, or where what it costs less goes. */
const difference = z
  .object({
    method: z.enum(HAND_METHODS, { error: `The method is one of ${HAND_METHODS.join(', ')}.` }).optional(),
    /** The transfer's number; needed unless it was cash. */
    reference: text({ max: 100 }).optional(),
    to: z.enum(['source', 'credit'], { error: 'It goes to source or credit.' }).optional(),
  })
  .refine(({ method, to }) => (method === undefined) !== (to === undefined), {
    path: ['method'],
    message: 'Please say how it was paid, or where it goes.',
  })
  .refine(({ method, reference = '' }) => method === undefined || method === 'cash' || reference !== '', {
    path: ['reference'],
    message: 'Please enter the number of the transfer.',
  })

/** The exchange desk (CONTRACT part three, Staff site). */
export const exchangesStaffContract = defineContract({
  'GET /exchanges': {
    summary: 'Exchanges by what they wait for: open ones oldest first, all and ended ones newest first',
    group: 'Exchanges',
    access: 'staff',
    query: z.object({ ...pageQuery, state: state.optional() }),
    status: 200,
    response: pageOf(listed).extend({
      /** How many there are in each state; 10,001 stands for more than 10,000. */
      counts,
    }),
    refusals: ['second_factor_needed'],
  },
  'GET /exchanges/{id}': {
    summary: 'One exchange: what comes in and what goes out, its line of time, and what can be done now',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    status: 200,
    response: shown,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'GET /exchanges/photos/{id}': {
    summary: 'A photo that a customer sent with an exchange',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    status: 200,
    response: fileBytes,
    fileType: 'image/webp',
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /exchanges/{id}/approve': {
    summary: 'Accepts an exchange; with a carrier, records the parcel that fetches the old piece, then or later',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    body: z
      .object({ carrier: carrier.optional(), tracking: tracking.optional(), url })
      .refine((body) => (body.carrier === undefined) === (body.tracking === undefined), {
        error: 'A parcel has both a carrier and a number.',
        path: ['tracking'],
      }),
    status: 200,
    response: changed,
    refusals: REFUSALS,
    idempotent: true,
  },
  'POST /exchanges/{id}/difference': {
    summary: 'Records that the customer paid what the replacement costs more, or where what it costs less goes',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    body: difference,
    status: 200,
    response: changed,
    refusals: REFUSALS,
    idempotent: true,
  },
  'POST /exchanges/{id}/pay-link': {
    summary: 'Makes the link by which its customer pays what the replacement costs more, and mails it if that’s said',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    body: z.object({ by: z.literal('mail', { error: 'It can be sent by mail.' }).optional() }),
    status: 200,
    response: z.object({
      link: z.url(),
      /** In rupees, with tax. */
      total: z.number(),
      until: z.iso.datetime(),
      /** Whom it was mailed to; null if it wasn't. */
      sentTo: z.string().nullable(),
    }),
    refusals: REFUSALS,
    idempotent: true,
  },
  'DELETE /exchanges/{id}/pay-link': {
    summary:
      'Revokes the link by which what the replacement costs more is paid: it says so, and the next one is another',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    status: 200,
    response: changed,
    refusals: REFUSALS,
  },
  'GET /exchanges/{id}/debit-note.pdf': {
    summary: 'The debit note for what the replacement costs more; 404 until it’s paid',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    status: 200,
    response: fileBytes,
    fileType: 'application/pdf',
    headers: { 'Content-Disposition': 'The name of the file.' },
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /exchanges/{id}/refuse': {
    summary: 'Refuses an exchange with a reason that its customer reads, and releases what it holds',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    body: z.object({ reason: reason('Please write why: the customer reads it.') }),
    status: 200,
    response: changed,
    refusals: REFUSALS,
    idempotent: true,
  },
  'POST /exchanges/{id}/receive': {
    summary: 'Records what came back: good pieces go into stock, damaged ones are written off',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    body: z.object({ damaged: inspected, missing: inspected }),
    status: 200,
    response: changed.extend({
      pieces: z.array(z.object({ sku: z.string(), good: z.int(), damaged: z.int() })),
    }),
    refusals: REFUSALS,
    idempotent: true,
  },
  'POST /exchanges/{id}/ship': {
    summary: 'Sends the replacement: takes it out of the stock and tells the customer',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    body: z.object({ carrier, tracking, url }),
    status: 200,
    response: changed,
    refusals: REFUSALS,
    idempotent: true,
  },
  'POST /exchanges/{id}/arrived': {
    summary: 'Records that the replacement has arrived, and mails the customer',
    group: 'Exchanges',
    access: 'staff',
    params: ids,
    status: 200,
    response: changed.extend({ undo: z.string().nullable() }),
    refusals: REFUSALS,
    idempotent: true,
  },
  'POST /exchanges/{id}/refund': {
    summary: 'Ends an exchange with a refund of its pieces, because nothing can replace them',
    group: 'Exchanges',
    access: 'staff',
    isSensitive: true,
    params: ids,
    body: z.object({ reason: reason('Please write why.') }),
    status: 200,
    response: changed.extend({ refund: z.number() }),
    refusals: REFUSALS,
    idempotent: true,
  },
})
