import type { ShopJob } from '../shop.server.ts'

/** Pages show from midnight in India on that an offer began or ended. */
export const offersJobs: readonly ShopJob[] = [
  {
    name: 'offers by day',
    everyMs: 30_000,
    async run({ offers, invalidateCacheTags }) {
      if (offers.hasTurned()) await invalidateCacheTags(['offers'])
    },
  },
]
