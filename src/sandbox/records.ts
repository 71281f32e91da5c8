import { randomInt } from 'node:crypto'
import type { PaymentError } from './test-cards.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unguessable letters and digits (83 bits in 14 of them). */
export function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')
}

// The provider's entities as in its REST API: amounts in paise, times in seconds since 1970. The APIs don't show
// `internal`.

export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string>
  created_at: number
  /** The order's own scenario, or null for that of all orders. */
  internal: { scenario: string | null }
}

export interface Payment extends PaymentError {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'refunded' | 'failed'
  method: 'card' | 'upi' | 'cod'
  offer_id: string | null
  fee_bearer: 'platform' | 'customer'
  fee: number | null
  captured: boolean
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  currency: string
  status: 'pending' | 'processed' | 'failed'
  receipt: string | null
  notes: Record<string, string>
  created_at: number
  internal: { idempotencyKey: string | null; request: string }
}

export interface Dispute {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'chargeback'
  reason_code: string
  respond_by: number
  created_at: number
}

/** An entity as the APIs show it. */
export function withoutInternal<T extends { internal: unknown }>({ internal, ...entity }: T): Omit<T, 'internal'> {
  return entity
}

/** The result of a payment. Without a signature the dialog doesn't report it to the shop's page. */
export type PaymentResult =
  | { outcome: 'paid'; razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature?: string }
  | { outcome: 'failed'; error: Record<string, unknown> }

/** A request that the provider rejects, with the error's description. */
export class Refusal extends Error {
  readonly field: string | undefined
  constructor(description: string, field?: string) {
    super(description)
    this.field = field
  }
}

/** Settings of the control API for more than one order. */
export interface Settings {
  id: 'settings'
  /** The scenario of orders without their own. */
  all: string
  /** The scenario of the next orders. */
  next: { scenario: string; remaining: number } | null
  webhookUrl: string | null
}

export interface NewOrder {
  amount: number
  currency: string
  receipt: string | null
  notes: Record<string, string>
}

export interface NewRefund {
  amount?: number | null | undefined
  receipt?: string | null | undefined
  notes?: Record<string, string> | undefined
}
