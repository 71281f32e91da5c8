import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ImportReport } from './import-report.server.ts'
import type { PriceChoice } from './rules.ts'

type Db = Kysely<Tables>

export type RunState = 'reading' | 'ready' | 'applying' | 'applied' | 'refused'

export interface RunProgress {
  part?: number
  products?: number
  pictures?: { done: number; total: number } | null | undefined
  rate?: number | null
  secondsLeft?: number | null
}

/** What the person chose. */
export interface RunOptions {
  /** Known SKUs get the file's stock. */
  stock: boolean
  prices?: PriceChoice | undefined
  skipWrong?: boolean | undefined
  draftsWithoutPictures?: boolean | undefined
}

export interface RunRow {
  id: string
  staff_id: string
  file_name: string
  by: string
  options: RunOptions
  /** True if its file can be read again. */
  is_kept: boolean
  state: RunState
  progress: RunProgress
  report: ImportReport | null
  import_id: number | null
  undone_at: Date | null
  created_at: Date
  /** True if the process that works on it hasn't been heard of for half a minute. */
  is_stale: boolean
}

const STALE_SECONDS = 30
const KEPT_DAYS = 30
const CONTENT_KEPT_DAYS = 2

/** Stores a file that is to be read. Returns the run's id. */
export async function insertRun(
  db: Db,
  run: { staffId: string; fileName: string; content: Uint8Array; stock: boolean },
): Promise<string> {
  const id = newId()
  await sql`insert into import_runs (id, staff_id, file_name, content, options, state)
    values (${id}, ${run.staffId}, ${run.fileName}, ${Buffer.from(run.content)}, ${JSON.stringify({ stock: run.stock })}, 'reading')`.execute(
    db,
  )
  return id
}

const columns = sql`r.id, r.staff_id, r.file_name, coalesce(nullif(s.name, ''), s.email, '') as by, r.options, r.content is not null as is_kept, r.state, r.progress,
  r.report, r.import_id, r.undone_at, r.created_at, r.beat_at < now() - make_interval(secs => ${STALE_SECONDS}) as is_stale`

/** A run, or null if there is none. */
export async function findRun(db: Db, id: string): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    select ${columns} from import_runs r left join staff s on s.id = r.staff_id where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The newest runs, without what they change. */
export async function listRuns(db: Db, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${columns} from import_runs r left join staff s on s.id = r.staff_id
    order by r.created_at desc, r.id limit ${limit}`.execute(db)
  return rows
}

/** The compressed file of a run, or null if it isn't kept any more. */
export async function readRunContent(db: Db, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer | null }>`select content from import_runs where id = ${id}`.execute(db)
  return rows[0]?.content ?? null
}

/** Moves a run to another state. False if it isn't in the state that this starts from. */
export async function moveRun(
  db: Db,
  id: string,
  { from, to }: { from: RunState; to: RunState },
  result: { report?: ImportReport; importId?: number | null } = {},
): Promise<boolean> {
  const report = result.report ? JSON.stringify(result.report) : null
  const { numAffectedRows } = await sql`
    update import_runs set state = ${to}, beat_at = now(), progress = case when ${to} = 'applying' then '{}' else progress end,
      report = coalesce(${report}::jsonb, report), import_id = coalesce(${result.importId ?? null}::bigint, import_id),
      content = case when ${to} = 'applied' then null else content end
    where id = ${id} and state = ${from}`.execute(db)
  return numAffectedRows === 1n
}

/** Has a run's file read again with other choices. False if it's worked on, was applied, or its file isn't kept. */
export async function restartRun(db: Db, id: string, options: RunOptions): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_runs set state = 'reading', options = ${JSON.stringify(options)}, report = null, progress = '{}', beat_at = now()
    where id = ${id} and state in ('ready', 'refused') and content is not null`.execute(db)
  return numAffectedRows === 1n
}

/** Says that a run is worked on, and how far it is. */
export async function beatRun(db: Db, id: string, progress: RunProgress): Promise<void> {
  await sql`update import_runs set beat_at = now(), progress = ${JSON.stringify(progress)}::jsonb where id = ${id}`.execute(
    db,
  )
}

/** The import that a run has written, by its audit line; null if it wrote none. */
export async function findImportOfRun(db: Db, run: Pick<RunRow, 'id' | 'created_at'>): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id::integer as id from audit_log where subject = 'catalog' and action = 'catalog.import'
      and at >= ${run.created_at} and after ->> 'run' = ${run.id} order by audit_log.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Marks the run of an import as taken back; an import of the command line has none. */
export async function markRunUndone(tx: Transaction<Tables>, importId: number): Promise<void> {
  await sql`update import_runs set undone_at = now()
    where id = (select after ->> 'run' from audit_log where audit_log.id = ${importId})`.execute(tx)
}

/** Deletes files that nobody applied for two days, and runs of a month ago. */
export async function deleteOldRuns(db: Db): Promise<void> {
  await sql`update import_runs set state = 'refused', content = null
    where state in ('ready', 'refused') and content is not null and created_at < now() - make_interval(days => ${CONTENT_KEPT_DAYS})`.execute(
    db,
  )
  await sql`delete from import_runs where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
