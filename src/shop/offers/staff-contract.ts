import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, fileBytes, id, slug, text, whole } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { toPaise } from '#platform/money.ts'
import { FILTER_NAMES, MAX_PRICE } from '../catalog/rules.ts'
import { CLASSES, KINDS, OFFER_STATES } from './rules.ts'

const RUPEES = `Please give an amount in rupees from 0.01 to ${MAX_PRICE}, with at most two decimals.`
const rupees = z
  .number({ error: RUPEES })
  .positive(RUPEES)
  .max(MAX_PRICE, RUPEES)
  .refine((amount) => toPaise(amount) !== null, RUPEES)
  .meta({ example: 1499 })
const BUDGET = 'Please give an amount in rupees from 0.01 to 1,00,00,00,000, with at most two decimals.'
const budget = z
  .number({ error: BUDGET })
  .positive(BUDGET)
  .max(1e9, BUDGET)
  .refine((amount) => toPaise(amount) !== null, BUDGET)
const VALUE = 'Please give a number with at most two decimals.'
const value = z
  .number({ error: VALUE })
  .min(0, VALUE)
  .max(MAX_PRICE, VALUE)
  .refine((number) => toPaise(number) !== null, VALUE)
  .meta({ example: 10, description: 'Per cent of `percent` and `buy`, rupees of `amount` and `price`.' })

const COUNT = 'Please give a whole number from 1 to 1,00,00,000.'
const count = whole(1, 10_000_000, COUNT)
const PIECES = 'Please give a number of pieces from 1 to 100.'
const day = z.iso.date({ error: 'Please give a day such as 2026-12-01.' }).meta({ example: '2026-12-01' })
const one = <const T extends readonly string[]>(values: T, what: string) =>
  z.enum(values, { error: `${what} is one of ${values.join(', ')}.` })

const VALUES = 'Please give a list of at most 50 values.'
const listedValue = text({ max: 100, required: VALUES })
const listed = z.array(listedValue, { error: VALUES }).max(50, VALUES)
const IDS = 'Please name at most 500 products by their ids.'

/** The listing's lists, of values of a kind. */
const listsOf = <S extends z.ZodType>(list: S) => ({
  categories: list.optional(),
  subcategory: list.optional(),
  colors: list.optional(),
  sizes: list.optional(),
  pattern: list.optional(),
  fabric: list.optional(),
  fit: list.optional(),
})
const products = z.strictObject(
  {
    ...listsOf(listed),
    collection: z.union([listed, listedValue.transform((one) => [one])]).optional(),
    minPrice: rupees.optional(),
    maxPrice: rupees.optional(),
    ids: z.array(slug, { error: IDS }).max(500, IDS).optional(),
  },
  { error: `Products have ${FILTER_NAMES.join(', ')}, minPrice, maxPrice and ids.` },
)

const EMAIL = 'One of these isn’t an e-mail address.'
const EMAILS = 'Please give at most 1,000 e-mail addresses.'
const email = z
  .string({ error: EMAIL })
  .max(320, EMAIL)
  .transform((typed, context) => {
    const address = canonicalEmail(typed)
    if (address === null) context.addIssue({ code: 'custom', message: `${typed} isn’t an e-mail address.` })
    return address ?? z.NEVER
  })
  .meta({ example: 'asha@example.com' })

/** What staff write of an offer. Null or nothing: without it. */
const fields = {
  name: text({ max: 80, required: 'Please enter a name: shoppers read it beside what it takes off.' }),
  kind: one(KINDS, 'The kind'),
  value,
  buy: z
    .strictObject(
      { quantity: whole(1, 100, PIECES), free: whole(0, 100, PIECES).default(0) },
      { error: 'Please enter how many pieces are bought, and how many are free.' },
    )
    .nullable(),
  of: one(['order', 'products'], 'What it takes from'),
  products: products.nullable(),
  codes: one(['none', 'one', 'batch'], 'Codes'),
  code: text({ max: 40 }).nullable(),
  minimum: z.strictObject({ goods: rupees.optional(), pieces: count.optional() }).nullable(),
  from: day.nullable(),
  to: day.nullable(),
  limits: z
    .strictObject({ total: count.optional(), perCustomer: count.optional(), budget: budget.optional() })
    .nullable(),
  who: one(['everyone', 'first_order', 'emails'], 'Who'),
  emails: z.array(email, { error: EMAILS }).max(1000, EMAILS).nullable(),
  methods: z
    .array(one(['online'], 'A method'), { error: 'The methods are a list, such as ["online"].' })
    .max(1)
    .nullable(),
  combines: z
    .array(one(CLASSES, 'A class'), { error: 'Please give a list of classes.' })
    .max(3)
    .transform((classes) => CLASSES.filter((one) => classes.includes(one))),
}
const state = one(OFFER_STATES, 'The state')

/** A new offer: what isn't said about it follows from what is. */
export const newOffer = z.object({
  ...z.object(fields).partial().shape,
  name: fields.name,
  kind: fields.kind,
  state: state.optional(),
})
export type NewOffer = z.output<typeof newOffer>

/** Fields of an offer that change. */
const offerChange = z.object(fields).partial()

