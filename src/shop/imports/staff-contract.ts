import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, slug, text } from '#platform/api/fields.server.ts'
import { productRecord } from '../catalog/product/staff-contract.ts'
import { PRODUCT_STATES } from '../catalog/rules.ts'
import { PRICE_CHOICES } from './rules.ts'
import { MAX_IMPORT_BYTES, MAX_PICTURE_BYTES } from './upload-rules.ts'

const undo = z.string().nullable()
const product = z.object({ id: slug })
const call = { group: 'Products', access: 'staff' } as const

const fileError = z.object({
  /** The line of the file. */
  row: z.int(),
  column: z.string().optional(),
  id: z.string(),
  message: z.string(),
})

const choices = z.object({
  /** Does nothing: each variant has its own price. */
  prices: z.enum(PRICE_CHOICES).nullable(),
  /** Products with errors are left out. */
  skipWrong: z.boolean(),
  /** New products without a picture become drafts. */
  draftsWithoutPictures: z.boolean(),
})

const run = z
  .object({
    id: z.string(),
    file: z.string(),
    by: z.string(),
    at: z.iso.datetime(),
    state: z.enum(['reading', 'ready', 'applying', 'applied', 'refused']),
    /** `part`: from 0 to 1 of the file, or of the pictures. */
    progress: z.object({
      part: z.number(),
      products: z.int(),
      pictures: z.object({ done: z.int(), total: z.int() }).nullable(),
      /** Products a second, and how many seconds are left; null if it isn't known. */
      rate: z.number().nullable(),
      secondsLeft: z.int().nullable(),
    }),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** If a product has an error, nothing is imported: then this is all of them. Else those that are left out. */
    refused: z.int(),
    leftOut: z.array(fileError),
    /** New products that would be on sale without a picture. */
    withoutPictures: z.int(),
    errorCount: z.int(),
    errors: z.array(fileError),
    notes: z.array(fileError),
    /** The first thousand: what changes of which product, by field; null for a new one. */
    changes: z.array(
      z.object({
        id: z.string(),
        fields: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).nullable(),
        /** As it will be. Null in an import of an earlier version. */
        product: z
          .object({
            name: z.string(),
            price: z.number(),
            state: z.enum(PRODUCT_STATES),
            colors: z.array(z.string()),
            sizes: z.array(z.string()),
            pieces: z.int(),
            pictures: z.int(),
          })
          .nullable(),
      }),
    ),
    /** Prices that fall by more than half, or are 0. */
    lowPrices: z.array(
      z.object({
        row: z.int(),
        id: z.string(),
        before: z.number().nullable(),
        after: z.number(),
        from: z.string().optional(),
      }),
    ),
    /** True if its file is kept, so that it can be read again with other choices. */
    mayChoose: z.boolean(),
    choices,
    /** True if it was applied and can be taken back as one. */
    canUndo: z.boolean(),
    /** A sentence about how it stands. */
    text: z.string(),
  })
  .meta({ id: 'ImportRun' })
export type ImportRunView = z.output<typeof run>

const listedRun = run.pick({ id: true, file: true, by: true, at: true, state: true, text: true, canUndo: true })

const demonstration = z.object({
  /** Products that are, or were, deleted. */
  deleted: z.int(),
  /** Products in orders, which are archived instead. */
  archived: z.int(),
  reviews: z.int(),
  stores: z.int(),
})

/** Pictures of a product, and whole files of products (CONTRACT part three, Staff site). */
export const importsStaffContract = defineContract({
  'POST /products/{id}/pictures': {
    summary: 'Adds a picture of a colour, after the others of it: turned upright, without its place of taking',
    ...call,
    params: product,
    query: z.object({
      color: text({ max: 40 }).optional(),
      view: text({ max: 40 }).optional(),
      alt: text({ max: 500 }).optional(),
      name: text({ max: 200 }).optional(),
    }),
    upload: {
      types: [
        'image/jpeg',
        'image/png',
        'image/webp',
        'image/avif',
        'image/heic',
        'image/heif',
        'image/gif',
        'image/tiff',
      ],
      maxBytes: MAX_PICTURE_BYTES,
      wrongType: 'Please choose a picture: JPEG, PNG, WebP, AVIF, GIF or TIFF.',
      tooLarge: `This picture has more than ${MAX_PICTURE_BYTES / 1024 / 1024} MB. Please make it smaller.`,
    },
    body: fileBytes,
    status: 201,
    response: z.object({ product: productRecord, undo }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'unreadable_picture', 'conflict'],
    idempotent: true,
  },
  'POST /pictures/match': {
    summary:
      'Finds the products of picture files by their names: the longest SKU or id that a name or its folder begins with',
    ...call,
    body: z.object({
      files: z
        .array(text({ max: 400 }))
        .min(1)
        .max(1000),
    }),
    status: 200,
    response: z.object({
      items: z.array(
        z.object({
          file: z.string(),
          product: z.object({ id: z.string(), name: z.string() }).nullable(),
          /** Of a SKU, or named in the file's name; empty: all colours. */
          color: z.string(),
        }),
      ),
    }),
    refusals: ['second_factor_needed', 'foreign_origin'],
  },
  'GET /imports': {
    summary: 'Imports of the last days, newest first',
    group: 'Imports',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(listedRun), next: z.null() }),
    refusals: ['second_factor_needed'],
  },
  'POST /imports': {
    summary: 'Takes a file (multipart, one part `file`) and finds out what it would change; nothing is written yet',
    group: 'Imports',
    access: 'staff',
    query: z.object({
      /** `true`: SKUs that the shop has get the file's stock, too. */
      stock: z.enum(['true', 'false'], { error: 'Stock is true or false.' }).optional(),
    }),
    upload: {
      types: ['multipart/form-data'],
      maxBytes: MAX_IMPORT_BYTES,
      wrongType: 'Please send the file as multipart/form-data, in one part named file.',
      tooLarge: `This file has more than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Please divide it, or use \`catalog import\`.`,
    },
    body: fileBytes,
    status: 201,
    response: z.object({ id: z.string() }),
    refusals: ['second_factor_needed', 'foreign_origin'],
    idempotent: true,
  },
  'GET /imports/{id}': {
    summary: 'How an import stands: its progress, errors by row, and what it changes',
    group: 'Imports',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    response: run,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /imports/{id}/check': {
    summary: 'Reads the file of an import again with other choices; nothing is written yet',
    group: 'Imports',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: choices.partial(),
    status: 200,
    response: run,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'POST /imports/{id}/apply': {
    summary: 'Imports what was shown, all or nothing; refused if it has errors, or a second time',
    group: 'Imports',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    response: run,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'POST /imports/{id}/undo': {
    summary: 'Takes an import back as one; products sold since and later changes stay, and are named',
    group: 'Imports',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    response: z.object({
      restored: z.int(),
      removed: z.int(),
      sold: z.array(z.string()),
      kept: z.array(z.object({ id: z.string(), fields: z.array(z.string()) })),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'GET /demonstration': {
    summary: 'What the shop still has of the demonstration, and what becomes of it if that is removed',
    ...call,
    status: 200,
    response: demonstration,
    refusals: ['second_factor_needed'],
  },
  'DELETE /demonstration': {
    summary: 'Removes the demonstration’s products, reviews and stores; products in orders are archived instead',
    ...call,
    isSensitive: true,
    status: 200,
    response: demonstration,
    refusals: ['second_factor_needed', 'foreign_origin'],
  },
})
