import { z } from 'zod'
import {
  ORDER_ID,
  PAYMENT_ID,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  REFUND_ID,
} from './provider.server.ts'

/** The fields of the provider's responses that the shop reads; others are dropped. */
const order = z
  .object({
    id: z.string().regex(ORDER_ID),
    amount: z.coerce.number().int(),
    amount_paid: z.coerce.number().int(),
    currency: z.string(),
    receipt: z.string().nullish(),
    status: z.enum(['created', 'attempted', 'paid']),
    attempts: z.number().int().default(0),
  })
  .transform(
    (wire): ProviderOrder => ({
      id: wire.id,
      amount: wire.amount,
      amountPaid: wire.amount_paid,
      currency: wire.currency,
      receipt: wire.receipt ?? null,
      status: wire.status,
      attempts: wire.attempts,
    }),
  )

const payment = z
  .object({
    id: z.string().regex(PAYMENT_ID),
    order_id: z.string().nullish(),
    amount: z.coerce.number().int(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    method: z.string().nullish(),
    amount_refunded: z.coerce.number().int().nullish(),
    error_description: z.string().nullish(),
  })
  .transform(
    (wire): ProviderPayment => ({
      id: wire.id,
      orderId: wire.order_id ?? null,
      amount: wire.amount,
      currency: wire.currency,
      status: wire.status,
      method: wire.method ?? '',
      amountRefunded: wire.amount_refunded ?? 0,
      errorDescription: wire.error_description ?? null,
    }),
  )

const refund = z
  .object({
    id: z.string().regex(REFUND_ID),
    payment_id: z.string().regex(PAYMENT_ID),
    amount: z.coerce.number().int(),
    status: z.enum(['pending', 'processed', 'failed']),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ id, payment_id: paymentId, amount, status, receipt }): ProviderRefund => ({
      id,
      paymentId,
      amount,
      status,
      receipt: receipt ?? null,
    }),
  )

/** A dispute, in responses and in events. */
export const dispute = z
  .object({
    id: z.string().min(1).max(40),
    payment_id: z.string().regex(PAYMENT_ID),
    amount: z.coerce.number().int(),
    status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
    phase: z.string().nullish(),
    reason_code: z.string().nullish(),
    respond_by: z.number().nullish(),
  })
  .transform(
    (wire): ProviderDispute => ({
      id: wire.id,
      paymentId: wire.payment_id,
      amount: wire.amount,
      status: wire.status,
      phase: wire.phase ?? '',
      reason: wire.reason_code ?? '',
      respondBy: wire.respond_by ? new Date(wire.respond_by * 1000) : null,
    }),
  )

const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) }).transform(({ items }) => items)

export const schemas = {
  order,
  payment,
  refund,
  orders: list(order),
  payments: list(payment),
  refunds: list(refund),
  disputes: list(dispute),
}
