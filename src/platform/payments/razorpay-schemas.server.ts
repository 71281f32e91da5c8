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

/** The fields of the provider's responses that the shop reads. Others are dropped. */
const order = z
  .object({
    id: z.string().regex(ORDER_ID),
    amount: z.coerce.number().int(),
    amount_paid: z.coerce.number().int(),
    currency: z.string(),
    receipt: z.string().nullish(),
    // An order placed with the provider's own cash on delivery is neither paid nor in a state that its reference lists.
    status: z.enum(['created', 'attempted', 'paid']).catch('attempted'),
    attempts: z.number().int().default(0),
  })
  .transform(
    ({ amount_paid: amountPaid, receipt, ...fields }): ProviderOrder => ({
      ...fields,
      amountPaid,
      receipt: receipt ?? null,
    }),
  )

const payment = z
  .object({
    id: z.string().regex(PAYMENT_ID),
    order_id: z.string().nullish(),
    amount: z.coerce.number().int(),
    currency: z.string(),
    // `pending`: cash on delivery. A state that isn't known is undecided too: else its event couldn't be read at all.
    status: z.enum(['created', 'pending', 'authorized', 'captured', 'refunded', 'failed']).catch('pending'),
    method: z.string().nullish(),
    offer_id: z.string().nullish(),
    fee_bearer: z.string().nullish(),
    fee: z.coerce.number().int().nullish().catch(null),
    amount_refunded: z.coerce.number().int().nullish(),
    error_description: z.string().nullish(),
  })
  .transform(
    ({
      order_id,
      method,
      offer_id,
      fee_bearer,
      fee,
      amount_refunded,
      error_description,
      ...fields
    }): ProviderPayment => ({
      ...fields,
      orderId: order_id ?? null,
      method: method ?? '',
      offerId: offer_id ?? null,
      feeBearer: fee_bearer ?? null,
      fee: fee ?? 0,
      amountRefunded: amount_refunded ?? 0,
      errorDescription: error_description ?? null,
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
    ({ payment_id: paymentId, receipt, ...fields }): ProviderRefund => ({
      ...fields,
      paymentId,
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
    ({ payment_id: paymentId, phase, reason_code, respond_by, ...fields }): ProviderDispute => ({
      ...fields,
      paymentId,
      phase: phase ?? '',
      reason: reason_code ?? '',
      respondBy: respond_by ? new Date(respond_by * 1000) : null,
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
