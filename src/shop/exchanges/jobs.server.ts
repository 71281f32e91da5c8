import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { deleteLoosePhotos } from './photos-sql.server.ts'

export const exchangeJobs: readonly ShopJob[] = [
  { name: 'exchange photos', everyMs: HOUR_MS, run: ({ db }) => deleteLoosePhotos(db) },
]
