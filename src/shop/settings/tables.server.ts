import type { ColumnType, Generated } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'

/** Every version of the settings; the newest one is current. */
interface SettingsVersionsTable {
  id: Generated<number>
  at: ColumnType<Date, never, never>
  actor: string
  values: ColumnType<Record<string, unknown>, string, never>
  undone_to: number | null
}

/** What somebody is changing and only sees themselves. */
interface StaffDraftsTable {
  staff_id: string
  subject: string
  data: ColumnType<unknown, string, string>
  version: string | null
  updated_at: ColumnType<Date, never, Date>
}

/** Settings from a moment on, which change as one. */
interface PlannedSettingsTable {
  id: string
  /** The values by the names of their settings; null is the default. */
  changes: ColumnType<Record<string, unknown>, string, never>
  due_at: Date
  actor: ColumnType<Actor, string, never>
  done_at: Date | null
  problem: string | null
}

/** One row, from the first start on. */
interface ShopKindTable {
  only_row: ColumnType<boolean, never, never>
  is_real: boolean
}

export interface SettingsTables {
  shop_kind: ShopKindTable
  settings_versions: SettingsVersionsTable
  staff_drafts: StaffDraftsTable
  planned_settings: PlannedSettingsTable
  secrets: { name: string; value: Buffer }
}

declare module '../tables.server.ts' {
  interface Tables extends SettingsTables {}
}
