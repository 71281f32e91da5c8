import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, StaffRole } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newId } from '#platform/ids.server.ts'
import { parseIndianTime } from '#platform/india-time.ts'
import { actorName, writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { isSettingName, type ShopKind } from './definitions.ts'
import { refuseLogo } from './drawn-logo.server.ts'
import {
  deletePlanned,
  findStaffRole,
  finishPlan,
  insertPlanned,
  listPlanned,
  lockPlanned,
  type PlannedChange,
  takeDuePlan,
} from './planned-sql.server.ts'
import { PLACED_SETTINGS, SETTING_PAGES, type SettingPageName } from './setting-pages.server.ts'
import { changeWords } from './setting-texts.server.ts'
import { readStoredSettings, withDefaults } from './sql.server.ts'
import { changeSettingsIn, refuseSettings, type SettingsContext, type SettingsRefusal } from './staff.server.ts'
import type { PlannedSettings } from './staff-contract.ts'
import { changesBetween } from './version-changes.server.ts'

const YEAR_MS = 366 * 24 * 60 * 60 * 1000

/** The moment that a plan is for, by the clock in India. Refused: the past, and more than a year ahead. */
export function parsePlannedTime(at: string, now: Date): Result<Date, 'invalid_input'> {
  const from = parseIndianTime(at)?.from
  const fail = (message: string) => refuse('invalid_input', message, { errors: [{ path: 'at', message }] })
  if (!from) return fail('Please enter a day and time, such as 2026-11-28T09:00.')
  if (from <= now) return fail('This time has passed. Do it now, or choose a later one.')
  if (from.getTime() > now.getTime() + YEAR_MS) return fail('Please choose a time within a year.')
  return ok(from)
}

/** Thrown to roll back a change that was only tried. */
class Tried extends Error {}

/**
 * Plans settings from a moment on, as one; null is the default. Refused: what would be refused if it were set now, so
 * that nobody learns it at night.
 */
export async function planSettings(
  context: Pick<SettingsContext, 'db' | 'config'>,
  actor: Actor,
  { changes, at }: { changes: Readonly<Record<string, unknown>>; at: Date },
): Promise<Result<string, SettingsRefusal>> {
  if (Object.keys(changes).length === 0) return refuse('invalid_input', 'Please choose which settings change.')
  const tried = await tryChange(context, actor, changes)
  if (!tried.ok) return tried
  const id = newId()
  await context.db.transaction().execute((tx) => writePlan(tx, actor, { id, changes, due_at: at, actor }))
  return ok(id)
}

async function tryChange(
  { db, config }: Pick<SettingsContext, 'db' | 'config'>,
  actor: Actor,
  changes: Readonly<Record<string, unknown>>,
): Promise<Result<null, SettingsRefusal>> {
  const refused = await refuseLogo(changes)
  if (refused !== null) return refused
  try {
    return await transact<Tables, null, SettingsRefusal>(db, async (tx) => {
      const changed = await changeSettingsIn(tx, config, actor, changes)
      if (!changed.ok) return changed
      throw new Tried()
    })
  } catch (error) {
    if (error instanceof Tried) return ok(null)
    throw error
  }
}

/** `maker`: who plans it, or brings it back; `plan.actor` is who makes the change then. */
async function writePlan(tx: Transaction<Tables>, maker: Actor, plan: Omit<PlannedChange, 'problem'>): Promise<void> {
  await insertPlanned(tx, plan)
  const line = { action: 'settings.plan', subject: `plan:${plan.id}`, before: null, after: lineOf(plan) }
  await writeAudit(tx, maker, line)
}

const lineOf = ({ changes, due_at }: Pick<PlannedChange, 'changes' | 'due_at'>) => ({
  at: due_at.toISOString(),
  ...changes,
})

const GONE = 'This is no longer scheduled. It may have happened already.'

/** Takes a plan back, or puts a failed one away. Returns what brings it back. Refused: to whoever may not change its settings. */
export function cancelPlan(
  { db }: Pick<SettingsContext, 'db'>,
  actor: Actor,
  id: string,
): Promise<Result<{ undo: string | null }, 'not_found' | 'forbidden' | 'sign_in_again'>> {
  return transact<Tables, { undo: string | null }, 'not_found' | 'forbidden' | 'sign_in_again'>(db, async (tx) => {
    const plan = await lockPlanned(tx, id)
    if (!plan) return refuse('not_found', GONE)
    const refused = refuseSettings(actor, namesOf(plan))
    if (refused !== null) return refused
    await deletePlanned(tx, id)
    const line = { action: 'settings.unplan', subject: `plan:${id}`, before: lineOf(plan), after: null }
    await writeAudit(tx, actor, line)
    if (plan.problem !== null) return ok({ undo: null })
    const data = { id, changes: plan.changes, dueAt: plan.due_at.toISOString(), actor: plan.actor }
    return ok({ undo: await storeUndo(tx, actor, { kind: 'settings.unplan', data }) })
  })
}

const namesOf = ({ changes }: Pick<PlannedChange, 'changes'>) => Object.keys(changes).filter(isSettingName)

const cancelled = z.object({
  id: z.string(),
  changes: z.record(z.string(), z.unknown()),
  dueAt: z.iso.datetime(),
  actor: z.custom<Actor>((actor) => typeof actor === 'object' && actor !== null),
})

/** A plan that was taken back is planned again, for whoever had planned it. */
export const plannedUndo: UndoKinds = {
  'settings.unplan': {
    takesBack: 'DELETE /settings/plans/{id}',
    async work({ shop, tx, actor }, data) {
      const { dueAt, ...plan } = cancelled.parse(data)
      const due_at = new Date(dueAt)
      if (due_at <= shop.clock.now()) return refuse('conflict', 'Its time has passed, so it stays unscheduled.')
      const refused = refuseSettings(actor, namesOf(plan))
      if (refused !== null) return refused
      await writePlan(tx, actor, { ...plan, due_at })
      return ok(null)
    },
  },
}

const PLACES = new Map<string, (typeof PLACED_SETTINGS)[number]>(PLACED_SETTINGS.map((one) => [one.name, one]))

/** Who planned something, with the role of today. Refused if their access has ended. */
async function presentActor(tx: Transaction<Tables>, actor: Actor): Promise<Result<Actor, 'forbidden'>> {
  if (actor.kind !== 'staff' || actor.id === undefined) return ok(actor)
  const role = await findStaffRole(tx, actor.id)
  return role === null
    ? refuse(
        'forbidden',
        `${actor.name} scheduled this and no longer has access. Schedule it again if you still want it.`,
      )
    : ok({ ...actor, role })
}

/** Everything that is planned, the next one first, in words: from what is set now. */
export async function showPlanned(
  { db, config }: Pick<SettingsContext, 'db' | 'config'>,
  role: StaffRole,
): Promise<PlannedSettings[]> {
  const [plans, stored] = [await listPlanned(db), await readStoredSettings(db)]
  return plans.map((plan) => {
    const page = PLACED_SETTINGS.find(({ name }) => Object.hasOwn(plan.changes, name))?.page ?? 'shop'
    return {
      id: plan.id,
      at: plan.due_at.toISOString(),
      by: actorName(plan.actor),
      page,
      title: titleOf(page),
      changes: changesInWords(stored, plan.changes, config),
      problem: plan.problem,
      mayTakeBack: refuseSettings({ kind: 'staff', name: '', role }, namesOf(plan)) === null,
    }
  })
}

const titleOf = (page: SettingPageName) => SETTING_PAGES[page].title

/** What is different after a change of stored settings, in words. */
export function changesInWords(
  stored: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
  kind: ShopKind,
): PlannedSettings['changes'] {
  const values = Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null)
  const [before, after] = [withDefaults(stored, kind), withDefaults(Object.fromEntries(values), kind)] as const
  return changesBetween(before, after).map((change) => ({
    name: change.name,
    label: PLACES.get(change.name)?.label ?? change.name,
    ...changeWords(change),
  }))
}

/**
 * Makes the planned changes that are due, each in a transaction of its own and with what its planner may do now. One that isn't
 * possible any more says why.
 */
export async function applyDuePlans(context: SettingsContext & Pick<Shop, 'log'>): Promise<void> {
  for (;;) {
    const done = await context.db.transaction().execute(async (tx) => {
      const plan = await takeDuePlan(tx)
      if (!plan) return null
      const planner = await presentActor(tx, plan.actor)
      const changed = planner.ok ? await changeSettingsIn(tx, context.config, planner.data, plan.changes) : planner
      if (!changed.ok) context.log.warn({ plan: plan.id, problem: changed.message }, 'a planned setting was refused')
      await finishPlan(tx, plan.id, changed.ok ? null : changed.message)
      return changed
    })
    if (done === null) return
    if (done.ok) await context.settingsChanged()
  }
}
