import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { type Settings, SHOP_PATH } from '../settings/rules.ts'
import type { HomeSection } from '../settings/section-contract.ts'
import { editSettings, type SettingsContext, type SettingsRefusal } from '../settings/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { readBanner, writeBanner } from './sql.server.ts'

type Sections = readonly HomeSection[]

/**
 * Hides a section or shows it again. A section is named by its number, counted from 1, or by its type if it's the only
 * one of it.
 */
export async function setSectionHidden(context: SettingsContext, actor: Actor, name: string, hidden: boolean) {
  return change(context, actor, name, (sections, index) =>
    sections.map((section, at) => (at === index ? withHidden(section, hidden) : section)),
  )
}

/** Moves a section to a position, counted from 1. */
export async function moveSection(context: SettingsContext, actor: Actor, name: string, to: number) {
  return change(context, actor, name, (sections, index) => {
    if (to < 1 || to > sections.length) return null
    return sections.toSpliced(index, 1).toSpliced(to - 1, 0, ...sections.slice(index, index + 1))
  })
}

/** Replaces all sections with those of an exported file. A refusal names section, field and reason. */
export async function importSections(context: SettingsContext, actor: Actor, file: string): Promise<Result<Sections>> {
  try {
    const sections: unknown = JSON.parse(file)
    return await save(context, actor, () => ok(sections))
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('invalid_input', `This isn’t JSON: ${error.message}`)
    throw error
  }
}

/** Sets the banner's URL, or removes it with null. It must be https or a path of this shop: never http or a script. */
export async function setBanner(
  db: Kysely<Tables>,
  actor: Actor,
  written: string | null,
): Promise<Result<{ url: string | null }, 'invalid_input'>> {
  const url = written ? normalizeBannerUrl(written) : null
  if (written && !url)
    return refuse('invalid_input', 'The banner must be an https URL or a path of this shop that starts with /.')
  await db.transaction().execute(async (tx) => {
    const before = { url: await readBanner(tx) }
    await writeBanner(tx, url)
    await writeAudit(tx, actor, { action: 'banner.set', subject: 'banner', before, after: { url } })
  })
  return ok({ url })
}

function normalizeBannerUrl(url: string): string | null {
  if (url.length > 2000) return null
  if (SHOP_PATH.test(url)) return url
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.username || parsed.password ? null : parsed.href
}

async function change(
  context: SettingsContext,
  actor: Actor,
  name: string,
  edit: (sections: Sections, index: number) => Sections | null,
): Promise<Result<Sections>> {
  return save(context, actor, ({ 'home.sections': sections }) => {
    const found = sections.flatMap(({ type }, at) => (type === name || String(at + 1) === name ? [at] : []))
    const [index] = found
    if (index === undefined || found.length > 1)
      return refuse(
        'invalid_input',
        `${found.length > 1 ? 'Several sections are' : 'No section is'} ${name}; \`home list\` has their numbers.`,
      )
    const edited = edit(sections, index)
    return edited ? ok(edited) : refuse('invalid_input', `The position must be from 1 to ${sections.length}.`)
  })
}

/** Stores the edited sections. Anything but a list is refused: null would reset the setting to its default. */
async function save(
  context: SettingsContext,
  actor: Actor,
  edit: (settings: Settings) => Result<unknown, SettingsRefusal>,
): Promise<Result<Sections>> {
  const saved = await editSettings(context, actor, (settings) => {
    const sections = edit(settings)
    if (!sections.ok) return sections
    if (!Array.isArray(sections.data)) return refuse('invalid_input', 'The file must contain one list of sections.')
    return ok({ 'home.sections': sections.data })
  })
  return saved.ok ? ok(saved.data['home.sections']) : saved
}

function withHidden({ hidden: _, ...section }: HomeSection, hidden: boolean): HomeSection {
  return hidden ? { ...section, hidden } : section
}
