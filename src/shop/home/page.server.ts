import { createHash } from 'node:crypto'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import { type Actor, type StaffSession, staffActor } from '#platform/api/identity.ts'
import { type FieldError, ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import { actorName } from '../audit/sql.server.ts'
import { deleteDraft, findDraft, storeDraft } from '../settings/drafts-sql.server.ts'
import { findValueAt, putSetting, showSetting } from '../settings/one-setting.server.ts'
import { parsePlannedTime, planSettings } from '../settings/planned.server.ts'
import { listPlanned } from '../settings/planned-sql.server.ts'
import { PREVIEW_PARAMETER } from '../settings/preview-rules.ts'
import { homeSections } from '../settings/section-contract.ts'
import type { SettingsRefusal } from '../settings/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import { mergeSections } from './merge.server.ts'

/** Sections as somebody writes them, unchecked. */
type Written = readonly Record<string, unknown>[]

const NAME = 'home.sections'

/** The home page with one's own draft of it, and what is planned. */
export async function showHomePage(shop: Shop, staff: StaffSession) {
  const [draft, planned] = [await findDraft(shop.db, staff.staffId, 'home-page'), await listPlanned(shop.db, NAME)]
  return {
    ...(await currentPage(shop, staff)),
    draft: draft && {
      sections: listOf(draft.data),
      version: draft.version,
      changedAt: draft.updated_at.toISOString(),
      errors: sectionErrors(draft.data),
    },
    planned: planned.map(({ id, due_at, actor, changes, problem }) => ({
      id,
      at: due_at.toISOString(),
      by: actorName(actor),
      sections: listOf(changes[NAME]),
      problem,
    })),
  }
}

async function currentPage(shop: Shop, { role }: StaffSession) {
  return pageOf(await showSetting(shop, NAME, role))
}

function pageOf({ value, version, isDefault, changedAt, changedBy }: Awaited<ReturnType<typeof showSetting>>) {
  return { sections: listOf(value), version, isDefault, changedAt, changedBy }
}

// Safe cast: what the schema of the call or of the setting took is a list of objects.
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])

type Published = ReturnType<typeof pageOf> & { before: number; merged: boolean }

/**
 * Publishes sections. A draft of whoever does it has become the page, so it goes. What others have published since `from` stays,
 * if it's in other fields; refused if not, with both values of each field.
 */
export async function publishSections(
  shop: Shop,
  staff: StaffSession,
  sections: Written | null,
  from: string | null,
): Promise<Result<Published, SettingsRefusal>> {
  const errors = sections === null ? [] : sectionErrors(sections)
  if (errors.length > 0) return refuseSections(errors)
  const saved = await putSections(shop, staff, sections, from)
  if (saved.ok || saved.code !== 'changed_meanwhile' || sections === null || from === null) return saved
  const merge = await mergeWithCurrent(shop, staff, sections, from)
  if (merge === null) return saved
  const { current, merged } = merge
  if (merged.clashes.length === 0) {
    // Somebody else may publish in between once more: then it's refused.
    const together = await putSections(shop, staff, listOf(merged.mine), current.version)
    return together.ok ? ok({ ...together.data, merged: true }) : together
  }
  const { clashes, mine, theirs } = merged
  return { ...saved, extra: { ...saved.extra, current, clashes, merged: { mine, theirs } } }
}

async function putSections(
  shop: Shop,
  staff: StaffSession,
  sections: Written | null,
  from: string | null,
): Promise<Result<Published, SettingsRefusal>> {
  const saved = await putSetting(shop, staffActor(staff), NAME, sections, {
    from,
    role: staff.role,
    alongside: (tx) => deleteDraft(tx, staff.staffId, 'home-page'),
  })
  if (saved.ok) return ok({ ...pageOf(saved.data), before: saved.data.before, merged: false })
  if (saved.code !== 'changed_meanwhile') return saved
  const current = await currentPage(shop, staff)
  return refuseChanged(CHANGED, { current, fields: ['sections'], by: current.changedBy })
}

/** Sections put together with those that others have published since a version; null if that isn't possible. */
async function mergeWithCurrent(shop: Shop, staff: StaffSession, sections: Written, from: string) {
  const base = await findValueAt(shop, NAME, from)
  const current = await currentPage(shop, staff)
  const mine = homeSections.parse(sections)
  const merged = base && mergeSections(listOf(base), current.sections, listOf(mine))
  return merged && { current, merged }
}

const CHANGED = 'Somebody changed the home page in the meantime. Your changes aren’t published yet.'

/** Keeps a draft for its preview, even if something is wrong with it. */
export async function keepDraft(
  { db }: Pick<Shop, 'db'>,
  { staffId }: StaffSession,
  { sections, version }: { sections: Written; version: string | null },
): Promise<{ errors: FieldError[]; url: string }> {
  await storeDraft(db, { staffId, subject: 'home-page', data: sections, version })
  return { errors: sectionErrors(sections), url: `/?${PREVIEW_PARAMETER}=home-page` }
}

/** Publishes sections at a time. Refused: the past, more than a year ahead, and sections that break a rule. */
export async function planSections(
  shop: Pick<Shop, 'db' | 'clock' | 'config'>,
  actor: Actor,
  { sections, at }: { sections: Written; at: string },
): Promise<Result<{ id: string; at: string }, SettingsRefusal>> {
  const errors = sectionErrors(sections)
  if (errors.length > 0) return refuseSections(errors)
  const time = parsePlannedTime(at, shop.clock.now())
  if (!time.ok) return time
  const planned = await planSettings(shop, actor, { changes: { [NAME]: sections }, at: time.data })
  return planned.ok ? ok({ id: planned.data, at: time.data.toISOString() }) : planned
}

function refuseSections(errors: FieldError[]) {
  const [first] = errors
  const [, index = '0', ...field] = first?.path.split('.') ?? []
  const where = `Section ${Number(index) + 1}${field.length > 0 ? `, ${field.join('.')}` : ''}`
  return refuse('invalid_input', `${where}: ${first?.message ?? ''}.`, { errors })
}

/** What is wrong with sections, each at its field: `sections.2.tiles.0.link`. */
function sectionErrors(sections: unknown): FieldError[] {
  const parsed = homeSections.safeParse(sections, { error: fieldErrors })
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, message }) => ({ path: ['sections', ...path].join('.'), message }))
}

/** Stores a picture for a section. The same picture has the same path. */
export async function storeHomePicture(
  { pictures }: Pick<Shop, 'pictures'>,
  bytes: Uint8Array,
): Promise<Result<{ path: string; width: number; height: number }, 'unreadable_picture'>> {
  const file = `home-${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.webp`
  const place = { store: pictures.published, file }
  const stored = (await readPicture(place)) ?? (await storePicture({ ...place, bytes }))
  if (!stored) return refuse('unreadable_picture', 'This picture can’t be read. Save it as a JPEG or PNG.')
  return ok({ path: `/media/${file}`, width: stored.width, height: stored.height })
}
