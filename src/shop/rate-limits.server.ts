import { type Refusal, refuse } from '#platform/api/result.ts'
import type { LimitRule } from '#platform/limits/limits.server.ts'
import type { Shop } from './shop.server.ts'

/** The mails that one address may get from all calls together; counted under `mail ADDRESS` (CONTRACT, Limits). */
export const MAILBOX_RATE_LIMITS: readonly LimitRule[] = [
  { max: 5, seconds: 600 },
  { max: 10, seconds: 3600 },
]

/**
 * Counts a call in each of its buckets and refuses it (429) at the first that is full. Limits per client address are
 * generous, since an office or a whole mobile network shares one; a mailbox and a login code have limits of their own.
 */
export async function enforceRateLimits(
  shop: Pick<Shop, 'limits'>,
  buckets: readonly (readonly [bucket: string, rules: readonly LimitRule[]])[],
): Promise<Refusal | null> {
  for (const [bucket, rules] of buckets) {
    const taken = await shop.limits.take(bucket, rules)
    if (!taken.ok) {
      const { retryAfter } = taken
      return refuse('too_many', `Too many attempts. Please try again in ${retryAfter} seconds.`, { retryAfter })
    }
  }
  return null
}
