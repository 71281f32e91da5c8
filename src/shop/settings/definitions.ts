import type { NeededConnection } from '#platform/config.server.ts'
import { editDistance } from '#platform/text/edit-distance.ts'
import { BACKUP_SETTINGS } from './definitions/backups.server.ts'
import type { Definition } from './definitions/definition.server.ts'
import { ORDER_SETTINGS } from './definitions/orders.server.ts'
import { PAGE_SETTINGS, SCREEN_SETTINGS } from './definitions/screens.server.ts'
import { SELLER_SETTINGS } from './definitions/seller.server.ts'

const table = { ...SELLER_SETTINGS, ...ORDER_SETTINGS, ...SCREEN_SETTINGS, ...BACKUP_SETTINGS, ...PAGE_SETTINGS }

type Table = typeof table
export type SettingName = keyof Table
/** The shop's details and charges, as the owner sets them. */
export type Settings = { readonly [N in SettingName]: Table[N]['default'] }
type PageSettingName = { [N in SettingName]: Table[N]['audience'] extends 'page' ? N : never }[SettingName]
/** The settings for every page. */
export type SharedSettings = Pick<Settings, PageSettingName>

/** The settings, in the order in which they are listed. Everything else about them is derived from this table. */
export const DEFINITIONS: { readonly [N in SettingName]: Definition<Settings[N]> } = table

// Safe casts: the keys of the table, here and below.
export const SETTING_NAMES = Object.keys(DEFINITIONS) as SettingName[]

/** A value for each of these settings, by name. */
function mapSettings<T>(names: readonly SettingName[], read: (name: SettingName) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, read(name)]))
}

export const DEFAULT_SETTINGS = Object.freeze(
  mapSettings(SETTING_NAMES, (name) => DEFINITIONS[name].default),
) as Settings

const PAGE_SETTING_NAMES = SETTING_NAMES.filter((name) => DEFINITIONS[name].audience === 'page')

/** The schemas of the settings for every page. */
export const pageSchemas = mapSettings(PAGE_SETTING_NAMES, (name) => DEFINITIONS[name].schema) as {
  [N in PageSettingName]: Table[N]['schema']
}

export function sharedSettings(settings: Settings): SharedSettings {
  return mapSettings(PAGE_SETTING_NAMES, (name) => settings[name]) as SharedSettings
}

/** What a setting does, for whoever types commands. */
export function helpOf(name: SettingName): string {
  const { help, commandHelp } = DEFINITIONS[name]
  return commandHelp === undefined ? help : `${help} ${commandHelp}`
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(DEFINITIONS, name)
}

/** What is wrong with a new value that its schema accepts, as the end of a sentence, or null. */
export function settingProblem<N extends SettingName>(name: N, value: Settings[N]): string | null {
  return DEFINITIONS[name].problemOf?.(value) ?? null
}

/** A new shop's values unless its owner sets others, so that nothing of the demonstration is left. */
export function ownTexts(settings: Settings): Partial<Settings> {
  return mapSettings(
    SETTING_NAMES.filter((name) => DEFINITIONS[name].own),
    (name) => DEFINITIONS[name].own?.(settings),
  )
}

/** `real`: a shop of its owner's, not the demonstration. `missing`: what it can't open without. */
export interface ShopKind {
  real: boolean
  missing?: readonly NeededConnection[]
}

/**
 * What is set over the defaults. For a real shop the demonstration's details aren't among these: its texts are made from
 * its own details, and details that nothing can stand in for are empty. It's closed until its owner opens it, and while
 * it lacks one of them, or a connection.
 */
export function settingsFrom(set: Partial<Settings>, { real, missing = [] }: ShopKind): Settings {
  const mayOpen = missing.length === 0
  if (!real) return { ...DEFAULT_SETTINGS, ...set, ...(mayOpen ? {} : { 'shop.open': false }) }
  const details = { ...DEFAULT_SETTINGS, ...mapSettings(OWN_DETAILS, () => ''), ...set }
  // Twice, because texts are made from the city, which is itself made from the address.
  const known = { ...details, ...ownTexts(details), ...set }
  const settings = { ...known, ...ownTexts(known), ...set }
  const isOpen = mayOpen && set['shop.open'] === true && OWN_DETAILS.every((name) => settings[name] !== '')
  return { ...settings, 'shop.open': isOpen }
}

/** The details that nothing can stand in for, such as the shop's name. */
const OWN_DETAILS = SETTING_NAMES.filter((name) => DEFINITIONS[name].isIdentity && !DEFINITIONS[name].own)

/** True for the empty value of a detail that a real shop hasn't set yet: nobody can set it to that. */
export function isUnsetDetail(name: string, value: unknown): boolean {
  return value === '' && isSettingName(name) && !DEFINITIONS[name].schema.safeParse(value).success
}

/** The settings that a real shop has to set but hasn't. */
export function unsetIdentity(settings: Settings): SettingName[] {
  return SETTING_NAMES.filter(
    (name) =>
      (DEFINITIONS[name].isIdentity && JSON.stringify(settings[name]) === JSON.stringify(DEFAULT_SETTINGS[name])) ||
      (OWN_DETAILS.includes(name) && settings[name] === ''),
  )
}

/** True if the shop still has the demonstration's name, which its logo and icons belong to. */
export function hasDefaultName(settings: Settings): boolean {
  return settings['shop.name'] === DEFAULT_SETTINGS['shop.name']
}

/**
 * The settings that the privacy page lacks, or none if the owner has their own text. `others`: whether the map and some
 * pictures come from other companies, whom the page must name.
 */
export function emptyPolicyFacts(settings: Settings, others: { map: boolean; pictures: boolean }): SettingName[] {
  if (settings['page.privacy'] !== '') return []
  const idle = [...(others.map ? [] : ['privacy.mapService']), ...(others.pictures ? [] : ['privacy.pictureHost'])]
  return SETTING_NAMES.filter((name) => name.startsWith('privacy.') && settings[name] === '' && !idle.includes(name))
}

/** The message about an unknown setting: the nearest name, or where to find all. */
export function unknownSetting(name: string): string {
  const typed = name.toLowerCase()
  const editsTo = (known: string) =>
    Math.min(editDistance(typed, known), editDistance(typed, known.split('.').at(-1) ?? known))
  const [near] = SETTING_NAMES.map((known) => ({ known, edits: editsTo(known.toLowerCase()) })).sort(
    (one, other) => one.edits - other.edits,
  )
  const isNear = name.length <= 60 && near !== undefined && near.edits <= Math.min(3, name.length / 3)
  return `Unknown setting ${name}. ${isNear ? `Did you mean ${near.known}?` : '`settings list` shows them all.'}`
}
