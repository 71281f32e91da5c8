import type { Logger } from 'pino'
import type { z } from 'zod'
import { createBreaker, NO_RETRY, type Patience, tryPatiently, USUAL_PATIENCE } from './patience.server.ts'
import {
  type NewProviderOrder,
  type NewRefund,
  ORDER_ID,
  type Outcome,
  PAYMENT_ID,
  type PaymentProvider,
  type ProviderFailure,
  type ProviderOrder,
  type ProviderPayment,
} from './provider.server.ts'
import { openSdk, readFailure, type Sdk } from './razorpay-sdk.server.ts'
import { wire } from './razorpay-wire.server.ts'
import { isSigned } from './signatures.server.ts'

export const RAZORPAY_API_URL = 'https://api.razorpay.com'
export const RAZORPAY_CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js'

export interface RazorpaySettings {
  mode: PaymentProvider['mode']
  keyId: string
  keySecret: string
  /** Signs webhooks. */
  webhookSecret: string
  /** The secret before it, while the provider still repeats old events that carry it (up to 24 h). */
  formerWebhookSecret?: string | null
  /** An origin without `/v1`; absent: the provider's own. */
  apiUrl?: string | null
  checkoutUrl?: string | null
  log?: Pick<Logger, 'warn'>
}

/**
 * The provider behind the port: its own SDK with strict ids, timeouts, retries that can't do a thing twice, and a
 * circuit breaker. The sandbox is this adapter with another base address.
 */
export function createRazorpay(settings: RazorpaySettings): PaymentProvider {
  const { keyId, keySecret, mode } = settings
  const sdk = openSdk({
    keyId,
    keySecret,
    apiUrl: settings.apiUrl ?? RAZORPAY_API_URL,
    local: mode === 'sandbox',
  })
  const ask = createAsk(settings.log)
  const hooks = [settings.webhookSecret, settings.formerWebhookSecret].filter((secret) => typeof secret === 'string')
  return {
    mode,
    keyId,
    checkoutUrl: settings.checkoutUrl ?? RAZORPAY_CHECKOUT_URL,
    createOrder: createOrderMaker(sdk, ask),
    findOrderByReceipt: (receipt) => findByReceipt(sdk, ask, receipt),
    fetchOrder: (id) => withId(ORDER_ID, id, () => ask(USUAL_PATIENCE, wire.order, () => sdk.orders.fetch(id))),
    fetchPayments: (id) =>
      withId(ORDER_ID, id, () => ask(USUAL_PATIENCE, wire.payments, () => sdk.orders.fetchPayments(id))),
    fetchPayment: (id) => withId(PAYMENT_ID, id, () => ask(USUAL_PATIENCE, wire.payment, () => sdk.payments.fetch(id))),
    capture: (id, amount) => withId(PAYMENT_ID, id, () => capture(sdk, ask, id, amount)),
    refund: (refund) =>
      withId(PAYMENT_ID, refund.paymentId, () => ask(NO_RETRY, wire.refund, () => sendRefund(sdk, refund))),
    verifySignature: ({ orderId, paymentId, signature }) =>
      PAYMENT_ID.test(paymentId) && isSigned(keySecret, `${orderId}|${paymentId}`, signature),
    verifyWebhook: (rawBody, signature) => hooks.some((secret) => isSigned(secret, rawBody, signature)),
  }
}

type Ask = <T>(patience: Patience, schema: z.ZodType<T>, call: () => Promise<unknown>) => Promise<Outcome<T>>

/** Every call goes through here: breaker, tries, and an answer that is checked before anybody believes it. */
function createAsk(log: RazorpaySettings['log']): Ask {
  const guard = createBreaker()
  return async (patience, schema, call) => {
    const outcome = await guard(() => tryPatiently(patience, () => askOnce(schema, call)))
    if (!outcome.ok) log?.warn({ failure: outcome.failure }, 'the payment provider did not do as asked')
    return outcome
  }
}

async function askOnce<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<Outcome<T>> {
  try {
    const answer = schema.safeParse(await call())
    return answer.success ? { ok: true, data: answer.data } : { ok: false, failure: UNREADABLE }
  } catch (error) {
    return { ok: false, failure: readFailure(error) }
  }
}

const UNREADABLE: ProviderFailure = {
  kind: 'unreachable',
  status: 200,
  code: 'BAD_ANSWER',
  description: 'The payment provider’s answer could not be read.',
}

/** The SDK puts ids into addresses as they come, so that `../` would climb: anything that is no id names nothing. */
async function withId<T>(pattern: RegExp, id: string, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  if (pattern.test(id)) return call()
  return {
    ok: false,
    failure: { kind: 'not_found', status: 404, code: 'BAD_ID', description: 'This id is not valid.' },
  }
}

/**
 * Orders are made with `unique_receipt`, under which a repeated call gives the same order. An account that does not know
 * the field refuses it; from then on a repetition looks for the receipt first.
 */
function createOrderMaker(sdk: Sdk, ask: Ask): PaymentProvider['createOrder'] {
  let unique = true
  const create = async (order: NewProviderOrder, repeated: boolean): Promise<unknown> => {
    if (repeated && !unique) {
      const found = await askOnce(wire.orders, () => sdk.orders.all({ receipt: order.receipt }))
      const match = found.ok ? found.data.find(({ receipt }) => receipt === order.receipt) : undefined
      if (match) return toWire(match)
    }
    const { receipt, amount, notes } = order
    return sdk.orders.create({
      amount,
      currency: 'INR',
      receipt,
      partial_payment: false,
      ...(notes ? { notes } : {}),
      ...(unique ? { unique_receipt: true } : {}),
    })
  }
  return async (order) => {
    let repeated = false
    const attempt = () => {
      const call = create(order, repeated)
      repeated = true
      return call
    }
    const outcome = await ask(USUAL_PATIENCE, wire.order, attempt)
    if (outcome.ok || outcome.failure.kind !== 'refused' || !unique) return outcome
    if (!outcome.failure.description.includes('unique_receipt')) return outcome
    unique = false
    repeated = false
    return ask(USUAL_PATIENCE, wire.order, attempt)
  }
}

function toWire(order: ProviderOrder) {
  return { ...order, amount_paid: order.amountPaid }
}

async function findByReceipt(sdk: Sdk, ask: Ask, receipt: string): Promise<Outcome<ProviderOrder | null>> {
  const found = await ask(USUAL_PATIENCE, wire.orders, () => sdk.orders.all({ receipt }))
  return found.ok ? { ok: true, data: found.data.find((order) => order.receipt === receipt) ?? null } : found
}

/** A refused capture may mean that it is done already, so the payment itself has the last word. */
async function capture(sdk: Sdk, ask: Ask, id: string, amount: number): Promise<Outcome<ProviderPayment>> {
  const taken = await ask(NO_RETRY, wire.payment, () => sdk.payments.capture(id, amount, 'INR'))
  if (taken.ok) return taken
  const now = await ask(USUAL_PATIENCE, wire.payment, () => sdk.payments.fetch(id))
  return now.ok && now.data.status === 'captured' ? now : taken
}

/** The SDK has no way to send the idempotency header, so the refund goes through its HTTP client. */
async function sendRefund({ client }: Sdk, { paymentId, amount, key }: NewRefund): Promise<unknown> {
  const headers = { 'X-Refund-Idempotency': key }
  const { data } = await client.post(`/v1/payments/${paymentId}/refund`, { amount }, { headers })
  return data
}
