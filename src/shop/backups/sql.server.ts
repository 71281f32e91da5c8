import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { MissingPictures } from './missing-pictures.server.ts'
import type { BackupState } from './rules.ts'

type Db = Kysely<Tables>

interface StateRow {
  last: { id: number; at: string; bytes: number; place: string; name: string } | null
  tried: { at: string; problem: string | null } | null
  verified: { at: string; problem: string | null } | null
  missing: MissingPictures | null
  since: Date
  opened_at: Date | null
}

/** What is known of the backups. One query. */
export async function readBackupState(db: Db): Promise<BackupState> {
  const { rows } = await sql<StateRow>`
    select
      (select jsonb_build_object('id', id, 'at', made_at, 'bytes', bytes, 'place', place, 'name', name) from backups
        where problem is null order by made_at desc limit 1) as last,
      (select jsonb_build_object('at', made_at, 'problem', problem) from backups order by id desc limit 1) as tried,
      (select jsonb_build_object('at', verified_at, 'problem', verify_problem) from backups
        where verified_at is not null order by verified_at desc limit 1) as verified,
      (select missing from backups where problem is null and name not like 'before-%' order by made_at desc limit 1) as missing,
      (select min(timestamp)::timestamptz from kysely_migration) as since,
      (select min(at) from settings_versions where id > coalesce((select max(id) from settings_versions
        where values ->> 'shop.open' is distinct from 'true'), 0)) as opened_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The state of the backups has no row.')
  const { last, tried, verified, missing, since, opened_at: openedAt } = row
  return {
    last: last && { ...last, at: new Date(last.at) },
    triedAt: tried && new Date(tried.at),
    failure: tried?.problem ?? null,
    verifiedAt: verified && new Date(verified.at),
    verifyProblem: verified?.problem ?? null,
    missing,
    since,
    openedAt,
  }
}

/** A backup, or an attempt that failed. */
export interface BackupRecord {
  madeAt: Date
  place: string
  name: string
  scheduled: boolean
  bytes?: number
  rows?: number
  pictures?: number
  seconds?: number
  problem?: string
  missing?: MissingPictures | null
}

export async function recordBackup(db: Db, { madeAt, missing, ...record }: BackupRecord): Promise<void> {
  await db
    .insertInto('backups')
    .values({
      made_at: madeAt,
      bytes: null,
      rows: null,
      pictures: null,
      seconds: null,
      problem: null,
      missing: missing ? JSON.stringify(missing) : null,
      ...record,
    })
    .execute()
}

/** Records that a backup was restored into a scratch place, or why that failed. False if it isn't one of this shop's. */
export async function recordVerification(
  db: Db,
  { place, name, problem }: { place: string; name: string; problem: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ verified_at: sql<Date>`now()`, verify_problem: problem })
    .where('place', '=', place)
    .where('name', '=', name)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function recordRemoval(db: Db, place: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db
    .updateTable('backups')
    .set({ removed_at: sql<Date>`now()` })
    .where('place', '=', place)
    .where('name', 'in', names)
    .execute()
}

/** A backup, or an attempt that failed. */
export interface ListedBackup {
  id: number
  at: Date
  place: string
  name: string
  /** True if its pictures lie beside it. */
  scheduled: boolean
  bytes: number | null
  rows: number | null
  pictures: number | null
  seconds: number | null
  problem: string | null
  verifiedAt: Date | null
  verifyProblem: string | null
  missing: MissingPictures | null
}

const COLUMNS = [
  'id',
  'made_at as at',
  'place',
  'name',
  'scheduled',
  'bytes',
  'rows',
  'pictures',
  'seconds',
  'problem',
  'verified_at as verifiedAt',
  'verify_problem as verifyProblem',
  'missing',
] as const

/** Backups that are still there and attempts that failed, newest first. @param before only those before this id */
export async function listBackups(db: Db, limit: number, before?: number): Promise<ListedBackup[]> {
  let query = db.selectFrom('backups').select(COLUMNS).where('removed_at', 'is', null)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** A good backup that is still there. */
export function findBackup(db: Db, id: number): Promise<ListedBackup | undefined> {
  return db
    .selectFrom('backups')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('problem', 'is', null)
    .executeTakeFirst()
}

/** The id of the newest record, or null. */
export async function newestBackupId(db: Db): Promise<number | null> {
  const row = await db.selectFrom('backups').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? null
}
