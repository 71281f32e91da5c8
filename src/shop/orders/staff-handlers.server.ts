import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { countOrders, listOrderPage } from './list-sql.server.ts'
import { STAFF_STAGES } from './rules.ts'
import { parseSearch } from './search-terms.ts'
import type { staffOrdersContract } from './staff-contract.ts'
import { countOf, toListedOrder } from './staff-list.server.ts'

/** Rank, microseconds and id of the last row. */
const cursorKey = z.tuple([z.int().min(0).max(20), z.int().min(0), z.string().max(64)])

export function createOrdersStaffHandlers(shop: Shop): Handlers<typeof staffOrdersContract> {
  const { db } = shop
  return {
    async 'GET /orders'({ query: { stage = null, q, cursor, limit }, caller: { staff } }) {
      const after = readCursor(cursor, cursorKey)
      if (!after.ok) return after
      const terms = q === undefined || q.trim() === '' ? null : parseSearch(q)
      const rows = await listOrderPage(db, { stage, terms }, { after: after.data, limit })
      const page = cutPage(rows, limit, (row) => [row.rank, row.sort_key, row.id])
      const items = page.items.map((row) => toListedOrder(row, shop.settings(), shop.clock.now(), staff.role))
      return ok({ items, next: page.next })
    },

    async 'GET /orders/counts'() {
      const counts = await countOrders(
        db,
        STAFF_STAGES.map((stage) => ({ stage, terms: null })),
      )
      // Safe cast: each stage has its count, in the order of the stages.
      const stages = Object.fromEntries(
        STAFF_STAGES.map((stage, index) => [stage, countOf(counts[index] ?? 0)]),
      ) as Record<(typeof STAFF_STAGES)[number], ReturnType<typeof countOf>>
      return ok({ stages })
    },
  }
}
