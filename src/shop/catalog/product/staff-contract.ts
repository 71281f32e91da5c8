import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, slug } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { PRODUCT_STATES } from '../rules.ts'
import { stockRow } from '../stock/contract.ts'

const state = z.enum(PRODUCT_STATES)

/** What only staff see of a colour and size. */
const stock = z.object(stockRow.omit({ productId: true, name: true, picture: true }).shape)

/** A product as `catalog export` writes it, with what only staff see. */
export const productRecord = z
  .looseObject({
    _id: z.string(),
    name: z.string(),
    price: z.number(),
    state,
    version: z.int(),
    stock: z.array(stock),
    /** What will change by itself. */
    coming: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        text: z.string(),
        /** Where staff see it as it will be then; null if it has no page then. */
        preview: z.string().nullable(),
      }),
    ),
    /** Where shoppers see it. */
    page: z.string(),
    /** Where staff see it as it will be when it goes on sale. */
    preview: z.string(),
  })
  .meta({ id: 'ProductRecord' })
export type ProductRecord = z.output<typeof productRecord>

/** The fields of `catalog export`; each is checked as in an imported file. */
const fields = z.record(z.string().max(40), z.unknown()).meta({
  description: 'Fields of `catalog export` by name. Known SKUs keep their stock, which only changes by an amount.',
})

const undo = z.string().nullable()
const product = z.object({ id: slug })
const call = { group: 'Products', access: 'staff' } as const

/** One product's fields and its history (CONTRACT part three, Staff site). */
export const productStaffContract = defineContract({
  'GET /products/{id}': {
    summary: 'A product as `catalog export` has it, with its version (also as ETag), stock, places, and who waits',
    ...call,
    params: product,
    status: 200,
    response: productRecord,
    refusals: ['second_factor_needed', 'not_found'],
    headers: { ETag: 'The version, for If-Match.' },
  },
  'POST /products': {
    summary: 'A new product: a draft unless `state` says otherwise; without `_id` its name makes it',
    ...call,
    body: fields,
    status: 201,
    response: z.object({ product: productRecord, undo }),
    refusals: ['second_factor_needed', 'foreign_origin', 'conflict'],
    idempotent: true,
  },
  'PATCH /products/{id}': {
    summary: 'Changes fields; If-Match is the version they were read in. 412 if another has changed one of them since',
    ...call,
    params: product,
    body: fields,
    status: 200,
    response: z.object({ product: productRecord, undo }),
    conflict: conflictWith(productRecord),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'version_needed', 'conflict'],
    idempotent: true,
  },
  'GET /products/{id}/price-advice': {
    summary: 'What to know before a product gets a price: it’s unusual, or a lower one leaves more after GST',
    ...call,
    params: product,
    query: z.object({
      price: z
        .string()
        .regex(/^\d{1,8}(?:\.\d{1,2})?$/, 'Please give a price in rupees with at most two decimals.')
        .transform(Number)
        .meta({ example: '899' }),
    }),
    status: 200,
    response: z.object({ unusual: z.string().nullable(), tax: z.string().nullable() }),
    refusals: ['second_factor_needed', 'not_found'],
  },
  'GET /products/{id}/history': {
    summary: 'Who changed what of a product, newest first; also its prices',
    ...call,
    params: product,
    query: z.object(pageQuery),
    status: 200,
    response: pageOf(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        by: z.string(),
        action: z.string(),
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    refusals: ['second_factor_needed'],
  },
})
