import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import { deleteOldUndos } from './sql.server.ts'

export const undoJobs: readonly ShopJob[] = [
  { name: 'old undos', everyMs: HOUR_MS, run: ({ db }) => deleteOldUndos(db) },
]
