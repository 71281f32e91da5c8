import { z } from 'zod'
import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { listDrafts } from './sql.server.ts'
import {
  addDraft,
  changeDraft,
  findLiveDraft,
  payDraftByHand,
  removeDraft,
  sendDraft,
  toDraftOrder,
  toListedDraft,
} from './staff.server.ts'
import type { draftsStaffContract } from './staff-contract.ts'

/** Orders that staff enter for somebody (CONTRACT, An order entered for somebody). */
export function createDraftsStaffHandlers(shop: Shop): Handlers<typeof draftsStaffContract> {
  return {
    async 'GET /draft-orders'({ query: { state = null, cursor, limit } }) {
      const key = readCursor(cursor, z.tuple([z.string(), z.string()]))
      if (!key.ok) return key
      const rows = await listDrafts(shop.db, { state, after: key.data, limit: limit + 1 })
      const { items, next } = cutPage(rows, limit, ({ sort_key, id }) => [sort_key, id])
      return ok({
        items: await Promise.all(
          items.map(async (row) => {
            const { lines, address: _, codes: __, version: ___, paid: ____, ...shown } = await toListedDraft(shop, row)
            return { ...shown, pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0) }
          }),
        ),
        next,
      })
    },

    async 'GET /draft-orders/{id}'({ params: { id } }) {
      const found = await findLiveDraft(shop.db, id)
      return found.ok ? ok(await toDraftOrder(shop, found.data)) : found
    },

    'POST /draft-orders': ({ body, caller: { staff } }) => addDraft(shop, staffActor(staff), body),

    'PATCH /draft-orders/{id}': ({ params: { id }, body, caller: { staff, headers } }) =>
      changeDraft(shop, staffActor(staff), id, { change: body, from: ifMatch(headers) }),

    async 'DELETE /draft-orders/{id}'({ params: { id }, caller: { staff } }) {
      const removed = await removeDraft(shop, staffActor(staff), id)
      return removed.ok ? ok(undefined) : removed
    },

    'POST /draft-orders/{id}/send': ({ params: { id }, caller: { staff } }) => sendDraft(shop, staffActor(staff), id),

    'POST /draft-orders/{id}/paid': ({ params: { id }, body, caller: { staff } }) =>
      payDraftByHand(shop, staffActor(staff), id, body),
  }
}
