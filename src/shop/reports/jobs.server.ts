import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { closeDays } from './days-sql.server.ts'

export const reportJobs: readonly ShopJob[] = [
  // No number is returned: a round does all that is due.
  { name: 'sales of days', everyMs: HOUR_MS / 4, run: async ({ db }) => void (await closeDays(db)) },
]
