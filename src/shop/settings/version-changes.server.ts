import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { SETTING_NAMES, type SettingName, type Settings, type ShopKind } from './definitions.ts'
import { listVersions, type SettingsVersion, withDefaults } from './sql.server.ts'

/** A setting that changed. */
export interface SettingChange {
  name: SettingName
  from: unknown
  to: unknown
}

/** The settings that differ, in the order of `settings list`. */
export function changesBetween(before: Settings, after: Settings): SettingChange[] {
  return SETTING_NAMES.flatMap((name) =>
    isDeepStrictEqual(before[name], after[name]) ? [] : [{ name, from: before[name], to: after[name] }],
  )
}

/** Versions with what each of them changed, newest first. */
export async function listChanges(
  db: Kysely<Tables>,
  limit: number,
  kind: ShopKind,
): Promise<(SettingsVersion & { changes: SettingChange[] })[]> {
  const versions = await listVersions(db, limit + 1)
  return versions.slice(0, limit).map((version, index) => ({
    ...version,
    changes: changesBetween(withDefaults(versions[index + 1]?.values ?? {}, kind), withDefaults(version.values, kind)),
  }))
}
