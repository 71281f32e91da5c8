import type { Paise } from '../money.ts'

/**
 * The payment provider. Razorpay's adapter implements it; the built-in sandbox uses the same adapter with another base
 * URL. No call throws when the provider fails: each resolves to an outcome.
 */
export interface PaymentProvider {
  /** `sandbox`: no money moves, and pages must say so. `none`: the shop can take no orders yet. */
  mode: 'razorpay' | 'sandbox' | 'none'
  /** The public key id, which the browser's checkout dialog needs. */
  keyId: string
  /** The URL of the provider's checkout script. */
  checkoutUrl: string
  /**
   * Creates an order of whole paise in INR. Repeating a receipt gives the same order, except in accounts that reject
   * `unique_receipt`: there only retries within a call do, and a later call creates another order.
   */
  createOrder(order: NewProviderOrder): Promise<Outcome<ProviderOrder>>
  /**
   * The order with this receipt, or null; for recovery after a crash between the provider's response and our commit.
   */
  findOrderByReceipt(receipt: string): Promise<Outcome<ProviderOrder | null>>
  fetchOrder(orderId: string): Promise<Outcome<ProviderOrder>>
  /** Every payment of an order, failed ones too. */
  fetchPayments(orderId: string): Promise<Outcome<ProviderPayment[]>>
  fetchPayment(paymentId: string): Promise<Outcome<ProviderPayment>>
  /** Captures an authorised payment in full. Also succeeds if it's already captured. */
  capture(paymentId: string, amount: Paise): Promise<Outcome<ProviderPayment>>
  /** Refunds money; the same `key` (10 or more of A-Z a-z 0-9 - _) never refunds it twice. */
  refund(refund: NewRefund): Promise<Outcome<ProviderRefund>>
  /** Every refund of a payment, whoever made it. */
  fetchRefunds(paymentId: string): Promise<Outcome<ProviderRefund[]>>
  /** The most recently opened disputes, of any payment. */
  fetchDisputes(): Promise<Outcome<ProviderDispute[]>>
  /**
   * True if the provider signed the checkout dialog's result. `orderId` comes from our database, never from the
   * browser.
   */
  verifySignature(result: { orderId: string; paymentId: string; signature: string }): boolean
  /** True if a webhook's raw body was signed by the provider, with the current secret or the one before it. */
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
  /** Also the refund's receipt. At most 40 characters. */
  key: string
}

/** An order as the provider stores it; amounts in the smallest unit of `currency`. */
export interface ProviderOrder {
  id: string
  amount: number
  amountPaid: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
}

/**
 * A payment as the provider stores it. Only `status` says whether it was paid (a failed one may have `captured: true`).
 */
export interface ProviderPayment {
  id: string
  orderId: string | null
  amount: number
  currency: string
  /** `pending`: placed, and not paid: cash on delivery of the provider's own; or a state that the shop doesn't know. */
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'refunded' | 'failed'
  method: string
  /** The provider's offer that was taken off the amount. */
  offerId: string | null
  /** `customer`: the provider's fee is in the amount. */
  feeBearer: string | null
  /** In the smallest unit of the currency; 0 if not known yet. */
  fee: number
  amountRefunded: number
  errorDescription: string | null
}

export interface ProviderRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  /** The key of `refund`; null for one made in the provider's dashboard. */
  receipt: string | null
}

export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed'

/** A payment disputed by the customer's bank. The amount is in the smallest unit of its currency. */
export interface ProviderDispute {
  id: string
  paymentId: string
  amount: number
  status: DisputeStatus
  /** Such as `chargeback`. */
  phase: string
  reason: string
  /** The deadline for the shop's response in the provider's dashboard. */
  respondBy: Date | null
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; failure: ProviderFailure }

/**
 * Why a call failed. `unreachable`: no response, a fault of the provider, or too many calls; the same call may succeed
 * later, and may have been carried out. `refused`: the provider rejected the request; a retry would fail too.
 */
export interface ProviderFailure {
  kind: 'unreachable' | 'refused' | 'not_found'
  /** HTTP status, or 0 without a response. */
  status: number
  code: string
  description: string
}

/** The provider's ids; only these go into a path. */
export const ORDER_ID = /^order_[A-Za-z0-9]{14,24}$/
export const PAYMENT_ID = /^pay_[A-Za-z0-9]{14,24}$/
export const REFUND_ID = /^rfnd_[A-Za-z0-9]{14,24}$/
