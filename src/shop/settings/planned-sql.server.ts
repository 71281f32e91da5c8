import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, StaffRole } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'
import type { SettingName } from './rules.ts'

type Db = Kysely<Tables>

export interface PlannedChange {
  id: string
  /** The values by the names of their settings; null is the default. */
  changes: Record<string, unknown>
  due_at: Date
  actor: Actor
  problem: string | null
}

const COLUMNS = ['id', 'changes', 'due_at', 'actor', 'problem'] as const
const isOpen = sql<boolean>`(done_at is null or problem is not null)`

/** What is planned and isn't done, and what failed, the next one first; with a name only what changes that setting. */
export function listPlanned(db: Db, name?: SettingName): Promise<PlannedChange[]> {
  return db
    .selectFrom('planned_settings')
    .select(COLUMNS)
    .where(isOpen)
    .$if(name !== undefined, (query) => query.where(sql<boolean>`changes ? ${name}`))
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

export async function insertPlanned(
  tx: Transaction<Tables>,
  { id, changes, due_at, actor }: Omit<PlannedChange, 'problem'>,
): Promise<void> {
  await tx
    .insertInto('planned_settings')
    .values({ id, due_at, changes: JSON.stringify(changes), actor: JSON.stringify(actor) })
    .execute()
}

/** A plan that isn't done, or a failed one, its row locked until the transaction ends; null if there is none. */
export async function lockPlanned(tx: Transaction<Tables>, id: string): Promise<PlannedChange | null> {
  const query = tx.selectFrom('planned_settings').select(COLUMNS).where('id', '=', id).where(isOpen).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

export async function deletePlanned(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('planned_settings').where('id', '=', id).execute()
}

/** The next plan that is due, locked, or null; other instances skip it. */
export async function takeDuePlan(tx: Transaction<Tables>): Promise<PlannedChange | null> {
  const { rows } = await sql<PlannedChange>`
    select id, changes, due_at, actor, problem from planned_settings
    where done_at is null and due_at <= now() order by due_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function finishPlan(tx: Transaction<Tables>, id: string, problem: string | null): Promise<void> {
  await sql`update planned_settings set done_at = now(), problem = ${problem} where id = ${id}`.execute(tx)
}

/** What somebody may do now, or null if they have no access. */
export async function findStaffRole(tx: Transaction<Tables>, id: string): Promise<StaffRole | null> {
  const query = tx.selectFrom('staff').select('role').where('id', '=', id).where('ended_at', 'is', null)
  return (await query.executeTakeFirst())?.role ?? null
}
