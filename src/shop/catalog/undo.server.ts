import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { writeAuditLines } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import type { UndoKinds } from '../undo/undo.server.ts'
import type { BulkProduct } from './bulk/rules.ts'
import {
  allowLongStatements,
  type BulkLine,
  type BulkValues,
  findBulkLines,
  lockBulkProducts,
  updateProducts,
} from './bulk/sql.server.ts'
import { lockProduct, touchProducts } from './product/sql.server.ts'
import { applyState } from './product/staff.server.ts'
import { PRODUCT_STATES } from './rules.ts'
import { removeScheduled } from './schedule/timeline.server.ts'
import { deleteScheduledOf } from './schedule/timeline-sql.server.ts'
import { changeStockIn, setLowStockThresholdIn } from './stock/sql.server.ts'

const state = z.enum(PRODUCT_STATES)
const stateChange = z.object({ id: z.string(), from: state, to: state })
const schedule = z.object({ id: z.string(), scheduled: z.array(z.int()) })
const stockChange = z.object({ sku: z.string(), change: z.int(), reason: z.string() })
const levelChange = z.object({ sku: z.string(), before: z.int().nullable(), after: z.int().nullable() })
const bulkChange = z.object({ bulk: z.int() })

const GONE = 'This product isn’t in the shop any more.'

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
      return refuse('conflict', 'This has happened already, or was undone.')
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

/**
 * Takes a bulk change back, by its number: what nobody has changed since. Returns how many products. Refused: nothing
 * is left of it.
 */
export async function undoBulkChange(
  tx: Transaction<Tables>,
  actor: Actor,
  bulk: number,
): Promise<Result<number, 'conflict'>> {
  await allowLongStatements(tx)
  const lines = await findBulkLines(tx, bulk)
  const undone = (await undoScheduled(tx, actor, lines)) + (await undoValues(tx, actor, lines))
  if (undone > 0) return ok(undone)
  return refuse('conflict', 'All of these products were changed again since, so they stay as they are.')
}

/** Removes what a bulk change had scheduled and hasn't happened. Returns how many. */
async function undoScheduled(tx: Transaction<Tables>, actor: Actor, lines: readonly BulkLine[]): Promise<number> {
  const planned = lines.flatMap(({ id, after }) =>
    after.scheduled === undefined ? [] : [{ id, number: after.scheduled }],
  )
  if (planned.length === 0) return 0
  const removed = new Set(
    await deleteScheduledOf(
      tx,
      planned.map(({ number }) => number),
    ),
  )
  const products = [...new Set(planned.flatMap(({ id, number }) => (removed.has(number) ? [id] : [])))]
  await touchProducts(tx, products, 'scheduled')
  await writeAuditLines(
    tx,
    actor,
    products.map((id) => ({
      action: 'product.bulk-undo',
      subject: `product:${id}`,
      before: { scheduled: true },
      after: null,
    })),
  )
  return removed.size
}

/** Restores what a bulk change had changed and nobody has changed since. Returns how many products. */
async function undoValues(tx: Transaction<Tables>, actor: Actor, lines: readonly BulkLine[]): Promise<number> {
  const changed = new Map(lines.flatMap((line) => (line.before ? [[line.id, line] as const] : [])))
  const products = await lockBulkProducts(tx, [...changed.keys()])
  const restored = products.flatMap((product) => {
    const line = changed.get(product.id)
    const now = valuesOf(product)
    const isAsItWas = line && names(line).every((name) => now[name] === line.after[name])
    return line?.before && isAsItWas && !(product.hasPlannedPrice && 'price' in line.before)
      ? [{ line, before: line.before, now }]
      : []
  })
  await updateProducts(
    tx,
    restored.map(({ line: { id }, before, now }) => {
      const { price, mrp, state } = { ...now, ...before }
      return { id, price_paise: toPaise(price) ?? 0, mrp_paise: mrp === null ? null : toPaise(mrp), state }
    }),
  )
  await writeAuditLines(
    tx,
    actor,
    restored.map(({ line, before }) => ({
      action: 'product.bulk-undo',
      subject: `product:${line.id}`,
      before: Object.fromEntries(names(line).map((name) => [name, line.after[name]])),
      after: before,
    })),
  )
  return restored.length
}

const NAMES = ['price', 'mrp', 'state'] as const
const names = ({ after }: BulkLine) => NAMES.filter((name) => after[name] !== undefined)

function valuesOf({ price_paise, mrp_paise, state }: BulkProduct): BulkValues {
  return {
    price: toRupees(paise(price_paise)),
    mrp: mrp_paise === null ? null : toRupees(paise(mrp_paise)),
    state,
  }
}
