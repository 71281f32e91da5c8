import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { parseProviderJson } from '#platform/payments/provider-json.server.ts'
import { dispute as disputeSchema } from '#platform/payments/razorpay-schemas.server.ts'
import { backOff } from '#platform/process/backoff.ts'
import { findByExchangeOrder } from '../exchanges/pay-link-sql.server.ts'
import { handleDisputeEvent } from '../refunds/disputes.server.ts'
import { syncRefunds } from '../refunds/sync.server.ts'
import type { Shop } from '../shop.server.ts'
import { settle } from './settle.server.ts'
import { settleExchange } from './settle-exchange.server.ts'
import { findByProviderOrder } from './sql.server.ts'
import { claimEvents, finishEvent, postponeEvent, type StoredEvent, storeEvent } from './webhook-sql.server.ts'

/** A provider's event as it arrived. */
export interface Webhook {
  /** The body as received: its signature is over these bytes. */
  raw: Uint8Array
  /** Header `X-Razorpay-Signature`. */
  signature: string
  /** Header `x-razorpay-event-id`: unique for each event, the same in each repetition. */
  eventId: string
}

/** The provider repeats an event that gets no response within 5 s; an event is safe once stored. */
const RESPOND_WITHIN_MS = 2000
/** Seconds until each retry of an event that couldn't be processed. */
const RETRY = { first: 2, most: 300 }

const entity = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.object(shape) })
const event = z.object({
  event: z.string(),
  payload: z.object({
    payment: entity({ id: z.string(), order_id: z.string().nullish() }).optional(),
    refund: entity({ payment_id: z.string() }).optional(),
    dispute: z.object({ entity: disputeSchema }).optional(),
  }),
})

/**
 * Receives an event: 400 if the signature over the raw body doesn't match, else 200, however often and in whatever
 * order events arrive. It's stored first, then processed. The jobs retry what fails now.
 */
export async function handleWebhook(shop: Shop, { raw, signature, eventId }: Webhook): Promise<{ status: 200 | 400 }> {
  if (!shop.payments.verifyWebhook(raw, signature)) {
    shop.log.warn('webhook: the signature doesn’t match')
    return { status: 400 }
  }
  failpoint('webhook:received')
  // PostgreSQL can't store a NUL.
  const text = Buffer.from(raw).toString('utf8').replaceAll('\0', '')
  const id = eventId === '' ? `sha256:${createHash('sha256').update(raw).digest('hex')}` : eventId.slice(0, 200)
  await storeEvent(shop.db, { eventId: id, type: parseEvent(text)?.event.slice(0, 100) ?? 'unreadable', raw: text })
  failpoint('webhook:stored')
  const processing = processEvents(shop, { limit: 1, eventId: id }).catch((error: unknown) =>
    shop.log.error({ err: error, event: id }, 'webhook: an event will be retried'),
  )
  await Promise.race([processing, sleep(RESPOND_WITHIN_MS, undefined, { ref: false })])
  return { status: 200 }
}

/** Processes stored events that are due, and returns their number. */
export async function processEvents(shop: Shop, wanted: { limit: number; eventId?: string }): Promise<number> {
  const events = await claimEvents(shop.db, wanted)
  for (const stored of events) {
    const outcome = await processEvent(shop, stored)
    if (outcome === 'retry') await postponeEvent(shop.db, stored.event_id, backOff(stored.attempts, RETRY))
    else await finishEvent(shop.db, stored.event_id, outcome.note)
  }
  return events.length
}

/** `note`: why the event changed nothing, or null if it did. */
async function processEvent(shop: Shop, stored: StoredEvent): Promise<{ note: string | null } | 'retry'> {
  const parsed = parseEvent(stored.raw)
  if (!parsed) return { note: 'unreadable' }
  const { payment, refund, dispute } = parsed.payload
  if (dispute) return handleDisputeEvent(shop, dispute.entity)
  if (refund) {
    const synced = await syncRefunds(shop, refund.entity.payment_id)
    if (synced === 'unreachable') return 'retry'
    // A payment not reported before is settled below, and the reconciler finds its refund.
    if (synced === 'synced') return { note: null }
  }
  if (!payment) return { note: 'it has no payment, refund or dispute' }
  const { id: paymentId, order_id: providerOrderId } = payment.entity
  const order = providerOrderId ? await findByProviderOrder(shop.db, providerOrderId) : null
  const opened = providerOrderId && !order ? await findByExchangeOrder(shop.db, providerOrderId) : null
  if (!order && !opened) {
    shop.log.error({ event: stored.event_id, payment: paymentId }, 'webhook: a payment of an unknown order')
    return { note: 'unknown order' }
  }
  const report = { source: 'webhook' } as const
  const settled = order
    ? await settle(shop, order, paymentId, report)
    : opened && (await settleExchange(shop, opened, paymentId, report))
  if (settled === 'unreachable') return 'retry'
  return { note: settled === 'foreign' ? 'the payment belongs to another order' : null }
}

function parseEvent(text: string): z.output<typeof event> | null {
  return event.safeParse(parseProviderJson(text)).data ?? null
}
