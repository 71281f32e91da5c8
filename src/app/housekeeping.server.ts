import { sweepKeyedCalls } from '#platform/api/idempotency.server.ts'
import { sweepLimits } from '#platform/limits/limits.server.ts'
import { sweepAccounts } from '#shop/accounts/store.server.ts'
import type { Housekeeping } from '#shop/checkout/jobs.server.ts'

/**
 * What the rooms of the shop have to forget, by the clock. Not counted in calls: a small shop that is restarted daily would
 * never come to the count, and keep for ever what names people.
 */
export const HOUSEKEEPING: Housekeeping = {
  accounts: sweepAccounts,
  limits: sweepLimits,
  'keyed calls': sweepKeyedCalls,
}
