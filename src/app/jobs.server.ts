import { deleteOldIdempotencyKeys } from '#platform/api/idempotency.server.ts'
import { deleteOldCommitMarks } from '#platform/db/commit-fate.server.ts'
import { deleteExpiredLimits } from '#platform/limits/limits.server.ts'
import { deleteOldMails } from '#platform/mail/outbox-table.server.ts'
import { HOUR_MS } from '#platform/process/jobs.server.ts'
import { FEATURES } from '#shop/features.server.ts'
import type { ShopJob } from '#shop/shop.server.ts'

/** The platform's own rows and files. The job that sends mail belongs to `openShop`. */
const platformJobs: readonly ShopJob[] = [
  { name: 'expired limits', everyMs: HOUR_MS, run: ({ db }) => deleteExpiredLimits(db) },
  { name: 'old idempotency keys', everyMs: HOUR_MS, run: ({ db }) => deleteOldIdempotencyKeys(db) },
  { name: 'old commit marks', everyMs: 60_000, run: ({ db }) => deleteOldCommitMarks(db) },
  { name: 'copies of pictures', everyMs: HOUR_MS, run: async ({ pictures }) => pictures.sweep?.() },
  { name: 'old mails', everyMs: HOUR_MS, run: ({ db }) => deleteOldMails(db) },
]

/**
 * All background jobs of the shop. Their loops are independent. The order only matters to a tick in tests: later features first, so that
 * what a payment starts is done in the same tick.
 */
export const JOBS: readonly ShopJob[] = [...FEATURES.toReversed().flatMap(({ jobs }) => jobs ?? []), ...platformJobs]
