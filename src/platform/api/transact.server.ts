import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../db/database.server.ts'
import type { Code } from './codes.ts'
import type { Refusal, Success } from './result.ts'

/**
 * Runs `work` in a transaction, which is rolled back if `work` throws or resolves to a refusal. It's run again after a deadlock
 * (`inTransaction`).
 */
export async function transact<Tables, T, C extends Code>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Success<T> | Refusal<C>>,
): Promise<Success<T> | Refusal<C>> {
  try {
    return await inTransaction(db, async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new Rollback(result)
      return result
    })
  } catch (error) {
    // Safe cast: `work` made this refusal.
    if (error instanceof Rollback) return error.refusal as Refusal<C>
    throw error
  }
}

class Rollback extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
