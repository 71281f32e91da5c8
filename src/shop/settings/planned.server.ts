import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { deletePlanned, finishPlan, insertPlanned, takeDuePlan } from './planned-sql.server.ts'
import type { SettingName } from './rules.ts'
import { changeSettingsIn, type SettingsContext } from './staff.server.ts'

/** Plans a setting's value, which has been checked, from a moment on. */
export function planSetting(
  db: Kysely<Tables>,
  actor: Actor,
  { name, value, at }: { name: SettingName; value: unknown; at: Date },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const id = await insertPlanned(tx, { name, value, due_at: at, actor })
    const after = { setting: name, at: at.toISOString(), value }
    await writeAudit(tx, actor, { action: 'settings.plan', subject: `plan:${id}`, before: null, after })
    return id
  })
}

/** Takes a plan back, or puts a failed one away. */
export function cancelPlan(db: Kysely<Tables>, actor: Actor, id: string): Promise<Result<undefined, 'not_found'>> {
  return transact<Tables, undefined, 'not_found'>(db, async (tx) => {
    const plan = await deletePlanned(tx, id)
    if (!plan) return refuse('not_found', 'This isn’t planned any more. Perhaps it’s already on the page.')
    const before = { setting: plan.name, at: plan.due_at.toISOString(), value: plan.value }
    await writeAudit(tx, actor, { action: 'settings.unplan', subject: `plan:${id}`, before, after: null })
    return ok(undefined)
  })
}

/** Makes the planned changes that are due, each in a transaction of its own. One that isn't possible any more says why. */
export async function applyDuePlans(context: SettingsContext & Pick<Shop, 'log'>): Promise<void> {
  for (;;) {
    const done = await context.db.transaction().execute(async (tx) => {
      const plan = await takeDuePlan(tx)
      if (!plan) return null
      const changed = await changeSettingsIn(tx, context.config, plan.actor, { [plan.name]: plan.value })
      if (!changed.ok) context.log.warn({ plan: plan.id, problem: changed.message }, 'a planned setting was refused')
      await finishPlan(tx, plan.id, changed.ok ? null : changed.message)
      return changed
    })
    if (done === null) return
    if (done.ok) await context.settingsChanged()
  }
}
