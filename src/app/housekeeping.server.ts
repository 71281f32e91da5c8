import { sweepKeyedCalls } from '#platform/api/idempotency-store.server.ts'
import { sweepLimits } from '#platform/limits/limits.server.ts'
import { deleteExpiredAccountData } from '#shop/accounts/store.server.ts'
import type { Housekeeping } from '#shop/checkout/jobs.server.ts'

/**
 * What the rooms of the shop have to forget, by the clock. Not counted in calls: a small shop that is restarted daily would
 * never come to the count, and keep for ever what names people.
 */
export const HOUSEKEEPING: Housekeeping = {
  accounts: deleteExpiredAccountData,
  limits: sweepLimits,
  'keyed calls': sweepKeyedCalls,
}
