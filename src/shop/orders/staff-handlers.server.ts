import { z } from 'zod'
import { type StaffSession, staffActor } from '#platform/api/identity.ts'
import { ifMatch, readIfMatch } from '#platform/api/if-match.server.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { changeAddress } from './address.server.ts'
import { countOrders, listOrderPage } from './list-sql.server.ts'
import { ORDER_NOT_FOUND } from './messages.ts'
import { addNote, changeNote, deleteNote } from './notes.server.ts'
import { STAFF_STAGES } from './rules.ts'
import { parseSearch } from './search-terms.ts'
import { recordDelivery, takeBackDelivery } from './staff.server.ts'
import type { staffOrdersContract } from './staff-contract.ts'
import { countOf, toListedOrder } from './staff-list.server.ts'
import { findStaffOrder } from './staff-order.server.ts'
import { deleteView, listViews, saveView } from './views.server.ts'

/** Rank, microseconds and id of the last row. */
const cursorKey = z.tuple([z.int().min(0).max(20), z.int().min(0), z.string().max(64)])

export function createOrdersStaffHandlers(shop: Shop): Handlers<typeof staffOrdersContract> {
  const { db, read } = shop
  const contextOf = (staff: StaffSession) => ({ ...shop, actor: staffActor(staff) })
  return {
    async 'GET /orders'({ query: { stage = null, q, cursor, limit }, caller: { staff } }) {
      const after = readCursor(cursor, cursorKey)
      if (!after.ok) return after
      const terms = q === undefined || q.trim() === '' ? null : parseSearch(q)
      const rows = await read((db) => listOrderPage(db, { stage, terms }, { after: after.data, limit }))
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

    async 'GET /orders/views'({ caller: { staff } }) {
      return ok({ items: await listViews(db, staff) })
    },

    async 'POST /orders/views'({ body, caller: { staff } }) {
      return saveView(db, { staff, actor: staffActor(staff) }, body)
    },

    async 'DELETE /orders/views/{id}'({ params: { id }, caller: { staff } }) {
      return deleteView(db, { staff, actor: staffActor(staff) }, id)
    },

    async 'GET /orders/{id}'({ params: { id }, caller: { staff } }) {
      const record = await findStaffOrder(shop, id, staff)
      return record ? ok(record) : refuse('not_found', ORDER_NOT_FOUND)
    },

    async 'POST /orders/{id}/notes'({ params: { id }, body: { text }, caller: { staff } }) {
      return addNote(contextOf(staff), id, text)
    },

    async 'PATCH /orders/{id}/notes/{note}'({ params, body: { text }, caller: { staff, headers } }) {
      const version = readIfMatch(headers)
      if (!version.ok) return version
      return changeNote(contextOf(staff), { order: params.id, note: params.note, version: version.data }, text)
    },

    async 'DELETE /orders/{id}/notes/{note}'({ params, caller: { staff, headers } }) {
      const version = readIfMatch(headers)
      if (!version.ok) return version
      return deleteNote(contextOf(staff), { order: params.id, note: params.note, version: version.data })
    },

    async 'PATCH /orders/{id}/address'({ params: { id }, body: { address }, caller: { staff, headers } }) {
      return changeAddress(contextOf(staff), id, { change: address, from: ifMatch(headers) })
    },

    async 'POST /orders/{id}/delivered'({ params: { id }, caller: { staff } }) {
      return recordDelivery(contextOf(staff), id)
    },

    async 'POST /orders/{id}/not-delivered'({ params: { id }, caller: { staff } }) {
      return takeBackDelivery(contextOf(staff), id)
    },
  }
}
