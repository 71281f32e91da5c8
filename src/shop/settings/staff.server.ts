import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { askConfirmation } from '#platform/api/confirmation.ts'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import type { NeededConnection } from '#platform/config.server.ts'
import { actorName, writeAudit } from '../audit/sql.server.ts'
import { isRecord } from '../is-record.ts'
import type { Tables } from '../tables.server.ts'
import { checkSetting, errorSentences } from './check-setting.server.ts'
import {
  isSettingName,
  isUnsetDetail,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  type ShopKind,
  unsetIdentity,
} from './definitions.ts'
import { gstinStateProblem } from './detail-rules.ts'
import { refuseLogo } from './drawn-logo.server.ts'
import { isOwnersOnly, labelOf } from './setting-pages.server.ts'
import {
  findVersion,
  findVersionBefore,
  insertVersion,
  listVersions,
  lockSettings,
  newestVersion,
  readStoredSettings,
  type StoredSettings,
  withDefaults,
} from './sql.server.ts'
import { tellOwners, type WritingShop } from './tell-owners.server.ts'
import { changesBetween, type SettingChange } from './version-changes.server.ts'

/** Where settings are changed. `settingsChanged` is called after the commit. */
export interface SettingsContext {
  db: Kysely<Tables>
  config: WritingShop
  settingsChanged(): Promise<void>
}

/** Why a change of settings is refused. */
export type SettingsRefusal =
  | 'invalid_input'
  | 'conflict'
  | 'not_found'
  | 'forbidden'
  | 'sign_in_again'
  | 'changed_meanwhile'
type Changed<T> = Result<T, SettingsRefusal>

/** The settings after a change of several, with what changed. */
export interface ChangedSettings {
  settings: Settings
  changes: readonly SettingChange[]
  /** The version before the change, 0 if nothing was ever set. */
  before: number
}

/**
 * Sets settings, all or none, as a new version. Null resets a setting to its default. Refused: unknown names and values
 * that break their rule, each named.
 */
export async function changeSettings(
  context: SettingsContext,
  actor: Actor,
  changes: Readonly<Record<string, unknown>>,
): Promise<Changed<Settings>> {
  return (await refuseLogo(changes)) ?? editSettings(context, actor, () => ok(changes))
}

/** Like `changeSettings`, for changes that depend on the current settings, without another writer in between. */
export async function editSettings(context: SettingsContext, actor: Actor, edit: Edit): Promise<Changed<Settings>> {
  const changed = await writeEdited(context, actor, edit)
  return changed.ok ? ok(changed.data.settings) : changed
}

/** What to set, by name; null resets a setting. `stored`: what the newest version sets. */
type Edit = (settings: Settings, stored: StoredSettings) => Changed<Readonly<Record<string, unknown>>>

/** The same, with what changed. `alongside`: what else is written in its transaction. */
export async function writeEdited(
  context: SettingsContext,
  actor: Actor,
  edit: Edit,
  alongside?: (tx: Transaction<Tables>) => Promise<void>,
): Promise<Changed<ChangedSettings>> {
  return write(context, actor, 'settings.set', edited(context.config, actor, edit), alongside)
}

/** Sets settings within a transaction; `settingsChanged` is to be called after its commit. */
export async function changeSettingsIn(
  tx: Transaction<Tables>,
  kind: WritingShop,
  actor: Actor,
  changes: Readonly<Record<string, unknown>>,
): Promise<Changed<ChangedSettings>> {
  return writeIn(
    tx,
    kind,
    actor,
    'settings.set',
    edited(kind, actor, () => ok(changes)),
  )
}

function edited(kind: ShopKind, actor: Actor, edit: Edit): Change {
  return async (stored, _, nameOf) => {
    const before = withDefaults(stored, kind)
    const changes = edit(before, stored)
    if (!changes.ok) return changes
    // Whether somebody may is said before whether the value is right.
    const refused = refuseSettings(actor, differing(before, stored, changes.data))
    if (refused !== null) return refused
    const errors = Object.entries(changes.data).flatMap(([name, value]) => checkSetting(name, value, before))
    if (errors.length > 0) return refuse('invalid_input', errorSentences(errors, nameOf), { errors })
    const set = Object.entries({ ...stored, ...changes.data }).filter(([, value]) => value !== null)
    const values = Object.fromEntries(set)
    const problem = stateProblem(stored, values)
    return problem === null ? ok({ values }) : refuse('conflict', problem)
  }
}

