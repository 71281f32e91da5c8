import type { Kysely, Transaction } from 'kysely'
import type { Code } from '#platform/api/codes.ts'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { readableTime } from '#platform/india-time.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import { storeUndo } from '../../undo/undo.server.ts'
import type { ProductState } from '../rules.ts'
import { auditOf, changeUsualPrice, endSale, scheduledPricesOf } from '../schedule/sales.server.ts'
import type { ScheduledChange, ScheduledWas } from '../tables.server.ts'
import { type OwnPrices, ownPrices } from '../variant-price.ts'
import { changeFields, changeValues } from './change.server.ts'
import { findProduct, type StoredProduct } from './export-sql.server.ts'
import { fieldsOf, isMrpAllowed, MRP_BELOW_PRICE, type ProductChanges, type ProductFields } from './fields.server.ts'
import {
  deleteScheduled,
  insertScheduled,
  listScheduled,
  listStock,
  lockProduct,
  makePosition,
  type StockRow,
  touchProducts,
  updateProduct,
} from './sql.server.ts'

type Db = Kysely<Tables>

/** A product as staff see it; prices in rupees. */
export interface StaffProduct {
  _id: string
  state: ProductState
  version: number
  fields: ProductFields
  /** `price` and `mrp`: a variant's own. */
  stock: (StockRow & OwnPrices)[]
  scheduled: { at: string; change: ScheduledChange }[]
}

/** A product after a change, with the id that takes the change back; null if nothing changed, or by the command line. */
export type ChangedProduct = StaffProduct & { undo?: string | null }

/** What taking a change back takes, or null if nothing changed. */
type Undo = Parameters<typeof storeUndo>[2] | null

/** A product in any state with its stock and scheduled changes, or null if there is no such product. */
export async function showProduct(db: Db, id: string): Promise<StaffProduct | null> {
  const row = await findProduct(db, id)
  if (!row) return null
  // Within a transaction one after the other.
  const stock = await listStock(db, id)
  const scheduled = await listScheduled(db, id)
  return {
    _id: id,
    state: row.state,
    version: row.version,
    fields: fieldsOf(row),
    stock: stock.map((one) => ({ ...one, ...ownPrices(row.variants.find(({ sku }) => sku === one.sku) ?? {}) })),
    scheduled: scheduled.map(({ dueAt, change }) => ({ at: dueAt.toISOString(), change })),
  }
}

/**
 * Changes fields of a product; its stock stays. With `from` or `to`, a changed price or MRP is a sale between these
 * times, which starts now if `from` is missing. While a sale is scheduled or running, a price without times is the usual
 * one: a running sale keeps its own. Refused: no such product, a price above the MRP, a second sale.
 */
export async function changeProduct(
  db: Db,
  actor: Actor,
  id: string,
  changes: ProductChanges,
  { from, to }: { from?: Date | undefined; to?: Date | undefined } = {},
): Promise<Result<ChangedProduct>> {
  return inProduct(db, actor, id, async (tx, row) => {
    const before = fieldsOf(row)
    const after = { ...before, ...changes }
    if (!isMrpAllowed(after)) return refuse('invalid_input', `The MRP ${MRP_BELOW_PRICE}.`)
    const changesPrice = 'price' in changes || 'mrp' in changes
    const prices = changesPrice ? scheduledPricesOf(row) : []
    if (prices.length > 0) {
      if (!from && !to && prices.some(({ change }) => change.endsSale)) {
        const usual = await changeUsualPrice(tx, actor, row, changes, prices)
        return usual.ok ? ok(null) : usual
      }
      return refuse(
        'conflict',
        `A price change of ${id} is already scheduled; \`products unschedule ${id}\` removes it.`,
      )
    }
    if (!from && !to) {
      await changeValues(tx, actor, row, changes)
      return ok(null)
    }
    const { price, mrp, ...others } = changes
    if (Object.keys(others).length > 0 || (price === undefined && mrp === undefined))
      return refuse('invalid_input', 'Only price and mrp can have a start and an end.')
    if (from && to && to <= from) return refuse('invalid_input', 'The end must be after the start.')
    const [was, sale] = [pricesOf(before), pricesOf(after)]
    const starts = { at: from, change: sale, was }
    const ends = { at: to, change: { ...was, endsSale: true as const }, was: sale }
    const scheduled: number[] = []
    for (const { at, change, was } of [starts, ends]) {
      const number = at ? await schedule(tx, actor, id, { at, change, was }) : 0
      if (at && number === null) return refusePast(at)
      if (number) scheduled.push(number)
    }
    if (!from) await changeValues(tx, actor, row, changes)
    return ok({ kind: 'product.schedule', data: { id, scheduled } })
  })
}

