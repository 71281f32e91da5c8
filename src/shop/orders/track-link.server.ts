import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { indianDay } from '#platform/india-time.ts'
import { findSecret, keepSecret } from '../settings/secrets-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { dayAfterToday } from './track-sql.server.ts'

const KEY = 'track-links'
/** For so many days a link works, from the day of its mail on. */
const TRACK_DAYS = 60
const TOKEN = /^(\d{4}-\d\d-\d\d)\.([\w-]{22})$/

/** Makes the part of an order's link by which its state is shown without a login: `?order=ID&track=DAY.SIGNATURE`. */
export type SignTracking = (orderId: string) => string

/** Signs links with the shop's key, for mails of today. */
export async function createSignTracking(db: Kysely<Tables>): Promise<SignTracking> {
  const key = await keepSecret(db, KEY)
  const until = await dayAfterToday(db, TRACK_DAYS)
  return (orderId) => `${until}.${sign(key, orderId, until)}`
}

/** What a link is worth: the last day, in India, on which it works; `isOver` after that; null if this shop didn't sign it. */
export async function readTracking(
  db: Kysely<Tables>,
  { orderId, token }: { orderId: string; token: string },
  now: Date,
): Promise<{ until: string; isOver: boolean } | null> {
  const [, until, signature] = TOKEN.exec(token) ?? []
  const key = until && signature ? await findSecret(db, KEY) : null
  if (!key || !until || !signature) return null
  // Both have 22 characters.
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, orderId, until)))) return null
  return { until, isOver: indianDay(now) > until }
}

/** 128 bits. */
function sign(key: Buffer, orderId: string, until: string): string {
  return createHmac('sha256', key)
    .update(`track ${orderId} until ${until}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}