/** The settings to which a change gives another value, right or wrong, or its default. */
function differing(
  before: Settings,
  stored: StoredSettings,
  changes: Readonly<Record<string, unknown>>,
): SettingName[] {
  return Object.keys(changes)
    .filter(isSettingName)
    .filter((name) =>
      changes[name] === null ? stored[name] !== undefined : !isDeepStrictEqual(before[name], changes[name]),
    )
}

/**
 * Sets the settings that an exported file names. With `replace` all others get their default.
 */
export async function importSettings(
  context: SettingsContext,
  actor: Actor,
  file: string,
  { replace = false } = {},
): Promise<Changed<ChangedSettings>> {
  const values = readSettingsFile(file)
  if (!values.ok) return values
  const others = replace ? SETTING_NAMES.filter((name) => !Object.hasOwn(values.data, name)) : []
  const unset = Object.fromEntries(others.map((name) => [name, null]))
  const refused = await refuseLogo(values.data)
  if (refused !== null) return refused
  return writeEdited(context, actor, (settings) => ok({ ...unset, ...changedValues(settings, values.data) }))
}

/**
 * The values of a file that differ from what holds now, null for a detail that its shop hadn't set yet. The others stay
 * as they are, so that what the shop derives from its details goes on following them.
 */
function changedValues(settings: Settings, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = Object.entries(values).filter(
    ([name, value]) => !isSettingName(name) || !isDeepStrictEqual(settings[name], value),
  )
  return Object.fromEntries(changed.map(([name, value]) => [name, isUnsetDetail(name, value) ? null : value]))
}

/** The settings that an import with `replace` would reset, because the file doesn't name them. */
export async function previewReplacement(
  { db, config }: SettingsContext,
  file: string,
): Promise<Changed<SettingChange[]>> {
  const values = readSettingsFile(file)
  if (!values.ok) return values
  const stored = await readStoredSettings(db)
  const kept = Object.entries(stored).filter(([name]) => Object.hasOwn(values.data, name))
  return ok(changesBetween(withDefaults(stored, config), withDefaults(Object.fromEntries(kept), config)))
}

