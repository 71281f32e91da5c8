import { type Refusal, refuse } from '#platform/api/result.ts'
import type { LimitResult, LimitRule } from '#platform/limits/limits.server.ts'
import { t } from '#platform/text/t.ts'
import type { Shop } from './shop.server.ts'

/**
 * How many mails of one purpose a mailbox may get: by one client's requests, and by those of all (CONTRACT, Limits).
 */
export const MAILBOX_LIMITS: readonly LimitRule[] = [
  { max: 5, seconds: 600 },
  { max: 10, seconds: 3600 },
]

/**
 * What a mailbox gets beyond `MAILBOX_LIMITS`, one mail an hour for each client, so that one stranger can't use it up.
 */
const RESERVE_LIMITS: readonly LimitRule[] = [
  { max: 3, seconds: 600 },
  { max: 6, seconds: 3600 },
]

/** A mail that somebody asks for and somebody else may get. The names of its buckets are `PURPOSE EMAIL …`. */
export interface RequestedMail {
  /** One word. Purposes don't share limits, so that newsletters that strangers ask for never count against sign-in. */
  purpose: string
  email: string
  /** Who asks: a client address, or a customer's id. */
  client: string
}

type Limited = Pick<Shop, 'limits'>

/**
 * Counts a call in each of its buckets and rejects it (429) at the first full one. Limits per client address are high,
 * since an office or a whole mobile network may share one. A mailbox and a login code have their own limits.
 */
export async function checkRateLimits(
  shop: Limited,
  buckets: readonly (readonly [bucket: string, rules: readonly LimitRule[]])[],
): Promise<Refusal<'too_many_requests'> | null> {
  for (const [bucket, rules] of buckets) {
    const refusal = refuseTooMany(await shop.limits.take(bucket, rules))
    if (refusal) return refusal
  }
  return null
}

/**
 * Counts a mail against its client and its mailbox, and rejects it (429) if either has had too many of this purpose.
 */
export async function limitMail(shop: Limited, mail: RequestedMail): Promise<Refusal<'too_many_requests'> | null> {
  return (await limitMailOfClient(shop, mail)) ?? refuseTooMany(await takeFromMailbox(shop, mail))
}

/**
 * Counts a mail against the client that asks for it, and rejects it (429) if this client asked too often for this
 * mailbox.
 */
export function limitMailOfClient(shop: Limited, { purpose, email, client }: RequestedMail) {
  return checkRateLimits(shop, [[`${purpose} ${email} ${client}`, MAILBOX_LIMITS]])
}

/** Counts a mail against its mailbox, whoever asks; once that has had too many, against its reserve. */
export async function takeFromMailbox({ limits }: Limited, { purpose, email, client }: RequestedMail) {
  const result = await limits.take(`${purpose} ${email}`, MAILBOX_LIMITS)
  if (result.ok) return result
  const first = await limits.take(`${purpose}-first ${email} ${client}`, [{ max: 1, seconds: 3600 }])
  return first.ok ? limits.take(`${purpose}-reserve ${email}`, RESERVE_LIMITS) : result
}

/** Counts a mail that somebody of the staff sends to try something, and rejects it (429) beyond twenty in an hour. */
export function limitStaffMail(shop: Limited, staffId: string) {
  return checkRateLimits(shop, [[`staff-mail ${staffId}`, [{ max: 20, seconds: 3600 }]]])
}

/** The refusal (429) for a full bucket, or null if it isn't. */
export function refuseTooMany(result: LimitResult): Refusal<'too_many_requests'> | null {
  return result.ok ? null : tooManyRequests(result.retryAfter)
}

/** The refusal (429) of a call that can succeed in so many seconds. */
export function tooManyRequests(retryAfter: number): Refusal<'too_many_requests'> {
  const message = t('Too many attempts. Please try again in {seconds} seconds.', { seconds: retryAfter })
  return refuse('too_many_requests', message, { retryAfter })
}
