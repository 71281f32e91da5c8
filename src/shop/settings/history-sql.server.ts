import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { SettingName } from './rules.ts'

type Db = Kysely<Tables>

/** Who changed a setting last, and when; null if nobody has. */
export async function findLastChange(db: Db, name: SettingName): Promise<{ at: Date; actor: string } | null> {
  const { rows } = await sql<{ at: Date; actor: string }>`
    select at, actor from audit_log where subject = 'settings' and after ? ${name} order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface SettingsAuditRow {
  id: number
  at: Date
  actor: string
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The version of all settings that the change made. */
  version: number
}

/** Changes of settings, newest first, of one setting if it's given. A version has the time of its line in the log. */
export async function listSettingsAudit(
  db: Db,
  { name, before, limit }: { name: SettingName | null; before: number | null; limit: number },
): Promise<SettingsAuditRow[]> {
  const ofName = name === null ? sql`` : sql`and a.after ? ${name}`
  const rest = before === null ? sql`` : sql`and a.id < ${before}`
  const { rows } = await sql<SettingsAuditRow>`
    select a.id::integer as id, a.at, a.actor, a.action, a.before, a.after,
      (select max(v.id) from settings_versions v where v.at = a.at)::integer as version
    from audit_log a where a.subject = 'settings' ${ofName} ${rest} order by a.id desc limit ${limit}`.execute(db)
  return rows
}