/** The settings in an exported file, by name, unchecked. */
export function readSettingsFile(file: string): Changed<Readonly<Record<string, unknown>>> {
  try {
    const values: unknown = JSON.parse(file)
    if (isRecord(values) && !Array.isArray(values)) return ok(values)
    return refuse('invalid_input', 'The file must contain one object of settings.')
  } catch (error) {
    return refuse('invalid_input', `This isn’t JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Takes the last change back, as a new version; called again, the change before it, and so on. `version`: the version
 * that the settings are at again, or 0 for the defaults.
 */
export async function undoSettings(
  context: SettingsContext,
  actor: Actor,
): Promise<Changed<ChangedSettings & { version: number }>> {
  let version = 0
  const changed = await write(context, actor, 'settings.undo', async (_, tx) => {
    const [current] = await listVersions(tx, 1)
    if (!current) return refuse('conflict', 'No setting has ever been changed.')
    if (current.undone_to === 0) return refuse('conflict', 'Every change is undone.')
    const before = await findVersionBefore(tx, current.undone_to ?? current.id)
    version = before?.undone_to ?? before?.id ?? 0
    return ok({ values: before?.values ?? {}, undoneTo: version })
  })
  return changed.ok ? ok({ ...changed.data, version }) : changed
}

/** Sets everything as it was in a version, as a new version, which an undo takes back like any other change. */
export async function returnToVersion(
  context: SettingsContext,
  actor: Actor,
  version: number,
): Promise<Changed<ChangedSettings>> {
  return write(context, actor, 'settings.return', async (_, tx) => {
    const found = await findVersion(tx, version)
    if (found) return ok({ values: found.values })
    return refuse('not_found', `There is no version ${version} of the settings.`)
  })
}

/** What a change stores. */
interface NextVersion {
  values: StoredSettings
  undoneTo?: number
}

/** What somebody calls a setting: by its label on the staff site, by its name at the command line. */
type NameOf = (name: SettingName) => string

const nameFor = (actor: Actor): NameOf =>
  actor.kind === 'staff' && actor.id !== undefined ? (name) => `“${labelOf(name)}”` : (name) => name

type Change = (stored: StoredSettings, tx: Transaction<Tables>, nameOf: NameOf) => Promise<Changed<NextVersion>>

/** Stores what `change` makes of the stored settings. It's called under the lock. */
async function write(
  context: SettingsContext,
  actor: Actor,
  action: string,
  change: Change,
  alongside?: (tx: Transaction<Tables>) => Promise<void>,
): Promise<Changed<ChangedSettings>> {
  const result = await context.db.transaction().execute(async (tx) => {
    const written = await writeIn(tx, context.config, actor, action, change)
    if (written.ok) await alongside?.(tx)
    return written
  })
  if (result.ok) await context.settingsChanged()
  return result
}

async function writeIn(
  tx: Transaction<Tables>,
  kind: WritingShop,
  actor: Actor,
  action: string,
  change: Change,
): Promise<Changed<ChangedSettings>> {
  await lockSettings(tx)
  const { id, values: stored } = await newestVersion(tx)
  const nameOf = nameFor(actor)
  const changed = await change(stored, tx, nameOf)
  if (!changed.ok) return changed
  const { values: next, undoneTo } = changed.data
  const before = withDefaults(stored, kind)
  const after = withDefaults(next, kind)
  // A default chosen by the owner is stored too, so that it stays when a later version of the program has another
  // default.
  const names = SETTING_NAMES.filter(
    (name) => !isDeepStrictEqual(before[name], after[name]) || !isDeepStrictEqual(stored[name], next[name]),
  )
  const refused = refuseSettings(actor, names)
  if (refused !== null) return refused
  const problem =
    connectionProblem(stored, next, kind) ?? (kind.real ? openingProblem(before, after, next, nameOf) : null)
  if (problem !== null) return refuse('conflict', problem)
  // An undo is stored even if nothing changes, so that the next one goes further back.
  if (names.length > 0 || undoneTo !== undefined) await insertVersion(tx, actorName(actor), next, undoneTo)
  if (names.length > 0) {
    const pick = (from: Settings) => Object.fromEntries(names.map((name) => [name, from[name]]))
    await writeAudit(tx, actor, { action, subject: 'settings', before: pick(before), after: pick(after) })
  }
  const changes = changesBetween(before, after)
  await tellOwners(tx, kind, actor, { before, after, changes })
  return ok({ settings: after, changes, before: id })
}

/**
 * Why somebody may not change these settings now, or null: the one place that a change, a plan, an undo, a return and a file
 * pass. Some are an owner's who has just confirmed that it's them (`ownersOnly`), none are a packer's.
 */
export function refuseSettings(
  actor: Actor,
  names: readonly SettingName[],
): Refusal<'forbidden' | 'sign_in_again'> | null {
  if (actor.kind !== 'staff' || names.length === 0) return null
  if (actor.role === 'packer') return refuse('forbidden', 'Packers can’t change settings.')
  const reserved = names.filter(isOwnersOnly)
  if (reserved.length === 0) return null
  if (actor.role !== 'owner')
    return refuse('forbidden', `Only an owner may change ${reserved.map(nameFor(actor)).join(', ')}.`)
  return askConfirmation(actor)
}

/** A new GSTIN of another state than the shop's, or the other way round, as a sentence. */
function stateProblem(stored: StoredSettings, next: StoredSettings): string | null {
  const [gstin, state] = [next['shop.gstin'], next['shop.state']]
  if (gstin === stored['shop.gstin'] && state === stored['shop.state']) return null
  return gstinStateProblem(String(gstin ?? ''), String(state ?? ''))
}

const NEEDED: Readonly<Record<NeededConnection, string>> = {
  payments: 'the keys of the payment provider',
  mail: 'a mail server',
}

/** Why a shop that lacks a connection can't be opened (CONTRACT, Settings), as a sentence. */
function connectionProblem(stored: StoredSettings, next: StoredSettings, { missing = [] }: ShopKind): string | null {
  if (missing.length === 0 || next['shop.open'] !== true || stored['shop.open'] === true) return null
  return `Before the shop opens, it needs ${missing.map((one) => NEEDED[one]).join(' and ')}: enter them under Settings, Payment provider and e-mail.`
}

/** Why a real shop can't be open with these settings, as a sentence: it would lose its details, or lacks them. */
function openingProblem(before: Settings, after: Settings, next: StoredSettings, nameOf: NameOf): string | null {
  const unset = unsetIdentity(after)
  const isUnset = unsetIdentity(before)
  const lost = unset.filter((name) => !isUnset.includes(name))
  if (before['shop.open'] && next['shop.open'] !== false && lost.length > 0)
    return `The shop is open, so ${lost.map(nameOf).join(', ')} can’t be empty or the demonstration’s. Close it first.`
  if (next['shop.open'] === true && !before['shop.open'] && unset.length > 0)
    return `Before the shop opens, set ${unset.map(nameOf).join(', ')}.`
  return null
}
