import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result } from '#platform/api/result.ts'
import { type Difference, differences } from '../audit/difference.ts'
import type { Shop } from '../shop.server.ts'
import { isSettingName, SETTING_NAMES, type SettingName } from './definitions.ts'
import { listSettingsAudit, type SettingsAuditRow } from './history-sql.server.ts'
import { PLACED_SETTINGS } from './setting-pages.server.ts'
import { changeWords } from './setting-texts.server.ts'
import type { SettingsChange } from './staff-contract.ts'

const LABELS = new Map(PLACED_SETTINGS.map(({ name, label }) => [name, label]))

/** Changes of all settings or of one, newest first, in words. */
export async function listHistory(
  { db }: Pick<Shop, 'db'>,
  { setting, cursor, limit }: { setting?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Result<{ items: SettingsChange[]; next: string | null }, 'invalid_input'>> {
  const key = readCursor(cursor, z.tuple([z.int()]))
  if (!key.ok) return key
  const name = setting !== undefined && isSettingName(setting) ? setting : null
  const rows = await listSettingsAudit(db, { name, before: key.data?.[0] ?? null, limit: limit + 1 })
  const { items, next } = cutPage(rows, limit, ({ id }) => [id])
  return ok({ items: items.map((row) => inWords(row, name)), next })
}

function inWords(
  { at, actor, action, before, after, version }: SettingsAuditRow,
  only: SettingName | null,
): SettingsChange {
  const names = SETTING_NAMES.filter((name) => Object.hasOwn(after, name) && (only === null || name === only))
  return {
    version,
    at: at.toISOString(),
    by: actor,
    kind: action === 'settings.undo' ? 'undo' : action === 'settings.return' ? 'return' : 'set',
    changes: names.map((name) => ({
      name,
      label: LABELS.get(name) ?? name,
      ...changeWords({ name, from: before[name], to: after[name] }),
    })),
  }
}

/** The same for a line of the log, whose values are by the settings' names. */
export function settingDifferences(before: unknown, after: unknown): Difference[] {
  const valuesOf = (side: unknown) => new Map(Object.entries(side ?? {}))
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const isKnown = (name: string) => isSettingName(name)
  const rest = (side: ReadonlyMap<string, unknown>) => Object.fromEntries([...side].filter(([name]) => !isKnown(name)))
  return [
    ...SETTING_NAMES.filter((name) => old.has(name) || now.has(name)).map((name) => {
      const { from, to } = changeWords({ name, from: old.get(name) ?? '', to: now.get(name) ?? '' })
      return { field: LABELS.get(name) ?? name, before: from, after: to }
    }),
    ...differences(rest(old), rest(now)),
  ]
}
