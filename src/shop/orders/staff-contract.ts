import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { picture } from '../catalog/contract.ts'
import { ORDER_STATUSES, STAFF_STAGES } from './rules.ts'

const stage = z.enum(STAFF_STAGES, { error: `The stage is one of ${STAFF_STAGES.join(', ')}.` })

/** What a search finds: see `parseSearch`. */
const q = text({ max: 200, tooLong: 'Please search for at most 200 characters.' })

const thumbnail = picture.pick({ src: true, tone: true, width: true, height: true })

const listedOrder = z
  .object({
    id: z.string(),
    /** As people use it, such as FS-10482. */
    number: z.string(),
    /** Null until it's paid. */
    status: z.enum([...ORDER_STATUSES, 'cancelled']).nullable(),
    /** Where it stands: "To pack", "Part shipped", "Out for delivery". */
    statusText: z.string(),
    name: z.string(),
    city: z.string(),
    pin: z.string(),
    /** Pieces that aren't cancelled, and those that haven't left. */
    pieces: z.int(),
    toPack: z.int(),
    /** The first product, its picture, and how many other lines there are. */
    product: z.string(),
    picture: thumbnail.nullable(),
    moreLines: z.int(),
    /** In rupees; null for a packer. */
    total: z.number().nullable(),
    /** When it was paid, or created if it isn't paid. */
    at: z.iso.datetime(),
    /** "today", "3 working days". */
    age: z.string(),
    /** Why it's late, or null. */
    late: z.string().nullable(),
    /** Payment in doubt, a dispute with its deadline, a failed refund: a sentence each. */
    problems: z.array(z.string()),
  })
  .meta({ id: 'ListedOrder' })

export type ListedStaffOrder = z.output<typeof listedOrder>

/** How many there are; `isMore`: more than 10,000. */
const count = z.object({ count: z.int(), isMore: z.boolean(), text: z.string() })

/** What staff do with orders (CONTRACT part three, Staff site). */
export const staffOrdersContract = defineContract({
  'GET /orders': {
    summary:
      'Orders at a stage, or found by number, last four digits, name, phone, PIN, SKU, tracking number or e-mail',
    group: 'Orders',
    access: 'staff',
    query: z.object({ stage: stage.optional(), q: q.optional(), ...pageQuery }),
    status: 200,
    response: pageOf(listedOrder),
    refusals: ['second_factor_needed'],
  },
  'GET /orders/counts': {
    summary: 'How many orders each stage has, exact to 10,000',
    group: 'Orders',
    access: 'staff',
    status: 200,
    response: z.object({ stages: z.record(stage, count) }),
    refusals: ['second_factor_needed'],
  },
})
