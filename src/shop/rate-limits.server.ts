import { type Refusal, refuse } from '#platform/api/result.ts'
import type { LimitResult, LimitRule } from '#platform/limits/limits.server.ts'
import { t } from '#platform/text/t.ts'
import type { Shop } from './shop.server.ts'

/** How many mails one mailbox may get from all calls together; the bucket is `mail ADDRESS` (CONTRACT, Limits). */
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
): Promise<Refusal<'too_many_requests'> | null> {
  for (const [bucket, rules] of buckets) {
    const refusal = refuseTooMany(await shop.limits.take(bucket, rules))
    if (refusal) return refusal
  }
  return null
}

/** The refusal (429) for a bucket that is full; null where it was not. */
export function refuseTooMany(result: LimitResult): Refusal<'too_many_requests'> | null {
  if (result.ok) return null
  const { retryAfter } = result
  return refuse(
    'too_many_requests',
    t('Too many attempts. Please try again in {seconds} seconds.', { seconds: retryAfter }),
    {
      retryAfter,
    },
  )
}
