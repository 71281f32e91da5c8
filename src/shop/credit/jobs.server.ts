import type { ShopJob } from '../shop.server.ts'
import { expireCredit } from './sql.server.ts'

export const creditJobs: readonly ShopJob[] = [
  { name: 'store credit', everyMs: 60_000, run: ({ db }) => expireCredit(db, 500) },
]
