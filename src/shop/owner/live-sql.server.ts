import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** A record counts as open this long after its screen last said so. */
const OPEN_SECONDS = 30

const isOpen = sql`p.seen_at > now() - make_interval(secs => ${OPEN_SECONDS})`
const nameOf = sql<string>`coalesce(nullif(s.name, ''), s.email)`

/** Notes that somebody has a record open. Those who left without a word are forgotten. */
export async function writePresence(db: Db, staffId: string, subject: string): Promise<void> {
  await sql`insert into staff_presence (staff_id, subject) values (${staffId}, ${subject})
    on conflict (staff_id, subject) do update set seen_at = now()`.execute(db)
  await sql`delete from staff_presence p where not ${isOpen}`.execute(db)
}

export async function deletePresence(db: Db, staffId: string, subject: string): Promise<void> {
  await sql`delete from staff_presence where staff_id = ${staffId} and subject = ${subject}`.execute(db)
}

export interface Present {
  staffId: string
  subject: string
  name: string
}

/** Who has the records open that these people have open, or one record. */
export async function listPresent(
  db: Db,
  staffIds: readonly string[],
  subject: string | null = null,
): Promise<Present[]> {
  const { rows } = await sql<Present>`
    select p.staff_id as "staffId", p.subject, ${nameOf} as name
    from staff_presence p join staff s on s.id = p.staff_id
    where s.ended_at is null and ${isOpen} and (p.subject = ${subject}
      or p.subject in (select subject from staff_presence where staff_id = any(${staffIds})))
    order by p.subject, name, p.staff_id`.execute(db)
  return rows
}

export interface Changed {
  id: number
  at: Date
  /** By the database's clock. */
  secondsAgo: number
  subject: string
  action: string
  actorId: string | null
  /** A member of staff by name; null for a customer or a job. */
  by: string | null
}

/** The changes of some records in the last seconds, oldest first. */
export async function listChanges(db: Db, subjects: readonly string[], seconds: number): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select a.id, a.at, extract(epoch from clock_timestamp() - a.at)::float8 as "secondsAgo", a.subject, a.action, a.actor_id as "actorId",
      case when a.actor_kind = 'staff' then coalesce(${nameOf}, a.actor) end as by
    from audit_log a left join staff s on s.id = a.actor_id
    where a.at > now() - make_interval(secs => ${seconds}) and a.subject = any(${subjects})
    order by a.id`.execute(db)
  return rows
}
