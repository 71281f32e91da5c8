import type { Bank } from './bank.ts'
import type { Row } from './rows.ts'
import { int, text } from './rows.ts'
import { readSetting } from './scenario-book.server.ts'
import { hmacHex, spoilSignature } from './signing.ts'

/** The provider waits this long for the shop's 2xx. */
export const ANSWER_WITHIN_MS = 5000
/** The provider gives an event up after this long. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const FIRST_RETRY_MS = 1000
const LONGEST_PAUSE_MS = 60 * 60 * 1000

/** One event that is due. */
export type DueEvent = {
  id: string
  orderId: string
  type: string
  body: string
  signing: string
  copies: number
  attempts: number
  createdAt: number
}

function toDueEvent(row: Row): DueEvent {
  return {
    id: text(row, 'id'),
    orderId: text(row, 'order_id'),
    type: text(row, 'type'),
    body: text(row, 'body'),
    signing: text(row, 'signing'),
    copies: int(row, 'copies'),
    attempts: int(row, 'attempts'),
    createdAt: int(row, 'created_at'),
  }
}

/** Events whose time has come, oldest first. */
export function dueEvents(bank: Bank, limit: number): DueEvent[] {
  const query = "SELECT * FROM events WHERE state = 'pending' AND due_at <= ? ORDER BY due_at, seq LIMIT ?"
  return bank.store.sql(query).all(bank.now(), limit).map(toDueEvent)
}

/** Where events go: the control API's address, else the one the sandbox was started with. */
export function webhookUrlOf(bank: Bank): string {
  return readSetting(bank, 'webhook_url') ?? bank.webhookUrl
}

function signatureOf(bank: Bank, event: DueEvent): string {
  if (event.signing === 'old') return hmacHex(bank.keys.oldWebhookSecret, event.body)
  const good = hmacHex(bank.keys.webhookSecret, event.body)
  return event.signing === 'bad' ? spoilSignature(good) : good
}

async function post(bank: Bank, event: DueEvent, stopping: AbortSignal): Promise<number> {
  const answer = await fetch(webhookUrlOf(bank), {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
      'x-razorpay-signature': signatureOf(bank, event),
      'x-razorpay-event-id': event.id,
    },
    body: event.body,
    signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Milliseconds before try number `attempts + 1`: 1 s, 2 s, 4 s … at most an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

function record(bank: Bank, event: DueEvent, delivered: boolean, lastAnswer: string): void {
  const attempts = event.attempts + 1
  const tooOld = bank.now() - event.createdAt > GIVE_UP_AFTER_MS
  const state = delivered ? 'delivered' : tooOld ? 'given_up' : 'pending'
  bank.store
    .sql('UPDATE events SET state = ?, attempts = ?, due_at = ?, last_answer = ? WHERE id = ?')
    .run(state, attempts, bank.now() + pauseAfter(attempts), lastAnswer, event.id)
}

/**
 * Sends one event (all its copies at once, as a provider that repeats itself would) and books the answer. It counts
 * as delivered when every copy got a 2xx; else it stays queued. Booked after the answer: a crash between the two
 * sends it again, which is the provider's promise (at least once).
 */
export async function deliver(bank: Bank, event: DueEvent, stopping: AbortSignal): Promise<void> {
  const copies = Array.from({ length: event.copies }, () => post(bank, event, stopping))
  const results = await Promise.allSettled(copies)
  if (stopping.aborted) return
  const answers = results.map((result) =>
    result.status === 'fulfilled' ? String(result.value) : nameOf(result.reason),
  )
  record(
    bank,
    event,
    answers.every((answer) => /^2\d\d$/.test(answer)),
    answers.join(' '),
  )
}

function nameOf(reason: unknown): string {
  return reason instanceof Error ? reason.name : 'error'
}
