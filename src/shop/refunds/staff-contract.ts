import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import { ORDER_STATUSES } from '../orders/rules.ts'
import { REFUND_TARGETS } from './rules.ts'

const ofOrder = z.object({ id: z.string().min(1).max(64) })

const AMOUNT = 'The amount is a number of rupees, such as 499 or 499.50.'
const REFERENCE = 'Please enter the reference of your transfer. Only bank transfers have one.'
const QUANTITY = 'The quantity is a whole number from 1.'
const ONE_OF = 'Say what to refund: an amount, or lines.'
const lines = z
  .array(
    z.object({ sku: z.string().min(1).max(200), quantity: z.int(QUANTITY).min(1, QUANTITY).max(10_000, QUANTITY) }),
  )
  .min(1, ONE_OF)
  .max(200)

/** An amount in rupees, or pieces, which are then cancelled. */
const wanted = { amount: z.number(AMOUNT).positive(AMOUNT).optional(), lines: lines.optional() }
const isOne = (body: { amount?: number | undefined; lines?: unknown }) =>
  (body.amount === undefined) !== (body.lines === undefined)

const target = z.enum(REFUND_TARGETS)
/** By default to where it was paid from. An order in cash has no such place, and must say. */
const way = {
  to: target.optional(),
  /** Of a transfer that was made, for `bank` alone. */
  reference: text({ max: 100, required: REFERENCE }).optional(),
}
const hasReference = (body: { to?: string | undefined; reference?: string | undefined }) =>
  (body.to === 'bank') === (body.reference !== undefined)

const decision = {
  reason: text({ max: 200, required: 'Please give a reason.' }),
  /** False if the pieces stay out of the stock: damaged, lost. */
  restock: z.boolean().default(true),
  /** The stage that the screen showed: refused if the order is at another one by now. */
  status: z.enum([...ORDER_STATUSES, 'cancelled']).optional(),
}

/** What a refund or a cancellation would do. Amounts in rupees. */
const review = z
  .object({
    /** The most that can be refunded now. */
    maximum: z.number(),
    amount: z.number(),
    /** Refunded before. */
    before: z.number(),
    /** The pieces, each with its share; `amount` is less than their sum if an amount was refunded before. */
    lines: z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        color: z.string(),
        size: z.string(),
        quantity: z.int(),
        goods: z.number(),
        delivery: z.number(),
        tax: z.number(),
        /** What was paid for their replacements beside the order; below 0: what these cost less. */
        exchange: z.number(),
        amount: z.number(),
      }),
    ),
    /** True if the whole order is cancelled by it. */
    cancels: z.boolean(),
    restock: z.array(z.object({ sku: z.string(), quantity: z.int() })),
    creditNote: z.boolean(),
    /** Where it may go, and where it goes by default: the first. */
    ways: z.array(target),
    /** What happens to money, stock and mail, a sentence each. */
    effects: z.array(z.string()),
    /** The order's stage, to send along as `status`. */
    status: z.enum([...ORDER_STATUSES, 'cancelled']),
  })
  .meta({ id: 'RefundPreview' })

export type RefundPreview = z.output<typeof review>

const done = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  /** Of this refund; of a cancellation, all refunds of the order. */
  refund: z.number(),
  cancelled: z.boolean(),
  /** True if the order was cancelled before, so that nothing was changed. */
  already: z.boolean(),
})

const reviewRefusals = [
  'second_factor_needed',
  'foreign_origin',
  'not_found',
  'not_paid',
  'payment_unconfirmed',
  'conflict',
] as const
const refusals = [...reviewRefusals, 'changed_meanwhile'] as const

/** Money back and orders cancelled by staff (CONTRACT part three, Staff site). */
export const staffRefundsContract = defineContract({
  'POST /orders/{id}/refund/preview': {
    summary: 'What a refund would do: the maximum, the amount, each line’s share, stock, mail; it changes nothing',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    body: z.object({ ...wanted, restock: decision.restock, to: way.to }).refine(isOne, ONE_OF),
    status: 200,
    response: review,
    refusals: reviewRefusals,
    idempotent: true,
  },
  'POST /orders/{id}/cancel/preview': {
    summary: 'What cancelling the order would do; it changes nothing',
    group: 'Orders',
    access: 'staff',
    params: ofOrder,
    body: z.object({ restock: decision.restock }),
    status: 200,
    response: review,
    refusals: reviewRefusals,
    idempotent: true,
  },
  'POST /orders/{id}/refund': {
    summary:
      'Refunds an amount, or pieces, which are then cancelled: to where it was paid from, as store credit, or by a transfer that was made',
    group: 'Orders',
    access: 'staff',
    isSensitive: true,
    params: ofOrder,
    body: z
      .object({ ...wanted, ...decision, ...way })
      .refine(isOne, ONE_OF)
      .refine(hasReference, { error: REFERENCE, path: ['reference'] }),
    status: 200,
    response: done,
    refusals,
    idempotent: true,
  },
  'POST /orders/{id}/cancel': {
    summary: 'Cancels a paid order and refunds the rest of its payment',
    group: 'Orders',
    access: 'staff',
    isSensitive: true,
    params: ofOrder,
    body: z.object(decision),
    status: 200,
    response: done,
    refusals,
    idempotent: true,
  },
})
