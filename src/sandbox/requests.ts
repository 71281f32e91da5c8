import { z } from 'zod'
import type { ErrorBody } from './wire.ts'
import { badRequest } from './wire.ts'

const notes = z
  .union([z.array(z.never()).max(0), z.record(z.string(), z.coerce.string().max(256))])
  .transform((value) => (Array.isArray(value) ? {} : value))

const orderBody = z.object({
  amount: z
    .int({ error: 'The amount must be an integer.' })
    .min(100, 'Order amount less than minimum amount allowed')
    .max(5_000_000_000, 'Amount exceeds maximum amount allowed.'),
  currency: z.literal('INR', { error: 'Currency is not supported' }),
  receipt: z
    .string({ error: 'The receipt must be a string.' })
    .max(40, 'The receipt may not be greater than 40 characters.')
    .nullish(),
  notes: notes
    .refine((value) => Object.keys(value).length <= 15, 'Number of fields in notes should be less than or equal to 15')
    .optional(),
  partial_payment: z
    .union([z.literal(false), z.literal(0), z.literal('0')], { error: 'Partial payments are not enabled' })
    .optional(),
  unique_receipt: z.boolean({ error: 'The unique receipt field must be true or false.' }).optional(),
  payment_capture: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional(),
  payment: z
    .object({ capture: z.enum(['automatic', 'manual']) })
    .loose()
    .optional(),
})

const captureBody = z.object({
  amount: z.int({ error: 'The amount must be an integer.' }),
  currency: z.string({ error: 'The currency field is required.' }),
})

const refundBody = z.object({
  amount: z.int({ error: 'The amount must be an integer.' }).min(100, 'The amount must be atleast INR 1.00').nullish(),
  receipt: z.string().max(40, 'The receipt may not be greater than 40 characters.').nullish(),
  speed: z.string().optional(),
  notes: notes.optional(),
})

const listQuery = z.object({
  receipt: z.string().max(40).optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
})

export type OrderBody = z.output<typeof orderBody>
export type CaptureBody = z.output<typeof captureBody>
export type RefundBody = z.output<typeof refundBody>
export type ListQuery = z.output<typeof listQuery>

/** A request that was understood, or the envelope that refuses it. */
export type Reading<T> = { ok: true; value: T } | { ok: false; refusal: ErrorBody }

function read<T>(schema: z.ZodType<T>, input: unknown): Reading<T> {
  const result = schema.safeParse(input)
  if (result.success) return { ok: true, value: result.data }
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'body'
  const missing = issue?.code === 'invalid_type' && typeof input === 'object' && input !== null && !(field in input)
  return {
    ok: false,
    refusal: badRequest(missing ? `The ${field} field is required.` : (issue?.message ?? 'Invalid request'), field),
  }
}

/** POST /v1/orders. */
export const readOrderBody = (input: unknown): Reading<OrderBody> => read(orderBody, input)
/** POST /v1/payments/:id/capture. */
export const readCaptureBody = (input: unknown): Reading<CaptureBody> => read(captureBody, input)
/** POST /v1/payments/:id/refund. */
export const readRefundBody = (input: unknown): Reading<RefundBody> => read(refundBody, input)
/** GET /v1/orders. */
export const readListQuery = (input: unknown): Reading<ListQuery> => read(listQuery, input)
