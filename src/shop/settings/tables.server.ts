import type { ColumnType, Generated } from 'kysely'

/** Every version of the settings; the newest one is current. */
interface SettingsVersionsTable {
  id: Generated<number>
  at: ColumnType<Date, never, never>
  actor: string
  values: ColumnType<Record<string, unknown>, string, never>
  undone_to: number | null
}

export interface SettingsTables {
  settings_versions: SettingsVersionsTable
}
