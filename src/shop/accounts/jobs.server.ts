import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { forgetDueCustomers } from './forget-later.server.ts'
import { deleteExpiredAccountData } from './sql.server.ts'

/** Personal data must expire even if no request comes to delete it. */
export const accountJobs: readonly ShopJob[] = [
  { name: 'people to forget', everyMs: HOUR_MS, run: forgetDueCustomers },
  { name: 'expired account data', everyMs: HOUR_MS, run: ({ db }) => deleteExpiredAccountData(db) },
]
