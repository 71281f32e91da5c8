import { createHmac } from 'node:crypto'
import { numberOf, type Scenario } from './scenarios.ts'
import type { Task } from './tasks.server.ts'

/** How long the provider waits for the shop's response. */
const RESPONSE_TIMEOUT_MS = 5000

export type EventType =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'payment.pending'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'
  | `payment.dispute.${string}`

/** Hex HMAC-SHA256, the form of every signature of this provider (over the raw body for webhooks). */
export function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

function signatureFor(scenario: Scenario, secret: string, body: string): string {
  if (scenario.has('webhook_bad_sig')) return hmacHex(`not ${secret}`, body)
  return hmacHex(scenario.has('webhook_old_secret') ? `old_${secret}` : secret, body)
}

/**
 * The task that sends an event, with its delay, as the scenario requires; null if the event is never sent. Body and
 * signature are set here, so that every copy and every retry sends the same bytes.
 */
export function webhookTask(
  event: { id: string; type: EventType; entities: Record<string, object> },
  scenario: Scenario,
  secret: string,
): { delayMs: number; task: Task } | null {
  if (scenario.has('webhook_never')) return null
  const { id: eventId, type, entities } = event
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_SandboxAccount',
    event: type,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: Math.floor(Date.now() / 1000),
  })
  const isFirst = type === 'payment.authorized' || type === 'refund.created'
  const reorderMs = isFirst ? 600 : type === 'payment.captured' ? 300 : 0
  return {
    delayMs: numberOf(scenario, 'webhook_late') * 1000 + (scenario.has('webhook_reorder') ? reorderMs : 0),
    task: {
      kind: 'webhook',
      eventId,
      body,
      signature: signatureFor(scenario, secret, body),
      copies: Math.max(1, numberOf(scenario, 'webhook_dup')),
    },
  }
}

/** Sends all copies of an event at once. Resolves to true if the shop accepted every one. */
export async function deliverWebhook(
  { eventId, body, signature, copies }: Extract<Task, { kind: 'webhook' }>,
  url: string,
  stopSignal: AbortSignal,
): Promise<boolean> {
  const send = async () => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': eventId,
      },
      body,
      signal: AbortSignal.any([stopSignal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    })
    await response.arrayBuffer()
    return response.ok
  }
  // A shop that is down isn't an error: the event is sent again.
  return (await Promise.all(Array.from({ length: copies }, () => send().catch(() => false)))).every(Boolean)
}