const stringList = z.array(z.string())
const stored = z.object({
  id: z.string(),
  name: z.string(),
  kind: fields.kind,
  value: z.number(),
  buy: z.object({ quantity: z.int(), free: z.int() }).optional(),
  of: fields.of,
  products: z
    .object({
      ...listsOf(stringList),
      collection: stringList.optional(),
      minPrice: z.number().optional(),
      maxPrice: z.number().optional(),
      ids: stringList.optional(),
    })
    .optional(),
  codes: fields.codes,
  code: z.string().optional(),
  minimum: z.object({ goods: z.number().optional(), pieces: z.int().optional() }).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  limits: z
    .object({ total: z.int().optional(), perCustomer: z.int().optional(), budget: z.number().optional() })
    .optional(),
  who: fields.who,
  methods: z.array(z.literal('online')).optional(),
  combines: z.array(z.enum(CLASSES)),
  state,
  /** Uses that stand, and what they took off in rupees. */
  used: z.int(),
  spent: z.number(),
  createdAt: z.string(),
})
const listedOffer = stored.meta({ id: 'ListedOffer' })
const offer = stored
  .extend({
    emails: stringList.optional(),
    /** Codes of a batch, and how many of them were used. */
    batch: z.object({ made: z.int(), used: z.int() }),
    /** For `If-Match`. */
    version: z.string(),
  })
  .meta({ id: 'StaffOffer' })
export type StaffOffer = z.output<typeof offer>
export type ListedOffer = z.output<typeof listedOffer>

/** With the id for `POST /undo/{id}`; null if nothing changed. */
const changed = offer.extend({ undo: z.string().nullable() })
export type ChangedOffer = z.output<typeof changed>

const preview = z
  .object({
    /** The last carts that were paid for, with their total in rupees without the offer and with it. */
    carts: z.array(
      z.object({
        order: z.string(),
        /** As people use it, such as FS-10482. */
        number: z.string(),
        before: z.number(),
        after: z.number(),
      }),
    ),
    /** What to know before it's started. */
    warnings: z.array(z.string()),
  })
  .meta({ id: 'OfferPreview' })
export type OfferPreview = z.output<typeof preview>

const ids = z.object({ id })
const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found'] as const
const call = { group: 'Offers', access: 'staff' } as const
const etag = { ETag: 'The version, for If-Match.' }

const LENGTH = 'The length is a number from 4 to 20.'
const MANY = 'Please make from 1 to 10,000 codes at once.'
const PREFIX = 'A prefix has at most 12 letters, digits or hyphens.'

/** Codes and offers (CONTRACT part four, Offers). */
export const offersStaffContract = defineContract({
  'GET /offers': {
    summary: 'Offers, the latest first, without their e-mail addresses',
    ...call,
    query: z.object({ ...pageQuery, state: state.optional(), q: text({ max: 100 }).optional() }),
    status: 200,
    response: pageOf(listedOffer).extend({
      /** How many there are in each state. */
      counts: z.object({ draft: z.int(), running: z.int(), stopped: z.int(), ended: z.int() }),
    }),
    refusals: ['second_factor_needed'],
  },
  'POST /offers': {
    summary: 'Adds an offer: a draft unless `state` says otherwise',
    ...call,
    body: newOffer,
    status: 201,
    response: changed,
    refusals: ['second_factor_needed', 'foreign_origin', 'dates_over'],
    idempotent: true,
  },
  'POST /offers/preview': {
    summary: 'What an offer would make of the last ten carts, and what to know before it’s started; it changes nothing',
    ...call,
    body: z.object({
      offer: newOffer,
      /** The offer that it's a change of, which doesn't count beside it. */
      id: id.optional(),
    }),
    status: 200,
    response: preview,
    refusals: ['second_factor_needed', 'foreign_origin'],
    idempotent: true,
  },
  'GET /offers/{id}': {
    summary: 'An offer with its version (also as ETag)',
    ...call,
    params: ids,
    status: 200,
    response: offer,
    refusals: ['second_factor_needed', 'not_found'],
    headers: etag,
  },
  'PATCH /offers/{id}': {
    summary: 'Changes fields, null clears one; with If-Match 412 if another has changed one of them since that version',
    ...call,
    params: ids,
    body: offerChange,
    status: 200,
    response: changed,
    conflict: conflictWith(offer),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /offers/{id}/start': {
    summary: 'Starts an offer: from its first day on it counts',
    ...call,
    params: ids,
    status: 200,
    response: changed,
    refusals: [...CHANGE, 'dates_over'],
    idempotent: true,
  },
  'POST /offers/{id}/stop': {
    summary: 'Stops a running offer; orders that have it keep it',
    ...call,
    params: ids,
    status: 200,
    response: changed,
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /offers/{id}/codes': {
    summary: 'Makes codes that each work once, for an offer whose `codes` is `batch`; without 0, O, 1 and I',
    ...call,
    params: ids,
    body: z.object({
      count: whole(1, 10_000, MANY),
      prefix: z
        .string({ error: PREFIX })
        .max(12, PREFIX)
        .regex(/^[A-Za-z0-9-]*$/, PREFIX)
        .default('')
        .meta({ example: 'DIWALI' }),
      length: whole(4, 20, LENGTH).default(8).meta({ description: 'Without the prefix.' }),
    }),
    status: 201,
    response: z.object({ created: z.int(), undo: z.string().nullable() }),
    refusals: [...CHANGE, 'conflict'],
    idempotent: true,
  },
  'GET /offers/{id}/codes.csv': {
    summary: 'The codes of an offer and their uses: code, used, order, usedAt',
    ...call,
    params: ids,
    status: 200,
    response: fileBytes,
    fileType: 'text/csv',
    refusals: ['second_factor_needed', 'not_found'],
    headers: { 'Content-Disposition': 'The name for the file.' },
  },
})
