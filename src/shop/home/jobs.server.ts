import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'

/** The tag of responses that depend on the week's views and sales. */
export const POPULAR_TAG = 'popular'

export const homeJobs: readonly ShopJob[] = [
  // No number is returned: a round is all that is due.
  {
    name: 'popular this week',
    everyMs: HOUR_MS,
    run: async (shop) => void (await shop.invalidateCacheTags([POPULAR_TAG])),
  },
]
