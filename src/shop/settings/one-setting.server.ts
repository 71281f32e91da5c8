import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, StaffRole } from '#platform/api/identity.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { markdownHtml } from '#platform/text/markdown.server.ts'
import type { Tables } from '../tables.server.ts'
import { DEFINITIONS, isSettingName, type SettingName, type Settings, unknownSetting } from './definitions.ts'
import { refuseLogo } from './drawn-logo.server.ts'
import { findLastChange } from './history-sql.server.ts'
import { logoNotes } from './logo-notes.server.ts'
import { fillsOf, pageText, standardPageText, unknownPlaceholders } from './page-texts.server.ts'
import { PAGE_NAMES } from './rules.ts'
import { SCREEN_HELP, SCREEN_UNITS } from './screen-help.ts'
import { isOwnersOnly, labelOf, PLACED_SETTINGS, type PlacedSetting } from './setting-pages.server.ts'
import { findVersion, listStoredValues, newestVersion, type StoredSettings, withDefaults } from './sql.server.ts'
import { refuseSettings, type SettingsContext, type SettingsRefusal, writeEdited } from './staff.server.ts'
import type { ListedSetting, SettingLimits, ShownSetting } from './staff-contract.ts'
import { STATE_NAMES } from './state-rules.ts'

const CHANGED = 'Somebody changed this setting in the meantime. Your change isn’t saved yet.'

/**
 * The version of one setting: of what is stored for it, so that changes of other settings leave it. A setting that has
 * its former value again has its former version.
 */
