import type { Kysely } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { ShopJob } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { deleteOldSelections } from './bulk/sql.server.ts'
import { takeDueChanges } from './product/sql.server.ts'
import { applyScheduled } from './schedule/due.server.ts'

export const catalogJobs: readonly ShopJob[] = [
  { name: 'old selections of products', everyMs: HOUR_MS, run: ({ db }) => deleteOldSelections(db) },
  { name: 'scheduled product changes', everyMs: 2000, run: ({ db }) => applyDueChanges(db) },
]

/** Applies scheduled product changes that are due. Returns their number. */
export function applyDueChanges(db: Kysely<Tables>, limit = 20): Promise<number> {
  return inTransaction(db, async (tx) => {
    const due = await takeDueChanges(tx, limit)
    for (const change of due) await applyScheduled(tx, change)
    return due.length
  })
}
