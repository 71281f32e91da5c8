import { deleteOldIdempotencyKeys } from '#platform/api/idempotency.server.ts'
import { deleteExpiredLimits } from '#platform/limits/limits.server.ts'
import { deleteOldMails } from '#platform/mail/outbox-table.server.ts'
import { HOUR_MS } from '#platform/process/jobs.server.ts'
import { accountJobs } from '#shop/accounts/jobs.server.ts'
import { alertJobs } from '#shop/alerts/jobs.server.ts'
import { catalogJobs } from '#shop/catalog/jobs.server.ts'
import { checkoutJobs } from '#shop/checkout/jobs.server.ts'
import { contactJobs } from '#shop/contact/jobs.server.ts'
import { eventJobs } from '#shop/events/jobs.server.ts'
import { importJobs } from '#shop/imports/jobs.server.ts'
import { orderJobs } from '#shop/orders/jobs.server.ts'
import { ownerJobs } from '#shop/owner/jobs.server.ts'
import { refundJobs } from '#shop/refunds/jobs.server.ts'
import { relatedJobs } from '#shop/related/jobs.server.ts'
import { reportJobs } from '#shop/reports/jobs.server.ts'
import { reviewJobs } from '#shop/reviews/jobs.server.ts'
import { settingsJobs } from '#shop/settings/jobs.server.ts'
import type { ShopJob } from '#shop/shop.server.ts'
import { undoJobs } from '#shop/undo/jobs.server.ts'

/** The platform's own rows and files. The job that sends mail belongs to `openShop`. */
const platformJobs: readonly ShopJob[] = [
  { name: 'expired limits', everyMs: HOUR_MS, run: ({ db }) => deleteExpiredLimits(db) },
  { name: 'old idempotency keys', everyMs: HOUR_MS, run: ({ db }) => deleteOldIdempotencyKeys(db) },
  { name: 'copies of pictures', everyMs: HOUR_MS, run: async ({ pictures }) => pictures.sweep?.() },
  { name: 'old mails', everyMs: HOUR_MS, run: ({ db }) => deleteOldMails(db) },
]

/** All background jobs of the shop. Their loops are independent. The order only matters to a tick in tests. */
export const JOBS: readonly ShopJob[] = [
  ...checkoutJobs,
  ...refundJobs,
  ...importJobs,
  ...catalogJobs,
  ...settingsJobs,
  ...contactJobs,
  ...orderJobs,
  ...alertJobs,
  ...eventJobs,
  ...ownerJobs,
  ...reportJobs,
  ...reviewJobs,
  ...accountJobs,
  ...undoJobs,
  ...platformJobs,
  // Last, because it locks orders, and a job that wants one at that moment skips it until its next round.
  ...relatedJobs,
]
