import type { ShopJob } from '../shop.server.ts'
import { countBoughtTogether } from './sql.server.ts'

const BATCH = 20

export const relatedJobs: readonly ShopJob[] = [
  { name: 'products bought together', everyMs: 2000, run: ({ db }) => countBoughtTogether(db, BATCH) },
]
