import { z } from 'zod'
import { ok, refuse } from '#platform/api/result.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import type { UndoKinds } from '../undo/undo.server.ts'
import { undoBulkChange } from './bulk/undo.server.ts'
import { lockProduct } from './product/sql.server.ts'
import { applyState } from './product/staff.server.ts'
import { PRODUCT_STATES } from './rules.ts'
import { removeScheduled } from './schedule/timeline.server.ts'
import { changeStockIn, setLowStockThresholdIn } from './stock/sql.server.ts'

const state = z.enum(PRODUCT_STATES)
const stateChange = z.object({ id: z.string(), from: state, to: state })
const schedule = z.object({ id: z.string(), scheduled: z.array(z.int()) })
const stockChange = z.object({ sku: z.string(), change: z.int(), reason: z.string() })
const levelChange = z.object({ sku: z.string(), before: z.int().nullable(), after: z.int().nullable() })
const bulkChange = z.object({ bulk: z.int() })

const GONE = 'This product is no longer in the shop.'

/** How changes of products and of stock are taken back. */
export const catalogUndo: UndoKinds = {
  'product.state': {
    takesBack: 'POST /products/{id}/publish',
    async work({ tx, actor }, data) {
      const { id, from, to } = stateChange.parse(data)
      const row = await lockProduct(tx, id)
      if (!row) return refuse('not_found', GONE)
      if (row.state !== to) return refuse('conflict', `${row.name} is ${row.state} by now, so it stays so.`)
      await applyState(tx, actor, row, from)
      return ok(null)
    },
  },
  'product.schedule': {
    takesBack: 'POST /products/{id}/sale',
    async work({ tx, actor }, data) {
      const { id, scheduled } = schedule.parse(data)
      const row = await lockProduct(tx, id)
      if (!row) return refuse('not_found', GONE)
      for (const change of scheduled) if (await removeScheduled(tx, actor, row, change)) return ok(null)
      return refuse('conflict', 'This has happened already or was undone.')
    },
  },
  'stock.change': {
    takesBack: 'POST /stock/{sku}',
    async work({ tx, actor }, data) {
      const { sku, change, reason } = stockChange.parse(data)
      const done = await changeStockIn(tx, actor, sku, { delta: -change, reason: `taken back: ${reason}` })
      if (done.ok) return ok(null)
      return done.code === 'not_found' ? refuse('not_found', done.message) : refuse('conflict', done.message)
    },
  },
  'stock.level': {
    takesBack: 'PATCH /stock/{sku}',
    async work({ tx, actor }, data) {
      const { sku, before, after } = levelChange.parse(data)
      const set = await setLowStockThresholdIn(tx, actor, sku, before)
      if (!set.ok) return refuse('not_found', set.message)
      return set.data.before === after ? ok(null) : refuse('conflict', CHANGED_SINCE)
    },
  },
  'product.bulk': {
    takesBack: 'POST /products/bulk',
    async work({ tx, actor }, data) {
      const undone = await undoBulkChange(tx, actor, bulkChange.parse(data).bulk)
      return undone.ok ? ok(null) : undone
    },
  },
}
