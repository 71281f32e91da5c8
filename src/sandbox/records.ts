/** Pairs the shop attached to an order, a payment or a refund. */
export type Notes = Record<string, string>

export type OrderStatus = 'created' | 'attempted' | 'paid'
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
export type RefundStatus = 'pending' | 'processed' | 'failed'

/** An order as kept; amounts in paise, times in milliseconds since 1970. */
export type OrderRecord = {
  id: string
  amount: number
  amountPaid: number
  currency: string
  receipt: string | null
  status: OrderStatus
  attempts: number
  notes: Notes
  /** False when the shop asked to capture by hand. */
  autoCapture: boolean
  /** Scenario text of the control API; null: the global one, else `ok`. */
  scenario: string | null
  createdAt: number
}

/** How a shopper pays. The number of a card is never kept, only its last four digits. */
export type Instrument =
  | { method: 'card'; network: string; last4: string; name: string }
  | { method: 'upi'; vpa: string }

/** Why a payment failed, in the provider's five words. */
export type PaymentError = { code: string; description: string; source: string; step: string; reason: string }

export type PaymentRecord = {
  id: string
  orderId: string
  amount: number
  currency: string
  status: PaymentStatus
  instrument: Instrument
  email: string
  contact: string
  captured: boolean
  amountRefunded: number
  error: PaymentError | null
  createdAt: number
}

export type RefundRecord = {
  id: string
  paymentId: string
  amount: number
  currency: string
  status: RefundStatus
  receipt: string | null
  notes: Notes
  idempotencyKey: string | null
  /** The request's body in a fixed order of keys: the same key with another body is refused. */
  fingerprint: string
  createdAt: number
}
