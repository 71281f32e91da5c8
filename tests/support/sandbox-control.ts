import { createHmac } from 'node:crypto'
import type { RunningProvider } from '#app/payment-provider.server.ts'
import type { ProviderState } from '#shop/checkout/invariants.server.ts'

/** What the payment dialog hands to the page. */
export interface PaymentResult {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The payload of verify-payment, but for the customer. */
export function paymentProof(orderId: string, paid: PaymentResult) {
  return {
    orderId,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpayOrderId: paid.razorpay_order_id,
    razorpaySignature: paid.razorpay_signature,
  }
}

/** The control API of the payment sandbox. */
export interface SandboxControl {
  /** Pays an order as a shopper in the payment dialog would. */
  pay(orderId: string, more?: Record<string, unknown>): Promise<PaymentResult>
  /** Sets how the sandbox treats one order, the next ones, or a share of all. */
  scenario(rule: Record<string, unknown>): Promise<void>
  /** Refunds a payment in the provider's dashboard, or ends a pending refund. */
  refund(
    what: { payment_id: string; amount?: number } | { refund_id: string; status: 'processed' | 'failed' },
  ): Promise<{ id: string }>
  /** Opens a dispute about a payment, or changes its status. */
  dispute(what: { payment_id: string; status: string }): Promise<{ id: string }>
  /** Sets the URL for events; null: none are sent. */
  sendEventsTo(url: string | null): Promise<void>
  state(): Promise<{
    orders: Record<string, unknown>[]
    payments: Record<string, unknown>[]
    refunds: Record<string, unknown>[]
  }>
}

/** Opens the control API of the sandbox that a shop runs. */
export function controlSandbox(provider: Pick<RunningProvider, 'sandboxOrigin' | 'controlToken'>): SandboxControl {
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${provider.sandboxOrigin}/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${provider.controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The sandbox responded ${response.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    pay: (orderId, more = {}) => call('pay', { order_id: orderId, ...more }),
    scenario: (rule) => call('scenarios', rule),
    refund: (what) => call('refunds', what),
    dispute: (what) => call('disputes', what),
    sendEventsTo: (url) => call('webhooks', { url }),
    state: () => call('state'),
  }
}

/** All payments and refunds of a sandbox, to check the shop's ledger against. */
export async function recordsOf(sandbox: Pick<SandboxControl, 'state'>): Promise<ProviderState> {
  const { payments, refunds } = await sandbox.state()
  return {
    payments: payments.map(({ id, status }) => ({ id: String(id), status: String(status) })),
    refunds: refunds.map(({ id, amount, status }) => ({
      id: String(id),
      amount: Number(amount),
      status: String(status),
    })),
  }
}

export interface SandboxKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** HMAC-SHA256 in hex: the provider signs payments and events with it. */
export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** An event about a payment, as the provider sends it. */
export function paymentEvent(event: string, orderId: string, paymentId: string) {
  return { event, payload: { payment: { entity: { id: paymentId, order_id: orderId } } } }
}

/** Body and headers of a signed event. */
export function signEvent(webhookSecret: string, event: { event: string; payload: object }, id: string) {
  const body = JSON.stringify({ entity: 'event', ...event })
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': hmac(webhookSecret, body),
    'x-razorpay-event-id': id,
  }
  return { body, headers }
}
