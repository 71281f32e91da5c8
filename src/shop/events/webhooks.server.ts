import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../tables.server.ts'
import { signWebhook } from './signature.server.ts'
import { claimDeliveries, finishDelivery, type ShopEvent } from './sql.server.ts'

/** Where events go, and the secret that signs them. */
export interface WebhookTarget {
  url: string
  secret: string
}

const BATCH = 10
const TIMEOUT_MS = 15_000

/**
 * Sends due events to the owner's program and returns their number. Each is delivered at least once, in order per
 * subject, and retried for a day.
 */
export async function deliverDue(db: Kysely<Tables>, log: Logger, target: WebhookTarget): Promise<number> {
  const events = await claimDeliveries(db, BATCH)
  await Promise.all(
    events.map(async (event) => {
      const result = await post(target, event)
      if (!result.delivered)
        log.warn({ event: event.id, type: event.type, attempts: event.attempts, ...result }, 'webhooks: not delivered')
      await finishDelivery(db, event, result)
    }),
  )
  return events.length
}

async function post({ url, secret }: WebhookTarget, event: ShopEvent): Promise<{ delivered: boolean; result: string }> {
  const body = JSON.stringify({ type: event.type, timestamp: event.createdAt.toISOString(), data: event.data })
  const signed = signWebhook(secret, { id: `evt_${event.id}`, at: new Date(), body })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return { delivered: response.ok, result: String(response.status) }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { delivered: false, result: isLate ? `no response within ${TIMEOUT_MS / 1000} s` : 'no connection' }
  }
}
