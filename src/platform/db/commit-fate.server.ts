import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { isUnavailable } from './failures.server.ts'

/** The connection broke at a commit, and whether that happened couldn't be found out in time. `isUnavailable`. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
  constructor(cause: unknown) {
    super('it is unknown whether a transaction was committed', { cause })
  }
}

/** The connection broke at a commit, and the transaction was not committed: it may be repeated. `isUnavailable`. */
export class NotCommittedError extends Error {
  override readonly name = 'NotCommittedError'
  constructor(cause: unknown) {
    super('a transaction was not committed', { cause })
  }
}

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>

export interface Commits {
  /**
   * Commits the transaction on a connection. If that breaks meanwhile, another one finds out what happened: it resolves if the
   * transaction was committed.
   * @throws {NotCommittedError} if it wasn't
   * @throws {UnknownOutcomeError}
   */
  commit(query: Query): ReturnType<Query>
}

/** Only what has changed something needs a mark. */
const MARK = `insert into commit_marks (id) select $1::uuid where pg_current_xact_id_if_assigned() is not null`
/**
 * Waits for a transaction with the same mark that is still under way. From then on it can't be committed any more, on whichever
 * server.
 */
const CLAIM = `insert into commit_marks (id) values ($1::uuid) on conflict do nothing`
const MAX_DELAY_MS = 1_000
const KEEP_MINUTES = 15

/**
 * Marks transactions, in the round trip of their commit, so that their fate can be found out.
 * @param elsewhere queries on another connection
 * @param giveUpMs when a fate that can't be found out is unknown, from the beginning of the commit
 */
export function createCommits(elsewhere: Query, giveUpMs: number): Commits {
  let hasTable = false

  async function wasCommitted(id: string, until: number): Promise<boolean | null> {
    for (let delayMs = 50; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        return (await elsewhere(CLAIM, [id])).rowCount === 0
      } catch (error) {
        if (!isUnavailable(error)) throw error
      }
      if (performance.now() + delayMs > until) return null
      await sleep(delayMs)
    }
  }

  return {
    async commit(query) {
      const until = performance.now() + giveUpMs
      if (!hasTable) {
        // A command may run before the tables are up to date.
        const { rows } = await query(`select 1 where to_regclass('commit_marks') is not null`)
        if (rows.length === 0) return query('commit')
        hasTable = true
      }
      const id = randomUUID()
      const marked = query(MARK, [id])
      const committed = query('commit')
      committed.catch(() => undefined)
      try {
        // Without its mark the transaction has failed, and its commit is a rollback.
        await marked
        return await committed
      } catch (error) {
        if (!isUnavailable(error)) throw error
        const fate = await wasCommitted(id, until)
        if (fate === null) throw new UnknownOutcomeError(error)
        if (fate) return { rows: [], rowCount: null }
        throw new NotCommittedError(error)
      }
    },
  }
}

/** Deletes marks whose transactions ended long ago. */
export async function deleteOldCommitMarks(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from commit_marks where made_at < now() - make_interval(mins => ${KEEP_MINUTES})`.execute(db)
}
