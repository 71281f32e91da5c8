import { sweepKeyedCalls } from '#platform/api/idempotency.server.ts'
import { sweepLimits } from '#platform/limits/limits.server.ts'
import { deleteExpiredAccountData } from '#shop/accounts/store.server.ts'
import type { Housekeeping } from '#shop/checkout/jobs.server.ts'

/** Deletes what has expired, also in a small shop: personal data must not outlive its time for want of requests. */
export const HOUSEKEEPING: Housekeeping = {
  accounts: deleteExpiredAccountData,
  limits: sweepLimits,
  'keyed calls': sweepKeyedCalls,
}
