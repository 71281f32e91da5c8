import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, text, whole, writtenTime } from '#platform/api/fields.server.ts'
import { API_CARRIERS } from '#platform/carriers/names.ts'
import { ORDER_STATUSES, PARCEL_STATES } from '../orders/rules.ts'
import { packContract, sku, some, staffCall } from './pack-contract.ts'
import { returnsContract } from './returns-contract.ts'

const shipped = z
  .object({
    orderId: id,
    orderNumber: z.string(),
    carrier: z.string(),
    tracking: z.string(),
    /** The carrier's page about the parcel. */
    url: z.string().nullable(),
    /** Pieces in the parcel, and pieces of the order that haven't left. */
    pieces: z.int(),
    left: z.int(),
    /** True if the parcel was recorded before: then nothing was changed and no mail sent. */
    already: z.boolean(),
  })
  .meta({ id: 'ShippedParcel' })

const parcel = {
  tracking: z.string({ error: 'Please enter the tracking number.' }).max(200),
  url: z.string().max(500).optional(),
}
const carrier = z.string({ error: 'Please enter the carrier.' }).max(200)

/** Why a row of a file can't be imported, or what to look at. Line 0 is the file. */
const rowNote = z.object({ line: z.int(), column: z.string().optional(), message: z.string() })

const fileReport = z.object({
  /** The file and its difference: `apply` takes it. */
  id: z.string(),
  ok: z.boolean(),
  dryRun: z.boolean(),
  format: z.string().nullable(),
  shipped: z.array(shipped),
  /** Parcels that are elsewhere than the shop knew. */
  updated: z.array(
    z.object({
      orderId: id,
      orderNumber: z.string(),
      carrier: z.string(),
      tracking: z.string(),
      state: z.enum(PARCEL_STATES),
    }),
  ),
  already: z.int(),
  skipped: z.int(),
  delivered: z.int(),
  notes: z.array(rowNote),
  errors: z.array(rowNote),
})
export type TrackingFileReport = z.output<typeof fileReport>

const pdf = { status: 200, response: fileBytes, fileType: 'application/pdf' } as const
const size = z.enum(['a4', '4x6'], { error: 'The paper is a4 or 4x6.' }).default('a4')

/** Parcels: shipping, slips, carriers and their files (CONTRACT part three, Staff site). */
export const parcelsContract = defineContract({
  'POST /orders/{id}/ship': {
    summary: 'Records a parcel of a paid order, whole or with some pieces, and mails its customer',
    ...staffCall,
    params: z.object({ id }),
    body: z.object({
      carrier,
      ...parcel,
      /** By default all that haven't left. */
      lines: z
        .array(z.object({ sku, quantity: whole(1, 10_000, 'Please enter at least 1 piece.') }))
        .min(1)
        .max(200)
        .optional(),
    }),
    status: 200,
    response: shipped,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'POST /orders/{id}/parcels/{parcel}/correct': {
    summary:
      'Puts the carrier, number or tracking page of a parcel right, given by its id or its number, and mails the customer',
    ...staffCall,
    params: z.object({ id, parcel: z.string().min(1).max(200) }),
    body: z
      .object({ carrier: carrier.optional(), tracking: parcel.tracking.optional(), url: parcel.url })
      .refine((right) => Object.values(right).some((part) => part !== undefined), {
        error: 'Please enter what is right: the carrier, the number or the tracking page.',
        path: ['tracking'],
      }),
    status: 200,
    response: shipped.pick({ orderId: true, orderNumber: true, carrier: true, tracking: true, url: true }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'POST /orders/{id}/parcels/{parcel}/state': {
    summary: 'Says where a parcel is, given by its id or its number; the order is delivered with its last parcel',
    ...staffCall,
    params: z.object({ id, parcel: z.string().min(1).max(200) }),
    body: z.object({
      state: z.enum(PARCEL_STATES, { error: `The state is one of ${PARCEL_STATES.join(', ')}.` }),
      /** Why, for staff. */
      reason: text({ max: 200 }).optional(),
      /** Since when, by default now. */
      at: writtenTime.optional(),
    }),
    status: 200,
    response: z.object({
      orderId: id,
      /** The order's status afterwards. */
      status: z.enum([...ORDER_STATUSES, 'cancelled']).nullable(),
      state: z.enum(PARCEL_STATES),
      /** True if it was in this state before. Then nothing was changed. */
      already: z.boolean(),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'GET /carriers': {
    summary: 'The carriers whose pages about parcels are known; any other can be typed',
    ...staffCall,
    status: 200,
    response: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          /** By which `book` knows it, if the shop has the keys of its API. */
          api: z.enum(API_CARRIERS).nullable(),
        }),
      ),
      next: z.null(),
    }),
    refusals: ['second_factor_needed'],
  },
  'GET /packing-slips.pdf': {
    summary: 'The packing slips of a run in one print, with the order’s number as a barcode and without prices',
    ...staffCall,
    query: z.object({ orders: some, size }),
    ...pdf,
    refusals: ['second_factor_needed', 'not_found', 'conflict'],
  },
  'GET /labels.pdf': {
    summary: 'Labels with the barcodes of SKUs, 24 on a sheet of A4; a SKU given twice has two',
    ...staffCall,
    query: z.object({ skus: some }),
    ...pdf,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /shipments/import': {
    summary: 'Checks a carrier’s file with tracking numbers; with `apply`, imports it, all or nothing',
    ...staffCall,
    query: z.object({
      /** The `id` of the difference that was shown. */
      apply: z.string().max(64).optional(),
    }),
    upload: {
      types: ['text/csv'],
      maxBytes: 1_000_000,
      wrongType: 'Please choose a CSV file.',
      tooLarge: 'This file is larger than 1 MB. Please split it.',
    },
    body: fileBytes,
    status: 200,
    response: fileReport,
    refusals: ['second_factor_needed', 'foreign_origin', 'conflict'],
    idempotent: true,
  },
  'GET /shipments/export.csv': {
    summary: 'What is to pack, in the columns of a carrier’s bulk upload; prices for owners and managers only',
    ...staffCall,
    query: z.object({
      format: z.enum(['shiprocket', 'delhivery', 'indiapost'], { error: 'This carrier isn’t known.' }),
    }),
    status: 200,
    response: fileBytes,
    fileType: 'text/csv',
    refusals: ['second_factor_needed'],
  },
})

export const shippingStaffContract = { ...packContract, ...parcelsContract, ...returnsContract }
