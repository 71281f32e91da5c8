import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, slug, text } from '#platform/api/fields.server.ts'
import { exchange } from '../orders/contract.ts'
import { photoUpload } from '../reviews/contract.ts'
import { MAX_PHOTOS } from '../reviews/rules.ts'
import {
  COLOR_NOT_ALLOWED,
  chooseFirst,
  FIELDS_MISSING,
  PHOTOS_FULL,
  REASON_UNKNOWN,
  SIZE_NOT_ALLOWED,
} from './messages.ts'
import { choiceFor, EXCHANGE_REASONS } from './rules.ts'

/** In rupees. */
const MAX_DIFFERENCE = 20_000_000

/** An optional choice, which may be missing, null or empty. */
const choice = (max: number) =>
  text({ max })
    .nullish()
    .transform((value) => value || null)

/** Any product of the shop in a colour and size, if the setting `exchange.otherProducts` is on. */
const instead = z.object({
  productId: slug,
  color: text({ max: 60, required: chooseFirst('color') }),
  size: text({ max: 30, required: chooseFirst('size') }),
})

/** The pieces to exchange, by default all of the product's first line that isn't fully cancelled. */
const pieces = z
  .array(z.object({ lineId: id, quantity: z.int().min(1).max(100) }))
  .min(1)
  .max(20)
  .optional()

const reason = z
  .string({ error: FIELDS_MISSING })
  .min(1, FIELDS_MISSING)
  .pipe(z.enum(EXCHANGE_REASONS, { error: REASON_UNKNOWN }))

const request = z
  .object({
    orderId: id,
    productId: slug,
    reasonForExchange: reason,
    problem: text({ max: 1000, required: FIELDS_MISSING, multiline: true }),
    color: choice(60),
    size: choice(30),
    instead: instead.nullish(),
    /** What the form showed that it costs (below 0: gives back), in rupees. Refused if it's another sum by now. */
    difference: z.number().min(-MAX_DIFFERENCE).max(MAX_DIFFERENCE).optional(),
    pieces,
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
  .refine((body) => !body.instead || (body.color === null && body.size === null), {
    error: FIELDS_MISSING,
    path: ['instead'],
  })

const change = z
  .object({ orderId: id, exchangeId: id, color: choice(60), size: choice(30), instead: instead.nullish() })
  .refine((body) => [body.color, body.size, body.instead].filter(Boolean).length === 1, { error: FIELDS_MISSING })

const quote = z.object({ orderId: id, productId: slug, reasonForExchange: reason, pieces, instead })
export type ExchangeQuote = z.input<typeof quote>

/** `src` is a data URL: it has no address that somebody else could open. */
const exchangePhoto = z.object({ _id: z.string(), src: z.string(), width: z.int(), height: z.int() })
export type ExchangePhoto = z.output<typeof exchangePhoto>

export type ExchangeChange = z.output<typeof change>

/** A request as the form sends it, and as the server reads it. */
export type ExchangeDraft = z.input<typeof request>
export type ExchangeRequest = z.output<typeof request>

/** Why a request can't be met, asked for or only priced. */
const REQUEST = [
  'not_found',
  'already_requested',
  'exchange_window_over',
  'not_exchangeable',
  'insufficient_stock',
  'not_delivered',
  'pieces_cancelled',
] as const

export const exchangesContract = defineContract({
  'POST /user/addExchange': {
    summary: 'Requests an exchange of a product from a delivered order, within 7 days, and holds its replacement',
    group: 'Exchanges',
    access: 'customer',
    body: request,
    status: 201,
    response: z.object({ success: z.literal(true), message: z.string(), exchange }),
    refusals: [...REQUEST, 'total_changed'],
    idempotent: true,
  },
  'POST /user/quoteExchange': {
    summary: 'What it costs to get another product instead, tax and fee included: above 0 to pay, below 0 to get back',
    group: 'Exchanges',
    access: 'customer',
    body: quote,
    status: 200,
    response: z.object({
      /** In rupees, with tax and fee. */
      difference: z.number(),
      /** What of it the request itself costs. */
      fee: z.number(),
    }),
    refusals: REQUEST,
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
    summary: 'Changes what an exchange brings, as long as the shop hasn’t approved it',
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
