import type { Logger } from 'pino'
import type { z } from 'zod'
import {
  type NewProviderOrder,
  ORDER_ID,
  type Outcome,
  PAYMENT_ID,
  type PaymentProvider,
  type ProviderOrder,
} from './provider.server.ts'
import { createRazorpayClient, type RazorpayClient } from './razorpay-client.server.ts'
import { schemas } from './razorpay-schemas.server.ts'
import { isSigned } from './signatures.server.ts'

export const RAZORPAY_API_URL = 'https://api.razorpay.com'
export const RAZORPAY_CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js'

export interface RazorpaySettings {
  mode: PaymentProvider['mode']
  keyId: string
  keySecret: string
  /** Signs webhooks. */
  webhookSecret: string
  /** The previous secret: the provider repeats old events, which carry it, for up to 24 h. */
  previousWebhookSecret?: string | null
  /** An origin without `/v1`; absent: the provider's own. */
  apiUrl?: string | null
  checkoutUrl?: string | null
  log?: Pick<Logger, 'warn'>
}

/** The adapter of Razorpay's API, which the built-in sandbox implements too. */
export function createRazorpay(settings: RazorpaySettings): PaymentProvider {
  const { keyId, keySecret, mode } = settings
  const client = createRazorpayClient({ ...settings, apiUrl: settings.apiUrl ?? RAZORPAY_API_URL })
  const { read, send, writeOnce } = client
  const get = <T>(schema: z.ZodType<T>, path: string) => read(({ signal }) => send(schema, path, { signal }))
  const webhookSecrets = [settings.webhookSecret, settings.previousWebhookSecret].filter(
    (secret) => typeof secret === 'string',
  )
  return {
    mode,
    keyId,
    checkoutUrl: settings.checkoutUrl ?? RAZORPAY_CHECKOUT_URL,
    createOrder: createOrderWith(client),
    findOrderByReceipt: (receipt) => read(({ signal }) => findByReceipt(client, receipt, signal)),
    fetchOrder: (id) => withId(ORDER_ID, id, () => get(schemas.order, `orders/${id}`)),
    fetchPayments: (id) => withId(ORDER_ID, id, () => get(schemas.payments, `orders/${id}/payments`)),
    fetchPayment: (id) => withId(PAYMENT_ID, id, () => get(schemas.payment, `payments/${id}`)),
    capture: (id, amount) =>
      withId(PAYMENT_ID, id, async () => {
        const body = { amount, currency: 'INR' }
        const captured = await writeOnce(({ signal }) =>
          send(schemas.payment, `payments/${id}/capture`, { body, signal }),
        )
        // After a timeout, a second call could take the shopper's wait beyond 10 s.
        if (captured.ok || captured.failure.code === 'TIMEOUT') return captured
        // The rejection may mean that the payment is already captured, so the payment's status decides.
        const now = await get(schemas.payment, `payments/${id}`)
        return now.ok && now.data.status === 'captured' ? now : captured
      }),
    refund: ({ paymentId, amount, key }) =>
      withId(PAYMENT_ID, paymentId, () => {
        const options = { body: { amount, receipt: key }, headers: { 'X-Refund-Idempotency': key } }
        return writeOnce(({ signal }) => send(schemas.refund, `payments/${paymentId}/refund`, { ...options, signal }))
      }),
    fetchRefunds: (id) =>
      withId(PAYMENT_ID, id, () => readPages((page) => get(schemas.refunds, `payments/${id}/refunds?${page}`))),
    fetchDisputes: () => get(schemas.disputes, 'disputes?count=100'),
    verifySignature: ({ orderId, paymentId, signature }) =>
      PAYMENT_ID.test(paymentId) && isSigned(keySecret, `${orderId}|${paymentId}`, signature),
    verifyWebhook: (rawBody, signature) => webhookSecrets.some((secret) => isSigned(secret, rawBody, signature)),
  }
}

/**
 * Calls the provider only with a valid id, since `../` in a path would lead to another resource; an invalid one counts
 * as not found.
 */
async function withId<T>(pattern: RegExp, id: string, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  if (pattern.test(id)) return call()
  return {
    ok: false,
    failure: { kind: 'not_found', status: 404, code: 'BAD_ID', description: 'This ID isn’t valid.' },
  }
}

/** The provider's maximum. */
const PAGE_SIZE = 100

/** All items of a list. An item that a newer one pushes to the next page meanwhile is returned once. */
async function readPages<T extends { id: string }>(
  readPage: (page: string) => Promise<Outcome<T[]>>,
): Promise<Outcome<T[]>> {
  const items = new Map<string, T>()
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const page = await readPage(`count=${PAGE_SIZE}&skip=${skip}`)
    if (!page.ok) return page
    const before = items.size
    for (const item of page.data) items.set(item.id, item)
    if (page.data.length < PAGE_SIZE || items.size === before) return { ok: true, data: [...items.values()] }
  }
}

/**
 * Orders are created with `unique_receipt`, so that a repeated request gets the same order. Some accounts reject that
 * field; for those, a retry looks for the receipt first.
 */
function createOrderWith(client: RazorpayClient): PaymentProvider['createOrder'] {
  let supportsUniqueReceipt = true
  const create = ({ receipt, amount, notes }: NewProviderOrder) =>
    client.write(async ({ attempt, signal }) => {
      const found = attempt > 0 && !supportsUniqueReceipt ? await findByReceipt(client, receipt, signal) : null
      if (found?.ok && found.data) return { ok: true, data: found.data }
      const order = { amount, currency: 'INR', receipt, partial_payment: false }
      const body = { ...order, ...(notes ? { notes } : {}), ...(supportsUniqueReceipt ? { unique_receipt: true } : {}) }
      return client.send(schemas.order, 'orders', { body, signal })
    })
  return async (order) => {
    const outcome = await create(order)
    if (outcome.ok || !supportsUniqueReceipt || outcome.failure.kind !== 'refused') return outcome
    if (!outcome.failure.description.includes('unique_receipt')) return outcome
    supportsUniqueReceipt = false
    return create(order)
  }
}

async function findByReceipt(
  client: RazorpayClient,
  receipt: string,
  signal: AbortSignal,
): Promise<Outcome<ProviderOrder | null>> {
  const found = await client.send(schemas.orders, `orders?${new URLSearchParams({ receipt })}`, { signal })
  return found.ok ? { ok: true, data: found.data.find((order) => order.receipt === receipt) ?? null } : found
}
