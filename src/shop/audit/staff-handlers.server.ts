import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { parseIndianTime } from '#platform/india-time.ts'
import type { AllFeatures } from '../feature.server.ts'
import type { Shop } from '../shop.server.ts'
import { differences, shortDifferences, shortValue } from './difference.ts'
import { listActions, listAuditPage } from './list-sql.server.ts'
import type { auditStaffContract } from './staff-contract.ts'

/** The log of changes (CONTRACT part three, Staff site). */
export function createAuditStaffHandlers(
  { db, read, settings }: Pick<Shop, 'db' | 'read' | 'settings'>,
  { subjects, actions }: Pick<AllFeatures, 'subjects' | 'actions'>,
): Handlers<typeof auditStaffContract> {
  /** A subject as the log has it: a feature may find it by what people call it, such as an order by its number. */
  const findSubject = async (written: string | undefined) => {
    const text = written?.trim()
    if (text === undefined) return text
    const [type, id] = partsOf(text)
    // Without its type too, as people call it.
    for (const [name, { find }] of Object.entries(subjects)) {
      if (!find || (id !== '' && name !== type)) continue
      const found = await find(db, id === '' ? text : id)
      if (found) return `${name}:${found}`
    }
    return text
  }
  /** What people call the subjects of some lines, by subject. */
  const nameSubjects = async (lines: readonly string[]) => {
    const ids = Map.groupBy(new Set(lines), (subject) => partsOf(subject)[0])
    const named = [...ids].map(async ([type, found]) => {
      const rows = await subjects[type]?.names?.(
        db,
        found.map((subject) => partsOf(subject)[1]),
      )
      return (rows ?? []).map(({ id, name }): [string, string] => [`${type}:${id}`, name])
    })
    return new Map((await Promise.all(named)).flat())
  }
  const describe = (subject: string, name: string | undefined) => {
    const [type, id] = partsOf(subject)
    const { text = (shown: string) => `${type} ${shown}` } = subjects[type] ?? {}
    return name === undefined ? subjectText(type, id) : text(name, settings())
  }
  const pathOf = (subject: string) => {
    const [type, id] = partsOf(subject)
    return /^[\w-]*$/.test(id) ? (subjects[type]?.path?.(id) ?? null) : null
  }
  const actionText = (action: string) => actions[action] ?? action.replace('.', ', ').replaceAll('-', ' ')
  return {
    async 'GET /audit'({ query: { subject, staff, action, from, to, cursor, limit, whole }, caller }) {
      const after = readCursor(cursor, z.tuple([z.int().min(0)]))
      if (!after.ok) return after
      const filters = {
        subject: await findSubject(subject),
        staff,
        action,
        from: from === undefined ? undefined : parseIndianTime(from)?.from,
        to: to === undefined ? undefined : parseIndianTime(to)?.to,
      }
      const position = { after: after.data?.[0] ?? null, limit, reader: caller.staff.staffId }
      const isWhole = whole === 'true'
      const rows = (await read((from) => listAuditPage(from, filters, position))).map((row) => {
        const { words, differences: inWords } = subjects[partsOf(row.subject)[0]] ?? {}
        const changes = inWords?.(row.before, row.after) ?? differences(row.before, row.after, words)
        if (isWhole) return { ...row, changes }
        const [before, after] = [shortValue(row.before), shortValue(row.after)]
        return { ...row, before, after, changes: shortDifferences(changes) }
      })
      const size = isWhole ? limit : fitting(rows, limit)
      const { items, next } = cutPage(rows.slice(0, size + 1), size, ({ id }) => [id])
      const names = await nameSubjects(items.map((one) => one.subject))
      return ok({
        items: items.map(({ id, at, ...line }) => ({
          ...line,
          id: String(id),
          at: at.toISOString(),
          actionText: actionText(line.action),
          subjectText: describe(line.subject, names.get(line.subject)),
          path: pathOf(line.subject),
        })),
        next,
      })
    },

    async 'GET /audit/actions'() {
      const items = await listActions(db)
      return ok({ items, texts: Object.fromEntries(items.map((action) => [action, actionText(action)])), next: null })
    },
  }
}

/** The least that a line has beside its values, and the most that a page has, in bytes (docs/staff-rules.md, 1). */
const MIN_LINE = 300
const MAX_PAGE = 50_000

/** How many lines a page has room for: one at least. */
function fitting(rows: readonly { before: unknown; after: unknown; changes: unknown }[], limit: number): number {
  let length = 0
  const tooMany = rows.findIndex(({ before, after, changes }) => {
    length += MIN_LINE + Buffer.byteLength(JSON.stringify([before, after, changes]))
    return length > MAX_PAGE
  })
  return tooMany < 0 ? limit : Math.min(limit, Math.max(1, tooMany))
}

/** The type and the id of a subject such as `order:ID`; a subject of which there is one has no id. */
function partsOf(subject: string): [type: string, id: string] {
  const colon = subject.indexOf(':')
  return colon < 0 ? [subject, ''] : [subject.slice(0, colon), subject.slice(colon + 1)]
}

/** A subject without a name: "sku BT-BLK-M". An id that was drawn says nothing to people. */
function subjectText(type: string, id: string): string {
  return id === '' || /^[A-Za-z0-9_-]{22}$/.test(id) ? type : `${type} ${id}`
}
