import { type Kysely, type Selectable, sql } from 'kysely'
import { claim, inSeconds } from '#platform/db/claim.server.ts'
import type { Tables } from '../tables.server.ts'
import type { WebhookRow } from './tables.server.ts'

type Db = Kysely<Tables>

export type StoredEvent = Pick<Selectable<WebhookRow>, 'event_id' | 'raw' | 'attempts'>

/** Longer than the provider's calls can take, so that no second instance processes a claimed event. */
const LEASE_SECONDS = 45
const KEEP_DAYS = 30

/** Stores an event; a repeated one changes nothing. */
export async function storeEvent(db: Db, event: { eventId: string; type: string; raw: string }): Promise<void> {
  await sql`
    insert into webhook_inbox (event_id, type, raw) values (${event.eventId}, ${event.type}, ${event.raw})
    on conflict (event_id) do nothing`.execute(db)
}

/** Claims the longest-due events, or one by its id. Concurrent instances get different ones. */
export async function claimEvents(db: Db, wanted: { limit: number; eventId?: string }): Promise<StoredEvent[]> {
  const one = wanted.eventId === undefined ? sql`true` : sql`event_id = ${wanted.eventId}`
  const { rows } = await claim<StoredEvent>({
    table: 'webhook_inbox',
    key: 'event_id',
    due: sql`processed_at is null and next_at <= now() and ${one}`,
    order: sql`next_at`,
    limit: wanted.limit,
    set: sql`attempts = attempts + 1, next_at = ${inSeconds(LEASE_SECONDS)}`,
    returning: sql`event_id, raw, attempts`,
  }).execute(db)
  return rows
}

/** Makes every postponed event due now; processing is idempotent. */
export async function wakeEvents(db: Db): Promise<void> {
  await sql`update webhook_inbox set next_at = now() where processed_at is null and next_at > now()`.execute(db)
}

/** Marks an event as processed. `note` says why it changed nothing, or is null if it did. */
export async function finishEvent(db: Db, eventId: string, note: string | null): Promise<void> {
  await sql`update webhook_inbox set processed_at = now(), note = ${note} where event_id = ${eventId}`.execute(db)
}

export async function postponeEvent(db: Db, eventId: string, seconds: number): Promise<void> {
  await sql`update webhook_inbox set next_at = ${inSeconds(seconds)} where event_id = ${eventId}`.execute(db)
}

/**
 * Deletes processed events after a month: they have personal data, and the provider repeats them for at most 15 days.
 */
export async function deleteOldEvents(db: Db): Promise<void> {
  await sql`
    delete from webhook_inbox where processed_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(db)
}
