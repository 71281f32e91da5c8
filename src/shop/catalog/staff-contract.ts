import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { slug, text, writtenTime } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { toPaise } from '#platform/money.ts'
import { ROUNDINGS } from './bulk/price-rules.ts'
import { picture } from './contract.ts'
import { MAX_PRICE, PRODUCT_STATES } from './rules.ts'

const state = z.enum(PRODUCT_STATES, { error: `The state is one of ${PRODUCT_STATES.join(', ')}.` })
export const q = text({ max: 200, tooLong: 'Please search for at most 200 characters.' })
const LOW = 'Low is true, or a number of pieces.'
/** `true`: at or below the levels of the shop; a number: that level for SKUs without their own. */
export const low = z
  .string()
  .regex(/^(?:true|\d{1,7})$/, LOW)
  .transform((written) => (written === 'true' ? true : Number(written)))
  .meta({ example: 'true' })

const AMOUNT = 'Please give a price in rupees with at most two decimals.'
const amount = z
  .number({ error: AMOUNT })
  .min(0, AMOUNT)
  .max(MAX_PRICE, `A price is at most ${MAX_PRICE} rupees.`)
  .refine((rupees) => toPaise(rupees) !== null, AMOUNT)
  .meta({ example: 899 })
const count = z.object({ count: z.int(), isMore: z.boolean(), text: z.string() })
export const thumbnail = picture.pick({ src: true, alt: true, tone: true, width: true, height: true })

const listed = z
  .object({
    id: z.string(),
    name: z.string(),
    picture: thumbnail.nullable(),
    /** In rupees: the lowest of its sizes. */
    price: z.number(),
    /** The highest, or null if all sizes cost the same. */
    priceTo: z.number().nullable(),
    mrp: z.number().nullable(),
    /** "Sale until 31 Dec 2026, 23:59", or null. */
    sale: z.string().nullable(),
    /** Pieces that can be bought, over all colours and sizes. */
    stock: z.int(),
    /** How many colours and sizes there are, and how many of them are sold out. */
    variants: z.int(),
    soldOut: z.int(),
    state,
    version: z.int(),
  })
  .meta({ id: 'ListedProduct' })
export type ListedProductItem = z.output<typeof listed>

const IDS = 'Please give 1 to 100 ids, separated by commas.'
const idList = z
  .string()
  .max(12_000, IDS)
  .transform((text) => text.split(','))
  .pipe(z.array(slug).max(100, IDS))
  .meta({ example: 'linen-shirt,wool-scarf' })

const filters = { q: q.optional(), state: state.optional(), low: low.optional() }

const coming = z
  .object({
    id: z
      .string()
      .meta({ description: 'Of a change of many products `bulk-` and its number: it’s one item, and ends as one.' }),
    /** Of many products, the first one. */
    productId: z.string(),
    name: z.string(),
    /** How many products it changes. */
    products: z.int(),
    picture: thumbnail.nullable(),
    at: z.iso.datetime(),
    /** What happens then: "Sale: Rs. 899". */
    text: z.string(),
    /** What taking it back does, if that's more than removing it. */
    takingBack: z.string().nullable(),
    /** Where staff see the product as it will be then; null if it has no page then. */
    preview: z.string().nullable(),
  })
  .meta({ id: 'ScheduledProductChange' })
export type ComingChange = z.output<typeof coming>

export const undo = z
  .string()
  .nullable()
  .meta({ description: 'The id for POST /undo/{id}; null if there is nothing to take back.' })
const moved = z.object({
  id: z.string(),
  state,
  version: z.int(),
  scheduled: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
  undo,
})

const product = z.object({ id: slug })
const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'] as const
const staffCall = { group: 'Products', access: 'staff' } as const

const stateCall = (summary: string) => ({
  summary,
  ...staffCall,
  params: product,
  body: z.object({
    /** When; now if it's missing. */
    at: writtenTime.optional(),
    /** The state that the screen shows: refused if it's another by now. */
    from: state.optional(),
  }),
  status: 200 as const,
  response: moved,
  refusals: CHANGE,
  idempotent: true as const,
})

const PERCENT = 'The percentage is a number from -90 to 500 with at most two decimals.'
/**
 * When a bulk change counts: from a day or time on, or between two, days in India and whole, the first and the last included. Now if
 * `from` is missing; at the end of `to` the former values return.
 */
const period = z.union(
  [
    writtenTime.transform((from): BulkPeriod => ({ from })),
    z
      .object({ from: writtenTime.optional(), to: writtenTime.optional() })
      .refine(({ from, to }) => from !== undefined || to !== undefined),
  ],
  { error: 'Please give a day or time in India, such as 2026-12-01 or 2026-12-01T10:00, or from and to.' },
)
export interface BulkPeriod {
  from?: WrittenTime | undefined
  to?: WrittenTime | undefined
}

