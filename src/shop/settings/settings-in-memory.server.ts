import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { type Settings, type ShopKind, settingsFrom } from './definitions.ts'
import { findNewerVersion, readShopKind, type StoredSettings, withDefaults } from './sql.server.ts'

/** The settings as last read by this process, so that a call needs no query. */
export interface SettingsInMemory {
  current(): Settings
  /** Whether the shop is its owner's, as the database says. */
  kind(): ShopKind
  /**
   * Reads the newest version. If that fails, the last known settings stay.
   * @throws {Error} when the database can't be asked
   */
  refresh(): Promise<void>
}

/**
 * The settings of a database, in memory; the defaults until the first `refresh`. `fallback`: what the shop is taken for
 * before its first start.
 */
export function createSettingsInMemory(db: Kysely<Tables>, fallback: ShopKind): SettingsInMemory {
  const none: StoredSettings = {}
  let known = { version: 0, values: none, kind: fallback, settings: settingsFrom({}, fallback) }
  return {
    current: () => known.settings,
    kind: () => known.kind,
    async refresh() {
      const [newer, kind] = await Promise.all([findNewerVersion(db, known.version), readShopKind(db, fallback)])
      // Of two concurrent reads the later one may be the first to end. Versions are numbered in the order of their
      // commits.
      const isNewer = newer !== null && newer.version > known.version
      if (!isNewer && kind.real === known.kind.real) return
      const { version, values } = isNewer ? newer : known
      known = { version, values, kind, settings: Object.freeze(withDefaults(values, kind)) }
    },
  }
}
