import { type Refusal, refuse } from '#platform/api/result.ts'
import type { LimitRule } from '#platform/limits/limits.server.ts'
import type { Shop } from './shop.server.ts'

/** The mails that one address may get from all calls together; counted under `mail ADDRESS` (CONTRACT, Limits). */
export const MAILBOX_LIMITS: readonly LimitRule[] = [
  { max: 5, seconds: 600 },
  { max: 10, seconds: 3600 },
]

/**
 * Counts a call in each of its buckets and rejects it (429) at the first that is full. Limits per client address are
 * high, since an office or a whole mobile network may share one; a mailbox and a login code have limits of their own.
 */
export async function checkRateLimits(
  shop: Pick<Shop, 'limits'>,
  buckets: readonly (readonly [bucket: string, rules: readonly LimitRule[]])[],
): Promise<Refusal | null> {
  for (const [bucket, rules] of buckets) {
    const result = await shop.limits.take(bucket, rules)
    if (!result.ok) {
      const { retryAfter } = result
      return refuse('too_many', `Too many attempts. Please try again in ${retryAfter} seconds.`, { retryAfter })
    }
  }
  return null
}
