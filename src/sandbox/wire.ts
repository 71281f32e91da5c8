import type { Notes, OrderRecord, PaymentRecord, RefundRecord } from './records.ts'

/** The provider's error envelope. */
export type ErrorBody = {
  error: {
    code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
    description: string
    field?: string
    source: string
    step: string
    reason: string
    metadata: Record<string, string>
  }
}

/** A refused request, in the provider's envelope. */
export function badRequest(description: string, field?: string): ErrorBody {
  const fieldPart = field === undefined ? {} : { field }
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      ...fieldPart,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    },
  }
}

/** A fault of the provider's own, in its envelope. */
export function serverError(description: string): ErrorBody {
  return {
    error: { code: 'SERVER_ERROR', description, source: 'internal', step: 'NA', reason: 'server_error', metadata: {} },
  }
}

const seconds = (millis: number) => Math.floor(millis / 1000)

// The provider writes empty notes as [] (it is PHP behind); clients have to cope, so we keep that.
const notesOnWire = (notes: Notes) => (Object.keys(notes).length === 0 ? [] : notes)

/** An order as GET /v1/orders/:id shows it: paise, seconds since 1970. */
export function orderOnWire(order: OrderRecord) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: order.amountPaid,
    amount_due: Math.max(0, order.amount - order.amountPaid),
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOnWire(order.notes),
    created_at: seconds(order.createdAt),
  }
}

function refundStatusOf(payment: PaymentRecord) {
  if (payment.amountRefunded === 0) return null
  return payment.amountRefunded >= payment.amount ? 'full' : 'partial'
}

function cardOnWire(payment: PaymentRecord) {
  if (payment.instrument.method !== 'card') return null
  const { network, last4, name } = payment.instrument
  return {
    id: `card_${payment.id.slice(4)}`,
    entity: 'card',
    name,
    last4,
    network,
    type: 'credit',
    issuer: null,
    international: false,
  }
}

/** A payment as GET /v1/payments/:id shows it. */
export function paymentOnWire(payment: PaymentRecord) {
  const card = cardOnWire(payment)
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: payment.instrument.method,
    amount_refunded: payment.amountRefunded,
    refund_status: refundStatusOf(payment),
    captured: payment.captured,
    description: null,
    card_id: card?.id ?? null,
    ...(card ? { card } : {}),
    bank: null,
    wallet: null,
    vpa: payment.instrument.method === 'upi' ? payment.instrument.vpa : null,
    email: payment.email,
    contact: payment.contact,
    notes: [],
    fee: payment.captured ? Math.round(payment.amount * 0.0236) : null,
    tax: payment.captured ? Math.round(payment.amount * 0.0036) : null,
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data: {},
    created_at: seconds(payment.createdAt),
  }
}

/** A refund as the provider shows it. */
export function refundOnWire(refund: RefundRecord) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: refund.currency,
    payment_id: refund.paymentId,
    notes: notesOnWire(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: null },
    created_at: seconds(refund.createdAt),
    batch_id: null,
    status: refund.status,
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}

/** A list in the provider's wrapping. */
export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items }
}
