import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { WAITING_KINDS } from './home-rules.ts'

const counted = z.object({ count: z.int(), oldest: z.iso.datetime().nullable() })

/** What `today --json` prints. A packer has only what a packer works on. */
const today = z
  .object({
    toPack: counted,
    parcels: z.object({ attempted: counted, returning: counted, returned: counted, received: counted, lost: counted }),
    exchangesToPack: counted,
    exchanges: counted,
    exchangeStates: z.object({ waiting: counted, approved: counted, 'on-the-way': counted, received: counted }),
    runningOut: z.array(z.object({ sku: z.string(), product: z.string(), left: z.int(), level: z.int() })),
    runningOutCount: z.int(),
    lapsedDrafts: counted.optional(),
    toConfirm: counted.optional(),
    overdueCash: z.object({ count: z.int(), due: z.number(), carriers: z.array(z.string()) }).optional(),
    messages: counted.optional(),
    photos: counted.optional(),
    toForget: counted.optional(),
    disputes: z
      .array(
        z.object({
          id: z.string(),
          orderId: z.string(),
          orderNumber: z.string(),
          status: z.string(),
          amount: z.number(),
          reason: z.string(),
          respondBy: z.iso.datetime().nullable(),
        }),
      )
      .optional(),
    stuck: z.object({ refunds: z.int(), mails: z.int(), webhooks: z.int() }).optional(),
    /** What is switched on at the payment provider that makes payments unusable. */
    providerSwitches: z.array(z.object({ kind: z.enum(['cash', 'offer', 'fee']), count: z.int() })).optional(),
    paymentsInDoubt: counted.optional(),
    failedRefunds: z.int().optional(),
    providerRefunds: z
      .array(z.object({ orderId: z.string(), orderNumber: z.string(), amount: z.number(), at: z.iso.datetime() }))
      .optional(),
    lowDisk: z.object({ free: z.number(), total: z.number() }).nullable().optional(),
    backup: z
      .object({ at: z.iso.datetime(), bytes: z.number(), place: z.string(), name: z.string() })
      .nullable()
      .optional(),
    backupProblem: z.string().nullable().optional(),
    mailBudgetUsed: z.boolean().optional(),
  })
  .meta({ id: 'Today' })
export type ShownToday = z.output<typeof today>

const waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int(),
  oldest: z.iso.datetime().nullable(),
  /** The address of its list, below `/admin`. */
  to: z.string(),
  /** More in a sentence, or null. */
  detail: z.string().nullable(),
})
export type Waiting = z.output<typeof waiting>

const sold = z.object({
  orders: z.int(),
  pieces: z.int(),
  /** Rupees, after refunds: the net sales of the reports. */
  money: z.number(),
})

const home = z.object({
  /** What to do now, the most urgent first. */
  waiting: z.array(waiting),
  /** Today and this week in India, each beside the same part of a week before; null for a packer. */
  sales: z.object({ today: sold, dayBefore: sold, week: sold, weekBefore: sold }).nullable(),
  /**
   * The steps of a new shop; null if all are done, for a demonstration, and for a packer. `to`: where a step is done,
   * below `/admin`. `lacks`: the names of the settings that it still waits for.
   */
  setUp: z
    .array(z.object({ step: z.string(), isDone: z.boolean(), to: z.string(), lacks: z.array(z.string()) }))
    .nullable(),
})
export type Home = z.output<typeof home>

const badges = z.object({
  /** By the words of the menu: only those that the role may read. */
  pack: z.int(),
  exchanges: z.int(),
  returns: z.int(),
  orders: z.int().optional(),
  messages: z.int().optional(),
})
export type Counts = z.output<typeof badges>

/** What waits, and what the menu shows of it (CONTRACT part three, Staff site). */
export const ownerStaffContract = defineContract({
  'GET /today': {
    summary: 'What needs attention, as `today --json` prints it',
    group: 'Today',
    access: 'staff',
    status: 200,
    response: today,
    refusals: ['second_factor_needed'],
  },
  'GET /home': {
    summary: 'What to do now, each with the address of its list; sales beside last week’s; what a new shop lacks',
    group: 'Today',
    access: 'staff',
    status: 200,
    response: home,
    refusals: ['second_factor_needed'],
  },
  'GET /badges': {
    summary: 'The counts beside the words of the menu; `/api/admin/events` sends them as they change',
    group: 'Today',
    access: 'staff',
    status: 200,
    response: badges,
    refusals: ['second_factor_needed'],
  },
  'POST /presence': {
    summary: 'Says that one has a record open, or no longer; answers who else has',
    group: 'Today',
    access: 'staff',
    body: z.object({
      /** As in the audit log, such as `order:ID`. */
      subject: z
        .string()
        .max(120)
        .regex(/^[a-z-]+:[A-Za-z0-9_.-]+$/, 'A subject is a kind and an id, such as order:ID.'),
      isOpen: z.boolean().default(true),
    }),
    status: 200,
    response: z.object({ others: z.array(z.string()) }),
    refusals: ['second_factor_needed', 'foreign_origin', 'forbidden'],
  },
})
