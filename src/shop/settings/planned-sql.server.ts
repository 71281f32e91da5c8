import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { SettingName } from './rules.ts'

type Db = Kysely<Tables>

export interface PlannedSetting {
  id: string
  name: string
  value: unknown
  due_at: Date
  actor: Actor
  problem: string | null
}

const COLUMNS = ['id', 'name', 'value', 'due_at', 'actor', 'problem'] as const

/** What is planned for a setting and isn't done, and what failed, the next one first. */
export function listPlanned(db: Db, name: SettingName): Promise<PlannedSetting[]> {
  return db
    .selectFrom('planned_settings')
    .select(COLUMNS)
    .where('name', '=', name)
    .where((where) => where.or([where('done_at', 'is', null), where('problem', 'is not', null)]))
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

export async function insertPlanned(
  tx: Transaction<Tables>,
  planned: Pick<PlannedSetting, 'name' | 'value' | 'due_at' | 'actor'>,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('planned_settings')
    .values({ id, ...planned, value: JSON.stringify(planned.value), actor: JSON.stringify(planned.actor) })
    .execute()
  return id
}

/** Deletes a plan that isn't done, or a failed one. Null if there is none. */
export async function deletePlanned(tx: Transaction<Tables>, id: string): Promise<PlannedSetting | null> {
  const query = tx
    .deleteFrom('planned_settings')
    .where('id', '=', id)
    .where((where) => where.or([where('done_at', 'is', null), where('problem', 'is not', null)]))
    .returning(COLUMNS)
  return (await query.executeTakeFirst()) ?? null
}

/** The next plan that is due, locked, or null; other instances skip it. */
export async function takeDuePlan(tx: Transaction<Tables>): Promise<PlannedSetting | null> {
  const { rows } = await sql<PlannedSetting>`
    select id, name, value, due_at, actor, problem from planned_settings
    where done_at is null and due_at <= now() order by due_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function finishPlan(tx: Transaction<Tables>, id: string, problem: string | null): Promise<void> {
  await sql`update planned_settings set done_at = now(), problem = ${problem} where id = ${id}`.execute(tx)
}
