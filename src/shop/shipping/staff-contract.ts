import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, whole } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'

const MANY = 'Please choose at most 100.'

/** Ids or numbers, separated by commas. */
const list = z
  .string()
  .max(3000, MANY)
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .refine((all) => all.length <= 100, MANY)
  .meta({ example: 'q0Zb3mK9sV4xT7wYhN2cLA,10482' })
const some = list.refine((all) => all.length > 0, 'Please choose an order.')

const sku = z.string().min(1).max(200)
const count = whole(0, 10_000, 'The number of pieces is a whole number.')
const step = z.enum(['fetched', 'packed'], { error: 'A piece is fetched or packed.' })

const piece = z.object({
  sku,
  name: z.string(),
  color: z.string(),
  size: z.string(),
  /** The address of a picture in this colour. */
  picture: z.string().nullable(),
  /** Its shelf or bin. */
  place: z.string().nullable(),
})

const packItem = z
  .object({
    /** The id of the order, or of the exchange whose replacement is packed. */
    id,
    kind: z.enum(['order', 'exchange']),
    orderId: id,
    orderNumber: z.string(),
    /** How many parcels of the order have left; ticks are about the next one. */
    parcel: z.int(),
    /** When it was paid, or the exchange approved. */
    since: z.iso.datetime(),
    /** The day in India by which it should leave. */
    leaveBy: z.iso.date(),
    isLate: z.boolean(),
    /** Name, address and phone, a line each. */
    address: z.array(z.string()),
    lines: z.array(
      piece.extend({
        /** Pieces that haven't left. */
        count: z.int(),
      }),
    ),
  })
  .meta({ id: 'PackItem' })
export type PackItem = z.output<typeof packItem>

const tick = z
  .object({
    /** The id of a `PackItem`. */
    item: id,
    parcel: whole(0, 1000, 'This value isn’t valid.'),
    sku,
    step,
    /** Pieces fetched or packed altogether, not how many more. */
    count,
    at: z.iso.datetime(),
  })
  .meta({ id: 'PackTick' })
const presentTick = tick.extend({ by: z.string() })
export type PackTick = z.output<typeof presentTick>

const pickRow = piece.extend({
  count: z.int(),
  /** What the pieces are for. */
  items: z.array(z.object({ id, orderNumber: z.string(), kind: z.enum(['order', 'exchange']), count: z.int() })),
})
export type PickRow = z.output<typeof pickRow>

/** The shop's time, by which the device dates its ticks. */
const now = z.iso.datetime()

const staffCall = { group: 'Packing', access: 'staff' } as const

/** Picking and packing (CONTRACT part three, Staff site). */
export const packContract = defineContract({
  'GET /pack': {
    summary:
      'What is to pack, oldest first: orders, and the replacements of approved exchanges; or the ones in `orders`',
    ...staffCall,
    query: z.object({
      ...pageQuery,
      /** Ids of orders and exchanges, or numbers of orders; unknown ones and those not to pack are left out. */
      orders: list.optional(),
    }),
    status: 200,
    response: pageOf(packItem).extend({ ticks: z.array(presentTick), now }),
    refusals: ['second_factor_needed'],
  },
  'GET /pick-list': {
    summary: 'What to fetch for orders and exchanges to pack, by its place in the stockroom',
    ...staffCall,
    query: z.object({ orders: some }),
    status: 200,
    response: z.object({ items: z.array(pickRow), ticks: z.array(presentTick), now }),
    refusals: ['second_factor_needed'],
  },
  'GET /pack/ticks': {
    summary: 'The present ticks of the pieces that were ticked since a moment',
    ...staffCall,
    query: z.object({ since: z.iso.datetime('The moment isn’t valid.') }),
    status: 200,
    response: z.object({ ticks: z.array(presentTick), now }),
    refusals: ['second_factor_needed'],
  },
  'POST /pack/ticks': {
    summary: 'Takes ticks, each once by its key; the newest of a piece counts, however late it comes',
    ...staffCall,
    body: z.object({
      ticks: z
        .array(tick.extend({ key: z.string().regex(/^[\w-]{8,64}$/, 'This key isn’t valid.') }))
        .min(1)
        .max(200),
    }),
    status: 200,
    response: z.object({
      /** The present ticks of everything that was ticked, those of others too. */
      ticks: z.array(presentTick),
      /** The ticks that change nothing any more, with the reason. */
      stale: z.array(z.object({ key: z.string(), item: id, sku, message: z.string() })),
      now,
    }),
    refusals: ['second_factor_needed', 'foreign_origin'],
    idempotent: true,
  },
})

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
    summary: 'Replaces a mistyped tracking number, which `parcel` is, and mails the customer the right one',
    ...staffCall,
    params: z.object({ id, parcel: z.string().min(1).max(200) }),
    body: z.object({ carrier: carrier.optional(), ...parcel }),
    status: 200,
    response: shipped.pick({ orderId: true, orderNumber: true, carrier: true, tracking: true, url: true }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'GET /carriers': {
    summary: 'The carriers whose pages about parcels are known; any other can be typed',
    ...staffCall,
    status: 200,
    response: z.object({ items: z.array(z.object({ name: z.string() })), next: z.null() }),
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
      tooLarge: 'This file is larger than 1 MB. Please divide it.',
    },
    body: fileBytes,
    status: 200,
    response: fileReport,
    refusals: ['second_factor_needed', 'foreign_origin', 'conflict'],
    idempotent: true,
  },
  'GET /shipments/export.csv': {
    summary: 'What is to pack, in the columns of a carrier’s bulk upload',
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

export const shippingStaffContract = { ...packContract, ...parcelsContract }
