import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, whole } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'

const MANY = 'Please choose at most 100.'

/** Ids or numbers, separated by commas. */
const list = z
  .string()
  .max(3000, MANY)
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .refine((all) => all.length <= 100, MANY)
  .meta({ example: 'q0Zb3mK9sV4xT7wYhN2cLA,10482' })
/** At least one of them. */
export const some = list.refine((all) => all.length > 0, 'Please choose an order.')

export const sku = z.string().min(1).max(200)
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
    /** What to know before it's packed: the customer's bank took the money back. */
    warning: z.string().nullable(),
    /** What is collected at the door if all of it leaves in this parcel, in rupees. */
    collect: z.number(),
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

export const staffCall = { group: 'Packing', access: 'staff' } as const

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
