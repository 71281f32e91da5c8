import { deleteOldIdempotencyKeys } from '#platform/api/idempotency.server.ts'
import { deleteExpiredLimits } from '#platform/limits/limits.server.ts'
import { deleteExpiredAccountData } from '#shop/accounts/sql.server.ts'
import { deleteOldAlerts } from '#shop/alerts/sql.server.ts'
import type { Housekeeping } from '#shop/checkout/jobs.server.ts'
import { deleteOldEvents } from '#shop/events/sql.server.ts'

/** Deletes expired rows on a schedule: personal data must not stay because no request came to clean it up. */
export const HOUSEKEEPING: Housekeeping = {
  accounts: deleteExpiredAccountData,
  alerts: deleteOldAlerts,
  'shop events': deleteOldEvents,
  limits: deleteExpiredLimits,
  'idempotency keys': deleteOldIdempotencyKeys,
}
