import type { FieldError } from '#platform/api/result.ts'
import { isRecord } from '../is-record.ts'
import type { Shop } from '../shop.server.ts'
import { checkSetting } from './check-setting.server.ts'
import { DEFINITIONS, isSettingName, type Settings } from './definitions.ts'
import { deleteDraft, findDraft, storeDraft } from './drafts-sql.server.ts'
import { changesInWords } from './planned.server.ts'
import { DRAFTS, PREVIEW_PARAMETER } from './preview-rules.ts'
import { readStoredSettings, withDefaults } from './sql.server.ts'
import type { PlannedSettings } from './staff-contract.ts'

type Context = Pick<Shop, 'db' | 'config'>

/** The shop's settings with what somebody is changing. A draft's value that breaks its rule counts as unchanged. */
export async function draftSettings({ db, config }: Context, staffId: string, subject: string): Promise<Settings> {
  const stored = await readStoredSettings(db)
  const known = DRAFTS.find((one) => one === subject)
  const draft = known ? await findDraft(db, staffId, known) : null
  const data = known === 'home-page' ? { 'home.sections': draft?.data } : draft?.data
  const changes = isRecord(data)
    ? Object.entries(data).filter(
        ([name, value]) => value === null || (isSettingName(name) && DEFINITIONS[name].schema.safeParse(value).success),
      )
    : []
  const values = Object.entries({ ...stored, ...Object.fromEntries(changes) }).filter(([, value]) => value !== null)
  return withDefaults(Object.fromEntries(values), config)
}

/** Keeps settings that somebody is changing for the preview beside the form. Returns what is wrong with them, or what they change. */
export async function previewSettings(
  { db, config }: Context,
  staffId: string,
  { values, path }: { values: Readonly<Record<string, unknown>>; path: string },
): Promise<{ errors: FieldError[]; url: string; changes: PlannedSettings['changes'] }> {
  const stored = await readStoredSettings(db)
  const before = withDefaults(stored, config)
  const errors = Object.entries(values).flatMap(([name, value]) => checkSetting(name, value, before))
  if (Object.keys(values).length === 0) await deleteDraft(db, staffId, 'settings')
  else await storeDraft(db, { staffId, subject: 'settings', data: values, version: null })
  const changes = errors.length > 0 ? [] : changesInWords(stored, values, config)
  return { errors, url: `${path}?${PREVIEW_PARAMETER}=settings`, changes }
}
