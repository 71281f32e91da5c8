import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** Work on backups that is under way, whichever process does it. */
export interface BackupWork {
  /** The backup that is being checked; null while one is being made. */
  checked: number | null
  since: Date
}

/** Advisory locks: one piece of work at a time, and what it is. The numbers are arbitrary. */
const ONE_AT_A_TIME = 4_116_002
const WHAT = 4_116_003
/** Held by whatever process makes a backup (`writeBackup`), so by commands too. */
const MAKING = 4_116_001

/**
 * Takes the locks of a piece of work for this session, which ends with its process. False if another is under way.
 * @param checked the backup to be checked; null if one is made
 */
export async function takeWork(session: Db, checked: number | null): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(${ONE_AT_A_TIME}::integer, 0) as taken`.execute(session)
  if (!rows[0]?.taken) return false
  await sql`select pg_advisory_lock_shared(${WHAT}::integer, ${checked ?? 0}::integer)`.execute(session)
  return true
}

/** Lets go of them. */
export async function endWork(session: Db): Promise<void> {
  await sql`select pg_advisory_unlock_all()`.execute(session)
}

/** What is under way, or null. */
export async function readWork(db: Db): Promise<BackupWork | null> {
  const { rows } = await sql<{ checked: number | null; since: Date }>`
    select case when l.classid = ${WHAT} then nullif(l.objid::bigint, 0) end as checked,
      case when l.classid = ${WHAT} then a.query_start else a.backend_start end as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid = ${WHAT} and l.objsubid = 2 or l.classid = 0 and l.objid = ${MAKING} and l.objsubid = 1)
    order by l.classid desc limit 1`.execute(db)
  return rows[0] ?? null
}
