import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { type Settings, type ShopKind, settingsFrom } from './definitions.ts'
import { findNewerVersion, withDefaults } from './sql.server.ts'

/** The settings as last read by this process, so that a call needs no query. */
export interface SettingsInMemory {
  current(): Settings
  /**
   * Reads the newest version. If that fails, the last known settings stay.
   * @throws {Error} when the database can't be asked
   */
  refresh(): Promise<void>
}

/** The settings of a database, in memory; the defaults until the first `refresh`. */
export function createSettingsInMemory(db: Kysely<Tables>, kind: ShopKind): SettingsInMemory {
  let known = { version: 0, settings: settingsFrom({}, kind) }
  return {
    current: () => known.settings,
    async refresh() {
      const newer = await findNewerVersion(db, known.version)
      // Of two concurrent reads the later one may be the first to end. Versions are numbered in the order of their
      // commits.
      if (newer && newer.version > known.version)
        known = { version: newer.version, settings: Object.freeze(withDefaults(newer.values, kind)) }
    },
  }
}
