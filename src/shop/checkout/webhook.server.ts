import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import type { Shop } from '../shop.server.ts'
import { claimEvents, finishEvent, postponeEvent, type StoredEvent, storeEvent } from './inbox-store.server.ts'
import { noteRefundNews } from './refund-store.server.ts'
import { settle } from './settle.server.ts'
import { findByProviderOrder } from './store.server.ts'

/** An event of the provider as it came over the network. */
export interface Webhook {
  /** The body as it came: its signature is over these bytes. */
  raw: Uint8Array
  /** Header `X-Razorpay-Signature`. */
  signature: string
  /** Header `x-razorpay-event-id`: unique for each event, the same on every repetition. */
  eventId: string
}

/** The provider wants its answer within 5 s and repeats otherwise; an event is safe once it is stored. */
const ANSWER_WITHIN_MS = 2000

const entity = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.object(shape) })
const event = z.object({
  event: z.string(),
  payload: z.object({
    payment: entity({ id: z.string(), order_id: z.string().nullish() }).optional(),
    refund: entity({ id: z.string(), payment_id: z.string(), status: z.string() }).optional(),
  }),
})

/**
 * Takes an event of the provider: 400 where the signature over the raw body is not its own, else 200, however often it
 * comes and in whatever order. It is stored first and acted on then; what can't be done now is done later.
 */
export async function handleWebhook(shop: Shop, { raw, signature, eventId }: Webhook): Promise<{ status: 200 | 400 }> {
  if (!shop.payments.verifyWebhook(raw, signature)) {
    shop.log.warn('webhook: the signature does not match')
    return { status: 400 }
  }
  failpoint('K10')
  const text = Buffer.from(raw).toString('utf8')
  const id = eventId === '' ? `sha256:${createHash('sha256').update(raw).digest('hex')}` : eventId.slice(0, 200)
  await storeEvent(shop.db, { eventId: id, type: readEvent(text)?.event.slice(0, 100) ?? 'unreadable', raw: text })
  failpoint('K9')
  const work = processInbox(shop, { limit: 1, eventId: id }).catch((error: unknown) =>
    shop.log.error({ err: error, event: id }, 'webhook: an event waits to be acted on'),
  )
  await Promise.race([work, sleep(ANSWER_WITHIN_MS, undefined, { ref: false })])
  return { status: 200 }
}

/** Acts on stored events that are due; the number of them. */
export async function processInbox(shop: Shop, wanted: { limit: number; eventId?: string }): Promise<number> {
  const events = await claimEvents(shop.db, wanted)
  for (const stored of events) {
    const outcome = await actOn(shop, stored)
    if (outcome.done) await finishEvent(shop.db, stored.event_id, outcome.note)
    else await postponeEvent(shop.db, stored.event_id, Math.min(300, 2 ** Math.min(stored.attempts, 10)))
  }
  return events.length
}

type Outcome = { done: true; note: string | null } | { done: false }

const DONE: Outcome = { done: true, note: null }

async function actOn(shop: Shop, stored: StoredEvent): Promise<Outcome> {
  const read = readEvent(stored.raw)
  if (!read) return { done: true, note: 'unreadable' }
  const { payment, refund } = read.payload
  if (refund) {
    const known = await noteRefundNews(shop.db, refund.entity)
    return known ? DONE : { done: true, note: 'a refund that the shop did not ask for' }
  }
  if (!payment) return { done: true, note: 'about nothing that the shop keeps' }
  const order = payment.entity.order_id ? await findByProviderOrder(shop.db, payment.entity.order_id) : null
  if (!order) {
    shop.log.error({ event: stored.event_id, payment: payment.entity.id }, 'webhook: a payment of an unknown order')
    return { done: true, note: 'unknown order' }
  }
  const settled = await settle(shop, order, payment.entity.id, { source: 'webhook' })
  if (settled === 'unreachable') return { done: false }
  return settled === 'foreign' ? { done: true, note: 'the payment is not the order’s' } : DONE
}

function readEvent(text: string): z.output<typeof event> | null {
  try {
    return event.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
