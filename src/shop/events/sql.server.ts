import { type Kysely, sql } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { claim, inSeconds } from '#platform/db/claim.server.ts'
import { backOff } from '#platform/process/backoff.ts'
import type { Tables } from '../tables.server.ts'
import type { EventType } from './rules.ts'

type Db = Kysely<Tables>

export interface ShopEvent {
  id: number
  type: EventType
  /** Such as `order:ID`. */
  subject: string
  data: Record<string, unknown>
  createdAt: Date
}

/** A delivery as staff see it. */
export interface Delivery extends ShopEvent {
  state: 'delivered' | 'waiting' | 'given up'
  attempts: number
  lastResult: string | null
}

/** Longer than a receiver may take to respond, so that no other instance sends a claimed event meanwhile. */
const LEASE_SECONDS = 60
/** Seconds until each retry of a failed delivery. */
const RETRY = { first: 5, most: 900 }
const KEEP_DAYS = 30

/**
 * Records an event in the transaction that causes it. `data` has no personal data. `by`: who caused it; what the owner
 * did needs no mail to the owner.
 */
export async function recordEvent(
  tx: Db,
  event: { type: EventType; subject: string; data: Readonly<Record<string, unknown>> },
  by: Actor | null = null,
): Promise<void> {
  // Every order that's paid was placed, and the owner has a mail of that.
  const isKnown = (by?.kind === 'staff' && by.role === 'owner') || event.type === 'order.paid'
  await tx
    .insertInto('shop_events')
    .values({ ...event, data: JSON.stringify(event.data), mailed_at: isKnown ? sql<Date>`now()` : null })
    .execute()
}

/** Claims due events for delivery: only the oldest of each subject, so that they arrive in order. */
export async function claimDeliveries(db: Db, limit: number): Promise<(ShopEvent & { attempts: number })[]> {
  const { rows } = await claim<ShopEvent & { attempts: number }>({
    table: 'shop_events',
    due: sql`delivered_at is null and next_attempt_at <= now() and expires_at > now() and not exists (
      select from shop_events earlier
      where earlier.subject = shop_events.subject and earlier.id < shop_events.id
        and earlier.delivered_at is null and earlier.expires_at > now())`,
    order: sql`id`,
    limit,
    set: sql`attempts = attempts + 1, next_attempt_at = ${inSeconds(LEASE_SECONDS)}`,
    returning: sql`id, type, subject, data, created_at as "createdAt", attempts`,
  }).execute(db)
  return rows
}

/** Stores the result of an attempt. A failed delivery is retried later. */
export async function finishDelivery(
  db: Db,
  event: { id: number; attempts: number },
  { delivered, result }: { delivered: boolean; result: string },
): Promise<void> {
  const next = inSeconds(backOff(event.attempts, RETRY))
  await db
    .updateTable('shop_events')
    .set({ last_result: result, ...(delivered ? { delivered_at: sql<Date>`now()` } : { next_attempt_at: next }) })
    .where('id', '=', event.id)
    .execute()
}

/** Makes deliveries due now that are due later than a claim lasts. Another instance may have claimed nearer ones. */
export async function wakeDeliveries(db: Db): Promise<void> {
  await sql`update shop_events set next_attempt_at = now()
    where delivered_at is null and next_attempt_at > ${inSeconds(LEASE_SECONDS)}`.execute(db)
}

/** Events with the state of their delivery, newest first; `undelivered`: only those still waiting or given up. */
export async function listDeliveries(
  db: Db,
  { limit, undelivered = false }: { limit: number; undelivered?: boolean },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select id, type, subject, data, created_at as "createdAt", attempts, last_result as "lastResult",
      case when delivered_at is not null then 'delivered' when expires_at > now() then 'waiting' else 'given up' end as state
    from shop_events where not ${undelivered} or delivered_at is null order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Retries an event for another day. False if there is none. */
export async function resendEvent(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update shop_events
    set delivered_at = null, attempts = 0, next_attempt_at = now(), expires_at = now() + interval '1 day'
    where id = ${id}`.execute(db)
  return numAffectedRows > 0n
}

/** Claims the oldest events not yet mailed to the owner. Call it in the transaction that writes the mail. */
export async function claimForMail(tx: Db, limit: number): Promise<ShopEvent[]> {
  const { rows } = await claim<ShopEvent>({
    table: 'shop_events',
    due: sql`mailed_at is null`,
    order: sql`id`,
    limit,
    set: sql`mailed_at = now()`,
    returning: sql`id, type, subject, data, created_at as "createdAt"`,
  }).execute(tx)
  return rows.sort((one, other) => one.id - other.id)
}

/** True for the first caller of a day (YYYY-MM-DD): it writes that day's digest. */
export async function claimDigest(tx: Db, day: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('owner_digests')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes events after a month. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await sql`delete from shop_events where created_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(db)
}