const DAYS = 'The days to exchange are a whole number from 0 to 60.'
const bulkChange = z
  .object({
    price: z
      .union([
        amount,
        z.object({
          percent: z
            .number({ error: PERCENT })
            .min(-90, PERCENT)
            .max(500, PERCENT)
            .refine((percent) => Number.isInteger(Math.round(percent * 1e6) / 1e4), PERCENT),
          round: z.union(ROUNDINGS.map((one) => z.literal(one))).default(1),
        }),
      ])
      .optional(),
    mrp: amount.nullable().optional(),
    state: state.exclude(['draft']).optional(),
    /** Days after delivery in which they can be exchanged, 0 for never; null: the shop's. */
    exchangeDays: z.int(DAYS).min(0, DAYS).max(60, DAYS).nullable().optional(),
    at: period.optional(),
  })
  .refine((change) => [change.price, change.mrp, change.state, change.exchangeDays].some((one) => one !== undefined), {
    error: 'Please say what changes: price, mrp, state or exchangeDays.',
  })
  .refine(({ exchangeDays, at }) => exchangeDays === undefined || at === undefined, {
    error: 'Days to exchange change now: leave the time out.',
    path: ['at'],
  })
export type BulkChange = z.output<typeof bulkChange>

const shownChange = z.object({
  before: z.union([z.string(), z.number(), z.null()]),
  after: z.union([z.string(), z.number(), z.null()]),
})
const bulkRow = z.object({ id: z.string(), name: z.string(), changes: z.record(z.string(), shownChange) })
export type BulkRow = z.output<typeof bulkRow>

const bulkReport = z
  .object({
    /** How many products change, or changed. */
    count: z.int(),
    undo,
    /** The number by which `products undo-bulk` takes it back; null if nothing changed. */
    change: z.int().nullable(),
    /** With `dryRun`: these products by their id, for the run that follows: `{selection}` instead of `{filter}`. */
    selection: z.string().nullable(),
    /** When it begins and ends, as a sentence; null if it's made now, for good. */
    when: z.string().nullable(),
    /** The first ten. */
    rows: z.array(bulkRow),
    unchanged: z.int(),
    refusedCount: z.int(),
    /** The first hundred that stay as they are, and why. */
    refused: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })),
    /** Sentences about unusual prices, and what can't be taken back. */
    warnings: z.array(z.string()),
  })
  .meta({ id: 'BulkReport' })
export type BulkReport = z.output<typeof bulkReport>

/** Products (CONTRACT part three, Staff site). One product's fields are in `product/staff-contract.ts`. */
export const catalogStaffContract = defineContract({
  'GET /products': {
    summary: 'Products by name, id or SKU, of a state, low in stock, or some by their ids; newest first',
    ...staffCall,
    query: z.object({ ...filters, ids: idList.optional(), ...pageQuery }),
    status: 200,
    response: pageOf(listed),
    refusals: ['second_factor_needed'],
  },
  'GET /products/counts': {
    summary: 'How many products each state has, exact to 10,000',
    ...staffCall,
    status: 200,
    response: z.object({ states: z.record(state, count) }),
    refusals: ['second_factor_needed'],
  },
  'GET /products/timeline': {
    summary: 'What will change by itself over all products, the next first',
    ...staffCall,
    query: z.object(pageQuery),
    status: 200,
    response: pageOf(coming),
    refusals: ['second_factor_needed'],
  },
  'DELETE /products/timeline/{change}': {
    summary: 'Takes back what would change by itself; of a sale its start and its end, of many products all of them',
    ...staffCall,
    params: z.object({ change: z.string().regex(/^(?:bulk-)?\d{1,18}$/) }),
    status: 204,
    response: null,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
  },
  'POST /products/bulk': {
    summary:
      'Changes price, MRP, state or exchange days of many products; with `dryRun` it only says what would change',
    ...staffCall,
    body: z
      .object({
        filter: z.object(filters).optional(),
        ids: z.array(slug).min(1, 'Please choose a product.').max(1000, 'Please give at most 1,000 ids.').optional(),
        selection: z.string().max(64).optional(),
        change: bulkChange,
        dryRun: z.boolean().default(false),
      })
      .refine((body) => [body.filter, body.ids, body.selection].filter((one) => one !== undefined).length === 1, {
        error: 'Please say which products: filter, ids or selection.',
      }),
    status: 200,
    response: bulkReport,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'POST /products/{id}/publish': stateCall('Puts a product on sale, now or at a time'),
  'POST /products/{id}/hide': stateCall('Removes a product from every list; its page is 404'),
  'POST /products/{id}/archive': stateCall('Stops selling a product; its page is 410, and orders keep showing it'),
  'POST /products/{id}/sale': {
    summary: 'A price between two days or times in India: the days are whole, the first and the last included',
    ...staffCall,
    params: product,
    body: z.object({
      price: amount,
      mrp: amount.nullable().optional(),
      from: writtenTime.optional(),
      to: writtenTime.optional(),
    }),
    status: 200,
    response: moved,
    refusals: CHANGE,
    idempotent: true,
  },
})
