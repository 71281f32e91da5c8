import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text, whole } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { MAX_STOCK } from '../rules.ts'
import { low, q, thumbnail, undo } from '../staff-contract.ts'

export const stockRow = z
  .object({
    sku: z.string(),
    productId: z.string(),
    name: z.string(),
    picture: thumbnail.nullable(),
    color: z.string(),
    size: z.string(),
    /** Pieces in the shop, those of them that are held for unpaid orders, and those that can be bought. */
    onHand: z.int(),
    held: z.int(),
    available: z.int(),
    /** At or below this it's low; its own level, or null. */
    low: z.int().nullable(),
    isLow: z.boolean(),
    place: z.string().nullable(),
    /** Customers who wait to be told that it's back. */
    waiting: z.int(),
    /** Pieces sold in the last 28 days, and for how many days the rest lasts at that pace; null before two weeks of sales. */
    sold: z.int(),
    daysLeft: z.int().nullable(),
  })
  .meta({ id: 'StockRow' })
export type StockItem = z.output<typeof stockRow>

const CHANGES = `The change is a whole number from -${MAX_STOCK} to ${MAX_STOCK}, and not 0.`
const sku = z.object({ sku: z.string().min(1).max(64) })
const changed = z.object({ stock: stockRow, undo })

/** Stock, which only changes by an amount with a reason (CONTRACT part three, Staff site). */
export const stockStaffContract = defineContract({
  'GET /stock': {
    summary: 'Stock by SKU; with `low` what runs out, the fewest pieces first, with the days it lasts and who waits',
    group: 'Stock',
    access: 'staff',
    query: z.object({
      q: q.optional(),
      low: low.optional(),
      /** Only this SKU, in capitals or small letters; only what lies here. */
      sku: z.string().min(1).max(64).optional(),
      place: z.string().min(1).max(200).optional(),
      ...pageQuery,
    }),
    status: 200,
    /** `at`: when it was read. A count that begins with it compares with what was on hand then. */
    response: pageOf(stockRow).extend({ at: z.iso.datetime() }),
    refusals: ['second_factor_needed'],
  },
  'POST /stock/{sku}': {
    summary: 'Adds pieces or takes some away, with a reason',
    group: 'Stock',
    access: 'staff',
    params: sku,
    body: z.object({
      change: whole(-MAX_STOCK, MAX_STOCK, CHANGES).refine((change) => change !== 0, CHANGES),
      reason: text({ max: 200, required: 'Please give a reason. It’s kept in the history.' }),
    }),
    status: 200,
    response: changed,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
  'POST /stock/{sku}/count': {
    summary: 'A count: compared with what was on hand when counting began, so that sales since then stay',
    group: 'Stock',
    access: 'staff',
    params: sku,
    body: z.object({
      counted: whole(0, MAX_STOCK, `The count is a whole number from 0 to ${MAX_STOCK}.`),
      began: z.iso.datetime({ offset: true, error: 'Please say when counting began.' }),
    }),
    status: 200,
    response: changed.extend({
      /** On hand when counting began, and by how much the count differs. */
      expected: z.int(),
      difference: z.int(),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
  'PATCH /stock/{sku}': {
    summary: 'The level at or below which a SKU is low; null is the shop’s',
    group: 'Stock',
    access: 'staff',
    params: sku,
    body: z.object({ low: whole(0, MAX_STOCK, `The level is a whole number from 0 to ${MAX_STOCK}.`).nullable() }),
    status: 200,
    response: changed,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
  'GET /stock/{sku}/history': {
    summary: 'Every change of a SKU’s stock with its reason, newest first',
    group: 'Stock',
    access: 'staff',
    params: sku,
    query: z.object(pageQuery),
    status: 200,
    response: pageOf(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        onHand: z.int(),
        held: z.int(),
        reason: z.string(),
        /** The id of the order that it belongs to, and its number. */
        order: z.object({ id: z.string(), number: z.int(), isExchange: z.boolean() }).nullable(),
        after: z.int(),
      }),
    ),
    refusals: ['second_factor_needed', 'not_found'],
  },
})
