import type { Paise } from '../money.ts'

/**
 * The port to whoever takes the money. One adapter stands behind it, the provider's own SDK
 * with its cautions; the built-in sandbox is the same adapter with another base address. Nothing here throws for a
 * failure of the provider: every call answers with an outcome.
 */
export interface PaymentProvider {
  /** `sandbox`: no money moves, and screens have to say so. */
  mode: 'razorpay' | 'sandbox'
  /** The public half of the keys; the browser's dialog is opened with it. */
  keyId: string
  /** The full address of the provider's checkout script. */
  checkoutUrl: string
  /** Makes an order of whole paise in INR; the same receipt twice gives the same order. */
  createOrder(order: NewProviderOrder): Promise<Outcome<ProviderOrder>>
  /** The order with this receipt, or null: how a crash between the provider's answer and our commit is repaired. */
  findOrderByReceipt(receipt: string): Promise<Outcome<ProviderOrder | null>>
  fetchOrder(orderId: string): Promise<Outcome<ProviderOrder>>
  /** Every payment that was tried for an order, failed ones too. */
  fetchPayments(orderId: string): Promise<Outcome<ProviderPayment[]>>
  fetchPayment(paymentId: string): Promise<Outcome<ProviderPayment>>
  /** Takes an authorised payment in full. One that is captured already is a success. */
  capture(paymentId: string, amount: Paise): Promise<Outcome<ProviderPayment>>
  /** Gives money back; the same `key` (10 and more of A-Z a-z 0-9 - _) never gives it back twice. */
  refund(refund: NewRefund): Promise<Outcome<ProviderRefund>>
  /** Whether the dialog's answer was signed by the provider. `orderId` comes from our database, never from the browser. */
  verifySignature(answer: { orderId: string; paymentId: string; signature: string }): boolean
  /** Whether a webhook's raw body was signed by the provider, with the present secret or the one before it. */
  verifyWebhook(rawBody: Uint8Array | string, signature: string): boolean
}

export interface NewProviderOrder {
  /** Our order's id; at most 40 characters. */
  receipt: string
  amount: Paise
  notes?: Record<string, string>
}

export interface NewRefund {
  paymentId: string
  amount: Paise
  key: string
}

/** An order as the provider keeps it; amounts in the smallest unit of `currency`. */
export interface ProviderOrder {
  id: string
  amount: number
  amountPaid: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
}

export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'

/** A payment as the provider keeps it. Only `status` says whether the money came (a failed one may say `captured`). */
export interface ProviderPayment {
  id: string
  orderId: string | null
  amount: number
  currency: string
  status: PaymentStatus
  method: string
  amountRefunded: number
  errorDescription: string | null
}

export interface ProviderRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; failure: ProviderFailure }

/**
 * Why a call failed. `unreachable`: no answer, a fault of the provider, or too many calls; the same call may succeed
 * later, and may have been carried out. `refused`: the provider understood and said no; asking again is of no use.
 */
export interface ProviderFailure {
  kind: 'unreachable' | 'refused' | 'not_found'
  /** HTTP status, or 0 where no answer came. */
  status: number
  code: string
  description: string
}

/** The provider's ids. Anything else is never put into an address: the SDK would let it climb to other resources. */
export const ORDER_ID = /^order_[A-Za-z0-9]{14,24}$/
export const PAYMENT_ID = /^pay_[A-Za-z0-9]{14,24}$/
export const REFUND_ID = /^rfnd_[A-Za-z0-9]{14,24}$/
