import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, slug, text } from '#platform/api/fields.server.ts'
import { exchange } from '../orders/contract.ts'
import { photoUpload } from '../reviews/contract.ts'
import { MAX_PHOTOS } from '../reviews/rules.ts'
import { COLOR_NOT_ALLOWED, FIELDS_MISSING, PHOTOS_FULL, REASON_UNKNOWN, SIZE_NOT_ALLOWED } from './messages.ts'
import { choiceFor, EXCHANGE_REASONS } from './rules.ts'

/** An optional choice, which may be missing, null or empty. */
const choice = (max: number) =>
  text({ max })
    .nullish()
    .transform((value) => value || null)

const request = z
  .object({
    orderId: id,
    productId: slug,
    reasonForExchange: z
      .string({ error: FIELDS_MISSING })
      .min(1, FIELDS_MISSING)
      .pipe(z.enum(EXCHANGE_REASONS, { error: REASON_UNKNOWN })),
    problem: text({ max: 1000, required: FIELDS_MISSING, multiline: true }),
    color: choice(60),
    size: choice(30),
    /** The pieces to exchange, by default all of the product's first line that isn't fully cancelled. */
    pieces: z
      .array(z.object({ lineId: id, quantity: z.int().min(1).max(100) }))
      .min(1)
      .max(20)
      .optional(),
    /** Photos that were uploaded for it. */
    photos: z.array(id).max(MAX_PHOTOS, PHOTOS_FULL).optional(),
  })
  .refine((body) => body.color === null || choiceFor(body.reasonForExchange) === 'color', {
    error: COLOR_NOT_ALLOWED,
    path: ['color'],
  })
  .refine((body) => body.size === null || choiceFor(body.reasonForExchange) === 'size', {
    error: SIZE_NOT_ALLOWED,
    path: ['size'],
  })

const change = z
  .object({ orderId: id, exchangeId: id, color: choice(60), size: choice(30) })
  .refine(({ color, size }) => (color === null) !== (size === null), { error: FIELDS_MISSING })

/** `src` is a data URL: it has no address that somebody else could open. */
const exchangePhoto = z.object({ _id: z.string(), src: z.string(), width: z.int(), height: z.int() })
export type ExchangePhoto = z.output<typeof exchangePhoto>

export type ExchangeChange = z.output<typeof change>

/** A request as the form sends it, and as the server reads it. */
export type ExchangeDraft = z.input<typeof request>
export type ExchangeRequest = z.output<typeof request>

export const exchangesContract = defineContract({
  'POST /user/addExchange': {
    summary: 'Requests an exchange of a product from a delivered order, within 7 days, and holds its replacement',
    group: 'Exchanges',
    access: 'customer',
    body: request,
    status: 201,
    response: z.object({ success: z.literal(true), message: z.string(), exchange }),
    refusals: [
      'not_found',
      'already_requested',
      'exchange_window_over',
      'not_exchangeable',
      'insufficient_stock',
      'not_delivered',
      'pieces_cancelled',
    ],
    idempotent: true,
  },
  'POST /user/exchangePhoto': {
    summary: 'Uploads a photo for an exchange that is requested within a day; only its customer and staff see it',
    group: 'Exchanges',
    access: 'customer',
    upload: photoUpload,
    body: fileBytes,
    status: 201,
    response: z.object({ photo: exchangePhoto }),
    refusals: ['conflict', 'not_delivered', 'unreadable_picture', 'too_many_requests'],
  },
  'GET /user/exchangePhotos/{exchangeId}': {
    summary: 'The photos that the customer sent with an exchange',
    group: 'Exchanges',
    access: 'customer',
    params: z.object({ exchangeId: id }),
    status: 200,
    response: z.object({ photos: z.array(exchangePhoto) }),
    refusals: ['not_found'],
  },
  'POST /user/changeExchange': {
    summary: 'Changes the colour or size that an exchange brings, as long as the shop hasn’t approved it',
    group: 'Exchanges',
    access: 'customer',
    body: change,
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string(), exchange }),
    refusals: ['not_found', 'already_approved', 'already_cancelled', 'insufficient_stock', 'pieces_cancelled'],
  },
  'POST /user/cancelProductExchange': {
    summary: 'Cancels an exchange that isn’t delivered yet',
    group: 'Exchanges',
    access: 'customer',
    body: z.object({ orderId: id, exchangeId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: ['not_found', 'already_cancelled', 'already_delivered', 'already_received'],
  },
})
