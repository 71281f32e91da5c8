import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { codeOf } from '../telemetry/spans.server.ts'
import type { DatabaseLog } from './connection.server.ts'
import type { OpenDatabase } from './database.server.ts'
import { isConflict, isUnavailable } from './failures.server.ts'

/** Reads that may take long, on a replica if there is one. */
export interface Reads<Tables> {
  /**
   * Runs `work` on the replica once that has everything that was committed before this call, so that nobody misses what they or
   * somebody else changed a moment ago; else on the writer. `work` only reads, and may run twice.
   */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** How many calls each of them served. */
  counts: Readonly<{ replica: number; writer: number }>
}

/** How long a call waits for the replica. One that is a few milliseconds behind is the rule. */
const WAIT_MS = 400
/** How long a replica that doesn't respond, or is further behind, is left alone. */
const AWAY_MS = 5_000

/** Reads on `replica`; null: all on `writer`. */
export function createReads<Tables>(
  writer: Kysely<Tables>,
  replica: OpenDatabase<Tables>['db'] | null,
  log: DatabaseLog,
): Reads<Tables> {
  const counts = { replica: 0, writer: 0 }
  let awayUntil = Number.NEGATIVE_INFINITY

  function leaveAlone(reason: string): void {
    if (awayUntil < performance.now() - AWAY_MS)
      log.warn({ reason }, 'the replica is not used: the writer serves its reads')
    awayUntil = performance.now() + AWAY_MS
  }

  async function isUsable(db: Kysely<Tables>): Promise<boolean> {
    if (performance.now() < awayUntil) return false
    const position = await positionOf(writer)
    const late = { reason: 'it doesn’t respond' }
    const isThere = await Promise.race([
      waitFor(db, { ...position, until: performance.now() + WAIT_MS }),
      sleep(2 * WAIT_MS, late, { ref: false }),
    ]).catch((error: unknown) => (isUnavailable(error) ? late : { reason: `it can’t be asked (${codeOf(error)})` }))
    if (isThere === true) return true
    leaveAlone(isThere.reason)
    return false
  }

  return {
    counts,
    async run(work) {
      // Servers without these functions, such as some managed ones, have no replica that could be trusted.
      if (replica && (await isUsable(replica).catch(() => false)))
        try {
          const result = await work(replica)
          counts.replica += 1
          return result
        } catch (error) {
          if (!isUnavailable(error) && !isConflict(error)) throw error
          leaveAlone('a read failed there')
        }
      counts.writer += 1
      return work(writer)
    },
  }
}

/** Waits until a replica has everything that was committed on the writer before this call; why it hasn’t within `waitMs`. */
export async function waitForReplica<Tables>(
  writer: Kysely<Tables>,
  replica: Kysely<Tables>,
  waitMs: number,
): Promise<true | { reason: string }> {
  return waitFor(replica, { ...(await positionOf(writer)), until: performance.now() + waitMs })
}

interface Position {
  /** Where the writer's log ends; everything that was committed stands before it. */
  lsn: string
  /** The cluster, which its replicas share. */
  system: string
  /** Counts fail-overs. Positions of different timelines can't be compared. */
  timeline: number
}

async function positionOf<Tables>(db: Kysely<Tables>): Promise<Position> {
  const { rows } = await sql<Position>`select pg_current_wal_insert_lsn()::text as lsn,
    (select system_identifier from pg_control_system())::text as system,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`.execute(db)
  if (!rows[0]) throw new Error('no position')
  return rows[0]
}

/**
 * How far a replica is behind the writer: in bytes of its log, and how old its newest change is.
 * @throws {Error} with a sentence if it can't be read from
 */
export async function readLag<Tables>(
  writer: Kysely<Tables>,
  replica: Kysely<Tables>,
): Promise<{ bytes: number; seconds: number }> {
  const { lsn, system } = await positionOf(writer)
  const { rows } = await sql<{ is_replica: boolean; bytes: number; seconds: number }>`
    select ${isReplicaOf(system)} as is_replica, case when pg_is_in_recovery()
        then greatest(pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 else 0 end as bytes,
      coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds`
    .execute(replica)
    .catch((error: unknown) => {
      throw new Error(isUnavailable(error) ? 'it doesn’t respond' : `it can’t be asked (${codeOf(error)})`)
    })
  if (!rows[0]?.is_replica) throw new Error(NO_REPLICA)
  return rows[0]
}

const NO_REPLICA = 'it is no replica of this database'

/** SQL: true on a replica of a cluster. */
const isReplicaOf = (system: string) =>
  sql`pg_is_in_recovery() and (select system_identifier from pg_control_system())::text = ${system}`

/**
 * SQL: true on a replica that has followed the last fail-over. One that took writes itself until it was cut off may be further in its own
 * timeline, and lack what was committed since. After a fail-over it's false until the replica's next checkpoint, if the shop's user may
 * not see its receiver (`pg_monitor`).
 */
const isOnTimeline = (timeline: number) => sql`${timeline}::int = greatest(
  (select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery()),
  (select received_tli from pg_stat_wal_receiver))`

/** Waits until a replica has replayed a position; why it isn't used if it hasn't in time. */
async function waitFor<Tables>(
  db: Kysely<Tables>,
  { lsn, system, timeline, until }: Position & { until: number },
): Promise<true | { reason: string }> {
  for (let waitMs = 2; ; waitMs *= 2) {
    const { rows } = await sql<{ is_replica: boolean; is_there: boolean }>`
      select ${isReplicaOf(system)} as is_replica,
        coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) and ${isOnTimeline(timeline)} as is_there`.execute(
      db,
    )
    if (!rows[0]?.is_replica) return { reason: NO_REPLICA }
    if (rows[0].is_there) return true
    if (performance.now() + waitMs > until) return { reason: 'it is behind' }
    await sleep(waitMs)
  }
}