/** Publishes, hides or archives a product, now or at a later time. `from`: refused if it has another state by now. */
export async function changeProductState(
  db: Db,
  actor: Actor,
  id: string,
  state: ProductState,
  at?: Date,
  from?: ProductState,
): Promise<Result<ChangedProduct>> {
  return inProduct(db, actor, id, async (tx, row) => {
    if (from !== undefined && row.state !== from)
      return refuse('conflict', `${row.name} is ${row.state} by now. Please check again.`)
    if (at) {
      const scheduled = await schedule(tx, actor, id, { at, change: { state }, was: null })
      if (scheduled === null) return refusePast(at)
      return ok({ kind: 'product.schedule', data: { id, scheduled: [scheduled] } })
    }
    if (row.state === state) return ok(null)
    await applyState(tx, actor, row, state)
    return ok({ kind: 'product.state', data: { id, from: row.state, to: state } })
  })
}

/** What a size costs, in rupees, in all its colours; null for the product's. */
export interface SizePrice {
  size: string
  price: number | null
  mrp: number | null
}

/** Gives sizes of a product prices of their own. Refused: a size that it hasn't, a price above its MRP. */
export async function priceSizes(
  db: Db,
  actor: Actor,
  id: string,
  prices: readonly SizePrice[],
): Promise<Result<ChangedProduct>> {
  return inProduct(db, actor, id, async (tx, row) => {
    const unknown = prices.find(({ size }) => !row.variants.some((one) => one.size === size))
    if (unknown) return refuse('invalid_input', `${row.name} hasn’t the size ${unknown.size}.`)
    const variants = row.variants.map((one) => {
      const { price, mrp } = prices.find(({ size }) => size === one.size) ?? one
      return { ...one, price, mrp }
    })
    const changed = await changeFields(tx, actor, row, { variants })
    if (!changed.ok) return changed
    const { undo } = changed.data
    return ok(undo && { kind: 'product.set', data: { ...undo } })
  })
}

/** Gives a product its position in the owner's manual sort order. Refused: a position before a product without one. */
export async function moveProduct(
  db: Db,
  actor: Actor,
  id: string,
  to: 'first' | 'last' | { before: string },
): Promise<Result<ChangedProduct>> {
  return inProduct(db, actor, id, async (tx, row) => {
    const position = await makePosition(tx, id, to)
    if (position !== null) await changeValues(tx, actor, row, { position })
    else if (typeof to !== 'string')
      return refuse('conflict', `${to.before} has no position; \`products move ${to.before} --last\` gives it one.`)
    return ok(null)
  })
}

/** Removes the scheduled changes of a product. A running sale ends: the prices of before it return. */
export async function unscheduleProduct(db: Db, actor: Actor, id: string): Promise<Result<ChangedProduct>> {
  return inProduct(db, actor, id, async (tx, row) => {
    const scheduled = await listScheduled(tx, id)
    if (scheduled.length === 0) return ok(null)
    await deleteScheduled(tx, id)
    await touchProducts(tx, [id], 'scheduled')
    const [next] = scheduledPricesOf(row)
    if (next?.change.endsSale) await endSale(tx, actor, row, next)
    await writeAudit(tx, actor, {
      action: 'product.unschedule',
      subject: `product:${id}`,
      before: { scheduled: scheduled.map(auditOf) },
      after: null,
    })
    return ok(null)
  })
}

/** Runs `work` with the product locked. Returns the product as staff see it. */
async function inProduct(
  db: Db,
  actor: Actor,
  id: string,
  work: (tx: Transaction<Tables>, row: StoredProduct) => Promise<Result<Undo>>,
): Promise<Result<ChangedProduct>> {
  return transact<Tables, ChangedProduct, Code>(db, async (tx) => {
    const row = await lockProduct(tx, id)
    if (!row) return refuse('not_found', `There is no product ${id}.`)
    const done = await work(tx, row)
    if (!done.ok) return done
    const undo = done.data && (await storeUndo(tx, actor, done.data))
    const product = await showProduct(tx, id)
    if (!product) return refuse('not_found', `There is no product ${id}.`)
    return ok(undo === null ? product : { ...product, undo })
  })
}

export async function applyState(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  state: ProductState,
): Promise<void> {
  if (row.state === state) return
  await updateProduct(tx, row.id, { state })
  await writeAudit(tx, actor, {
    action: 'product.state',
    subject: `product:${row.id}`,
    before: { state: row.state },
    after: { state },
  })
}

const pricesOf = ({ price, mrp }: ProductFields) => ({ price, mrp })

/** The id of the scheduled change; null if the time has passed. */
async function schedule(
  tx: Transaction<Tables>,
  actor: Actor,
  productId: string,
  { at: dueAt, change, was }: { at: Date; change: ScheduledChange; was: ScheduledWas | null },
): Promise<number | null> {
  const id = await insertScheduled(tx, { productId, dueAt, change, was, actor })
  if (id === null) return null
  await touchProducts(tx, [productId], 'scheduled')
  await writeAudit(tx, actor, {
    action: 'product.schedule',
    subject: `product:${productId}`,
    before: null,
    after: { at: dueAt.toISOString(), ...change },
  })
  return id
}

function refusePast(at: Date): Refusal {
  return refuse('invalid_input', `${readableTime(at)} (in India) is in the past; give a later time.`)
}