export function versionOf(stored: StoredSettings, name: SettingName): string {
  const text = JSON.stringify(stored[name] ?? null)
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** So many changes of settings ago a version is still known. */
const KNOWN_VERSIONS = 500

/** What a setting was in a version of its own, or null if that's too long ago. */
export async function findValueAt<N extends SettingName>(
  { db, config }: Pick<SettingsContext, 'db' | 'config'>,
  name: N,
  version: string,
): Promise<Settings[N] | null> {
  const values = [...(await listStoredValues(db, name, KNOWN_VERSIONS)), null]
  const found = values.find((value) => versionOf({ [name]: value }, name) === version)
  return found === undefined ? null : withDefaults(found === null ? {} : { [name]: found }, config)[name]
}

/** Which of two names is a setting. Refused: others. */
export function knownSetting(name: string): Result<SettingName, 'not_found'> {
  return isSettingName(name) ? ok(name) : refuse('not_found', unknownSetting(name))
}

/** A setting with its value, who changed it last, and notes about it. */
export async function showSetting(
  { db, config }: Pick<SettingsContext, 'db' | 'config'>,
  name: SettingName,
  role: StaffRole,
): Promise<ShownSetting> {
  const { values: stored } = await newestVersion(db)
  const settings = withDefaults(stored, config)
  const last = await findLastChange(db, name)
  return {
    ...listed(name, { settings, stored, role, isReal: config.real }),
    value: settings[name],
    default: withDefaults({ ...stored, [name]: undefined }, config)[name],
    start: startingText(name),
    pageText: pageTextOf(name, settings),
    changedAt: last?.at.toISOString() ?? null,
    changedBy: last?.actor ?? null,
    notes: await notesOf(name, settings),
  }
}

/** Every setting in the order of the screens; long values only in words. */
export async function listSettings(
  { db, config }: Pick<SettingsContext, 'db' | 'config'>,
  role: StaffRole,
): Promise<ListedSetting[]> {
  const { values: stored } = await newestVersion(db)
  const settings = withDefaults(stored, config)
  return PLACED_SETTINGS.map(({ name }) => listed(name, { settings, stored, role, isReal: config.real }))
}

/** Values that a list of settings shows whole. */
const MAX_LISTED = 300

function listed(
  name: SettingName,
  { settings, stored, role, isReal }: { settings: Settings; stored: StoredSettings; role: StaffRole; isReal: boolean },
): ListedSetting {
  const { page, label, kind, shownAt = null, isAsked = false } = placeOf(name)
  const isShort = JSON.stringify(settings[name]).length <= MAX_LISTED
  return {
    name,
    page,
    label,
    help: screenHelp(name),
    kind: kind ?? kindOf(name),
    unit: SCREEN_UNITS[name] ?? null,
    limits: limitsOf(name),
    version: versionOf(stored, name),
    isDefault: stored[name] === undefined,
    isUndecided: isReal && isAsked && stored[name] === undefined,
    mayChange: role === 'owner' || !isOwnersOnly(name),
    shownAt,
    value: isShort ? settings[name] : null,
    summary: isShort ? null : summaryOf(settings[name]),
  }
}

/** What a setting means, for whoever sees labels instead of names. */
export function screenHelp(name: SettingName): string {
  const own = SCREEN_HELP[name]
  if (own !== undefined) return own
  return DEFINITIONS[name].help
    .replace(/(?<!\{)\b[a-z]+\.[a-zA-Z]+\b/g, (word) => (isSettingName(word) ? `“${labelOf(word)}”` : word))
    .replaceAll('`', '')
}

const placeOf = (name: SettingName): Omit<PlacedSetting, 'name'> =>
  PLACED_SETTINGS.find((one) => one.name === name) ?? { page: 'shop', label: name }

function summaryOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length.toLocaleString('en-IN')} entries`
  return `${String(value).length.toLocaleString('en-IN')} characters`
}

/** What a schema says of itself. */
const described = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.int().optional(),
  maxItems: z.int().optional(),
})

function describe(name: SettingName) {
  return described.parse(z.toJSONSchema(DEFINITIONS[name].schema, { io: 'input', unrepresentable: 'any' }))
}

function kindOf(name: SettingName): string {
  const { type, enum: choices } = describe(name)
  if (choices) return 'choice'
  if (type === 'boolean') return 'yes-no'
  return type === 'integer' || type === 'number' ? 'number' : 'text'
}

function limitsOf(name: SettingName): SettingLimits {
  // Its schema takes other names of states, and their digits, too.
  if (name === 'shop.state') return { choices: ['', ...STATE_NAMES.toSorted()] }
  const { enum: choices, minimum, maximum, maxLength, maxItems } = describe(name)
  return { choices, minimum, maximum, maxLength, maxItems }
}

/** The standard text of a page with its `{names}`, to begin from; empty for other settings. */
function startingText(name: SettingName): string {
  const page = PAGE_NAMES.find((one) => name === `page.${one}`)
  return page ? standardPageText(page) : ''
}

/** What a page says now, and what its `{names}` stand for; null for other settings. */
function pageTextOf(name: SettingName, settings: Settings): ShownSetting['pageText'] {
  const page = PAGE_NAMES.find((one) => name === `page.${one}`)
  if (!page) return null
  const fills = fillsOf(page, settings).map((fill) => ({ ...fill, label: fillLabel(fill.name) }))
  return { html: markdownHtml(pageText(page, settings)), fills }
}

function fillLabel(name: string): string {
  return MADE_OF_SETTINGS[name] ?? (isSettingName(name) ? labelOf(name) : name)
}

const MADE_OF_SETTINGS: Readonly<Record<string, string>> = {
  taxNote: 'What prices include',
  delivery: 'What delivery costs, in words',
  countries: 'Countries that the shop delivers to',
}

/** What an owner should know about a value that was accepted. */
async function notesOf(name: SettingName, settings: Settings): Promise<string[]> {
  if (name === 'brand.mark') return logoNotes(settings[name])
  if (!name.startsWith('page.')) return []
  return unknownPlaceholders(String(settings[name]), settings).map(
    (unknown) => `{${unknown}} isn’t the name of a setting, so the page shows it as it is.`,
  )
}

export interface SettingChangeInput {
  /** The version that the change was made from, or null to set it whatever it is now. */
  from: string | null
  role: StaffRole
  /** What else is written in the transaction of the change. */
  alongside?(tx: Transaction<Tables>): Promise<void>
}

/**
 * Sets one setting; null resets it to its default. Refused: one that somebody else changed since `from`, which comes as
 * `current`. `before`: the version of all settings to which `returnSetting` goes back.
 */
export async function putSetting(
  context: SettingsContext,
  actor: Actor,
  name: SettingName,
  value: unknown,
  input: SettingChangeInput,
): Promise<Result<ShownSetting & { before: number }, SettingsRefusal>> {
  return change(context, actor, name, input, async () => ok(value))
}

/**
 * Sets several settings, all or none; null resets one to its default. Refused with the errors of all of them, or if somebody else
 * changed one since its version in `from`: these come as `current`.
 */
export async function putSettings(
  context: SettingsContext,
  actor: Actor,
  values: Readonly<Record<string, unknown>>,
  { from, role }: { from: Readonly<Record<string, string>>; role: StaffRole },
): Promise<Result<{ items: ShownSetting[]; before: number }, SettingsRefusal>> {
  const names = Object.keys(values)
  if (names.length === 0) return refuse('invalid_input', 'Please choose which settings change.')
  let changedSince: SettingName[] = []
  const changed = await writeEdited(context, actor, (_, stored) => {
    changedSince = names.filter(
      (name): name is SettingName =>
        isSettingName(name) && from[name] !== undefined && from[name] !== versionOf(stored, name),
    )
    return changedSince.length === 0 ? ok(values) : refuse('changed_meanwhile', CHANGED)
  })
  const show = (some: readonly string[]) =>
    Promise.all(some.filter(isSettingName).map((name) => showSetting(context, name, role)))
  if (changed.ok) return ok({ items: await show(names), before: changed.data.before })
  if (changed.code !== 'changed_meanwhile') return changed
  const items = await show(changedSince)
  return refuseChanged(CHANGED, { current: { items }, fields: changedSince, by: items[0]?.changedBy ?? null })
}

/** Sets one setting to what it was in a version of all settings, 0 for its default. */
export async function returnSetting(
  context: SettingsContext,
  actor: Actor,
  name: SettingName,
  version: number,
  input: SettingChangeInput,
): Promise<Result<ShownSetting & { before: number }, SettingsRefusal>> {
  return change(context, actor, name, input, async () => {
    if (version === 0) return ok(null)
    const found = await findVersion(context.db, version)
    return found ? ok(found.values[name] ?? null) : refuse('not_found', `There is no version ${version}.`)
  })
}

async function change(
  context: SettingsContext,
  actor: Actor,
  name: SettingName,
  { from, role, alongside }: SettingChangeInput,
  readValue: () => Promise<Result<unknown, SettingsRefusal>>,
): Promise<Result<ShownSetting & { before: number }, SettingsRefusal>> {
  const forbidden = refuseSettings(actor, [name])
  if (forbidden !== null) return forbidden
  const value = await readValue()
  if (!value.ok) return value
  const refused = await refuseLogo({ [name]: value.data })
  if (refused !== null) return refused
  const changed = await writeEdited(
    context,
    actor,
    (_, stored) =>
      from === null || from === versionOf(stored, name)
        ? ok({ [name]: value.data })
        : refuse('changed_meanwhile', CHANGED),
    alongside,
  )
  const current = await showSetting(context, name, role)
  if (changed.ok) return ok({ ...current, before: changed.data.before })
  if (changed.code !== 'changed_meanwhile') return changed
  return refuseChanged(CHANGED, { current, fields: ['value'], by: current.changedBy })
}
