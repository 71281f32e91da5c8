import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import type { Actor } from '#platform/api/identity.ts'
import { type FieldError, ok, type Result, refuse } from '#platform/api/result.ts'
import { actorName, writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import {
  DEFINITIONS,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  unknownSetting,
} from './definitions.ts'
import {
  insertVersion,
  listVersions,
  lockSettings,
  readStoredSettings,
  type StoredSettings,
  withDefaults,
} from './sql.server.ts'

/** Where settings are changed. `settingsChanged` is called after the commit. */
export type SettingsContext = Pick<Shop, 'db' | 'settingsChanged'>

/**
 * Sets settings, all or none, as a new version. Null resets a setting to its default. Refused: unknown names and values
 * that break their rule, each named.
 */
export async function changeSettings(
  context: SettingsContext,
  actor: Actor,
  changes: Readonly<Record<string, unknown>>,
): Promise<Result<Settings>> {
  return editSettings(context, actor, () => ok(changes))
}

/** Like `changeSettings`, for changes that depend on the current settings, without another writer in between. */
export async function editSettings(
  context: SettingsContext,
  actor: Actor,
  edit: (settings: Settings) => Result<Readonly<Record<string, unknown>>>,
): Promise<Result<Settings>> {
  return write(context, actor, 'settings.set', async (stored) => {
    const changes = edit(withDefaults(stored))
    if (!changes.ok) return changes
    const errors = Object.entries(changes.data).flatMap(([name, value]) => checkSetting(name, value))
    if (errors.length > 0) return refuse('invalid_input', errors.map(sentenceOf).join('\n'), { errors })
    return ok(Object.fromEntries(Object.entries({ ...stored, ...changes.data }).filter(([, value]) => value !== null)))
  })
}

/** Replaces all settings by those of an exported file. Missing ones get their default. */
export async function importSettings(context: SettingsContext, actor: Actor, file: string): Promise<Result<Settings>> {
  let values: unknown
  try {
    values = JSON.parse(file)
  } catch (error) {
    return refuse('invalid_input', `This isn’t JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return refuse('invalid_input', 'The file must contain one object of settings.')
  const unset = Object.fromEntries(SETTING_NAMES.map((name) => [name, null]))
  return changeSettings(context, actor, { ...unset, ...values })
}

/** Returns to the previous version, as a new version. */
export async function undoSettings(context: SettingsContext, actor: Actor): Promise<Result<Settings>> {
  return write(context, actor, 'settings.undo', async (_, tx) => {
    const [present, before] = await listVersions(tx, 2)
    return present ? ok(before?.values ?? {}) : refuse('conflict', 'No setting has ever been changed.')
  })
}

/** Stores what `change` makes of the stored settings. It's called under the lock. */
async function write(
  context: SettingsContext,
  actor: Actor,
  action: string,
  change: (stored: StoredSettings, tx: Transaction<Tables>) => Promise<Result<StoredSettings>>,
): Promise<Result<Settings>> {
  const result = await context.db.transaction().execute(async (tx): Promise<Result<Settings>> => {
    await lockSettings(tx)
    const stored = await readStoredSettings(tx)
    const changed = await change(stored, tx)
    if (!changed.ok) return changed
    const next = changed.data
    const before = withDefaults(stored)
    const after = withDefaults(next)
    // A default chosen by the owner is stored too, so that it stays when a later version of the program has another
    // default.
    const names = SETTING_NAMES.filter(
      (name) => !isDeepStrictEqual(before[name], after[name]) || !isDeepStrictEqual(stored[name], next[name]),
    )
    if (names.length > 0) {
      await insertVersion(tx, actorName(actor), next)
      const pick = (from: Settings) => Object.fromEntries(names.map((name) => [name, from[name]]))
      await writeAudit(tx, actor, { action, subject: 'settings', before: pick(before), after: pick(after) })
    }
    return ok(after)
  })
  if (result.ok) await context.settingsChanged()
  return result
}

/** The message about a name that is unknown is a sentence of its own. */
function sentenceOf({ path, message }: FieldError): string {
  return isSettingName(path) ? `${path} ${message}.` : message
}

function checkSetting(path: string, value: unknown): FieldError[] {
  if (!isSettingName(path)) return [{ path, message: unknownSetting(path) }]
  if (value === null) return []
  const parsed = DEFINITIONS[path].schema.safeParse(value, { error: fieldErrors })
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ path, message: `${positionOf(path, issue.path)}${issue.message}` }))
}

/** The place of an error in a list or an object, counted from 1: `section 3, tiles.1.link: `. */
function positionOf(setting: SettingName, [first, ...field]: readonly PropertyKey[]): string {
  if (first === undefined) return ''
  const names = field.map((part) => (typeof part === 'number' ? part + 1 : String(part)))
  const entry = setting === 'home.sections' ? 'section' : 'entry'
  const start = typeof first === 'number' ? `${entry} ${first + 1}` : String(first)
  return `${[start, ...(names.length > 0 ? [names.join('.')] : [])].join(', ')}: `
}
