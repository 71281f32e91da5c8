import type { Kysely } from 'kysely'
import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { applyPendingStep, hasPendingStock } from './pending-stock-sql.server.ts'
import { removeLeftPictures } from './picture-journal.server.ts'
import { deleteOldRuns } from './runs-sql.server.ts'

export const importJobs: readonly ShopJob[] = [
  { name: 'old imports of the staff site', everyMs: HOUR_MS, run: ({ db }) => deleteOldRuns(db) },
  { name: 'stock of imports', everyMs: 2000, run: ({ db }) => finishImports(db) },
  {
    name: 'pictures of stopped imports',
    everyMs: HOUR_MS,
    // An hour is enough to correct a file and import it with the pictures that are stored already.
    run: ({ db, pictures, config }) => removeLeftPictures(db, pictures.published, config.dataDir, HOUR_MS),
  },
]

/**
 * Finishes the stock of a large import in short steps. Returns the number of SKUs. Any number of instances may run it.
 */
export async function finishImports(db: Kysely<Tables>): Promise<number> {
  let finished = 0
  while (await hasPendingStock(db)) finished += await db.transaction().execute(applyPendingStep)
  return finished
}
