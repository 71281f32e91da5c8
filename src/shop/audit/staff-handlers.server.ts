import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { parseIndianTime } from '#platform/india-time.ts'
import type { Shop } from '../shop.server.ts'
import { differences } from './difference.ts'
import { findOrderByNumber, listActions, listAuditPage, nameSubjects } from './list-sql.server.ts'
import type { auditStaffContract } from './staff-contract.ts'

/** The log of changes (CONTRACT part three, Staff site). */
export function createAuditStaffHandlers({
  db,
  settings,
}: Pick<Shop, 'db' | 'settings'>): Handlers<typeof auditStaffContract> {
  /** An order may be named by its number. */
  const subjectOf = async (subject: string | undefined) => {
    const number = /^order:[^\d]{0,12}(\d{1,9})$/.exec(subject?.trim() ?? '')?.[1]
    const id = number === undefined ? null : await findOrderByNumber(db, Number(number))
    return id === null ? subject?.trim() : `order:${id}`
  }
  return {
    async 'GET /audit'({ query: { subject, staff, action, from, to, cursor, limit }, caller }) {
      const after = readCursor(cursor, z.tuple([z.int().min(0)]))
      if (!after.ok) return after
      const filters = {
        subject: await subjectOf(subject),
        staff,
        action,
        from: from === undefined ? undefined : parseIndianTime(from)?.from,
        to: to === undefined ? undefined : parseIndianTime(to)?.to,
      }
      const position = { after: after.data?.[0] ?? null, limit, reader: caller.staff.staffId }
      const { items, next } = cutPage(await listAuditPage(db, filters, position), limit, ({ id }) => [id])
      const names = await nameSubjects(
        db,
        items.map((one) => one.subject),
      )
      const { 'order.prefix': prefix } = settings()
      return ok({
        items: items.map(({ id, at, ...line }) => ({
          ...line,
          id: String(id),
          at: at.toISOString(),
          subjectText: subjectText(line.subject, names.get(line.subject), prefix),
          changes: differences(line.before, line.after),
        })),
        next,
      })
    },

    async 'GET /audit/actions'() {
      return ok({ items: await listActions(db), next: null })
    },
  }
}

/** "order FS-10482", "review of Boxy Tee", "sku BT-BLK-M". */
function subjectText(subject: string, name: string | undefined, prefix: string): string {
  const colon = subject.indexOf(':')
  if (colon < 0) return subject
  const [type, id] = [subject.slice(0, colon), subject.slice(colon + 1)]
  if (type === 'order') return `order ${name === undefined ? id : `${prefix}${name}`}`
  if (type === 'review' && name !== undefined) return `review of ${name}`
  if (name !== undefined) return `${type} ${name}`
  // An id says nothing to people.
  return /^[A-Za-z0-9_-]{22}$/.test(id) ? type : `${type} ${id}`
}
