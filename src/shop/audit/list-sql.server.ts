import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

export interface AuditRow {
  id: number
  at: Date
  actorKind: string
  actor: string
  staff: string | null
  action: string
  subject: string
  before: unknown
  after: unknown
  /** What takes the change back, if the reader may do that. */
  undo: string | null
}

export interface AuditFilters {
  subject?: string | undefined
  /** The id of a member of staff. */
  staff?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

/** Lines of the log, newest first, and one more than `limit`. `reader`: who reads them, to whom their own undos are offered. */
export async function listAuditPage(
  db: Db,
  { subject, staff, action, from, to }: AuditFilters,
  { after, limit, reader = null }: { after: number | null; limit: number; reader?: string | null },
): Promise<AuditRow[]> {
  const conditions = [
    ...(subject === undefined ? [] : [sql`a.subject = ${subject}`]),
    ...(staff === undefined ? [] : [sql`a.actor_id = ${staff}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(after === null ? [] : [sql`a.id < ${after}`]),
    // Ids and times grow together, but not strictly: a line has the time at which its transaction began. An hour's lines around
    // each end bound the ids, so that any filter's index is read only there. `+ 0`: the planner would walk all ids for the least one.
    ...(from === undefined
      ? []
      : [
          sql`a.at >= ${from} and a.id >= (select min(id + 0) from audit_log where at >= (
            select min(at) from audit_log where at >= ${from}) and at < (
            select min(at) from audit_log where at >= ${from}) + interval '1 hour')`,
        ]),
    ...(to === undefined
      ? []
      : [
          sql`a.at < ${to} and a.id <= (select max(id + 0) from audit_log where at <= (
            select max(at) from audit_log where at < ${to}) and at > (
            select max(at) from audit_log where at < ${to}) - interval '1 hour')`,
        ]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<AuditRow>`
    select l.id::float8 as id, l.at, l.actor_kind as "actorKind", l.actor, l.actor_id as staff, l.action, l.subject, l.before, l.after,
      (select u.id from undos u where u.audit_id = l.id and u.staff_id = ${reader}
        and u.done_at is null and u.created_at > now() - interval '24 hours') as undo
    from (select * from audit_log a ${where} order by a.id desc limit ${limit + 1}) l order by l.id desc`.execute(db)
  return rows
}

/** Every action that the log has. Each is looked up in the index after the one before, however many lines have it. */
export async function listActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive found as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > f.action order by a.action limit 1) from found f where f.action is not null)
    select action from found where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
