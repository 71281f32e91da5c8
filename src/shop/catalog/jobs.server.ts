import type { Kysely } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import type { Tables } from '../tables.server.ts'
import { applyScheduled } from './staff.server.ts'
import { takeDueChanges } from './staff-store.server.ts'

/** Applies scheduled changes of products that are due; returns how many. Any number of instances may run it. */
export function applyDueChanges(db: Kysely<Tables>, limit = 20): Promise<number> {
  return inTransaction(db, async (trx) => {
    const due = await takeDueChanges(trx, limit)
    for (const change of due) await applyScheduled(trx, change)
    return due.length
  })
}
