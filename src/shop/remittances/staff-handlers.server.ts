import { z } from 'zod'
import { staffActor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { Shop } from '../shop.server.ts'
import { judgeRows } from './rules.ts'
import { listRemittances, type RemittanceRow, sumUnsettled } from './sql.server.ts'
import { applyRemittance, checkRemittance, findDue, shownOutcome } from './staff.server.ts'
import type { ListedRemittance, remittancesStaffContract } from './staff-contract.ts'

/** What carriers paid of the cash that they collected (CONTRACT, Cash on delivery). */
export function createRemittancesStaffHandlers(shop: Shop): Handlers<typeof remittancesStaffContract> {
  return {
    async 'GET /remittances'({ query: { cursor, limit } }) {
      const key = readCursor(cursor, z.tuple([z.string(), z.string()]))
      if (!key.ok) return key
      const rows = await listRemittances(shop.db, { after: key.data, limit: limit + 1 })
      const { items, next } = cutPage(rows, limit, ({ sort_key, id }) => [sort_key, id])
      return ok({
        items: await Promise.all(items.map((row) => toListed(shop, row))),
        next,
        // It's of all payments, whichever files a page shows, and reads all of them: once, with the first page.
        unsettled: key.data === null ? await readUnsettled(shop) : null,
      })
    },

    'POST /remittances': ({ body, caller: { staff } }) => checkRemittance({ ...shop, actor: staffActor(staff) }, body),

    'POST /remittances/{id}/apply': ({ params: { id }, caller: { staff } }) =>
      applyRemittance({ ...shop, actor: staffActor(staff) }, id),
  }
}

async function readUnsettled({ db }: Shop) {
  const { payments, due, late, lateDue } = await sumUnsettled(db)
  return payments === 0 ? null : { payments, due: toRupees(paise(due)), late, lateDue: toRupees(paise(lateDue)) }
}

async function toListed({ db }: Shop, file: RemittanceRow): Promise<ListedRemittance> {
  const { id, of, rows, outcome, created_at, created_by, applied_at } = file
  const parcels = outcome ? [] : await findDue(db, of, rows)
  return {
    id,
    of,
    ...shownOutcome(outcome ?? judgeRows(rows, parcels).outcome),
    at: created_at.toISOString(),
    by: created_by,
    rows: rows.length,
    total: toRupees(paise(rows.reduce((sum, { amount }) => sum + amount, 0))),
    appliedAt: applied_at?.toISOString() ?? null,
  }
}
