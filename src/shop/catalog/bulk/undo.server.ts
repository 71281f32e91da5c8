import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { type AuditEntry, writeAuditLines } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import { touchProducts } from '../product/sql.server.ts'
import { applyPrices } from '../schedule/kept.ts'
import type { ReviewedProduct } from './rules.ts'
import {
  allowLongStatements,
  type BulkLine,
  type BulkValues,
  deleteScheduledOfBulk,
  findBulkLines,
  lockBulkProducts,
  type ScheduledRow,
  updateProducts,
} from './sql.server.ts'

/**
 * Takes a bulk change back, by its number: what is still to come, what runs of it, and what nobody has changed since. Returns how many
 * products. Refused: nothing is left of it.
 */
export async function undoBulkChange(
  tx: Transaction<Tables>,
  actor: Actor,
  bulk: number,
): Promise<Result<number, 'conflict'>> {
  const undone = [...(await unscheduleBulk(tx, actor, bulk)), ...(await undoValues(tx, actor, bulk))]
  if (undone.length > 0) return ok(new Set(undone).size)
  return refuse('conflict', 'All these products have been changed again since, so they stay as they are.')
}

/** Removes what a bulk change has scheduled. What runs of it ends: the former values return. Returns the ids of the products. */
export async function unscheduleBulk(tx: Transaction<Tables>, actor: Actor, bulk: number): Promise<string[]> {
  await allowLongStatements(tx)
  const removed = Map.groupBy(await deleteScheduledOfBulk(tx, bulk), ({ id }) => id)
  const ids = [...removed.keys()]
  const restored = (await lockBulkProducts(tx, ids)).flatMap((product) => {
    const former = formerValues(product, removed.get(product.id) ?? [])
    return former === null ? [] : [{ product, former }]
  })
  await updateProducts(
    tx,
    restored.map(({ former }) => former),
  )
  await touchProducts(tx, ids, 'scheduled')
  const values = new Map(restored.map(({ product, former }) => [product.id, [valuesOf(product), valuesOf(former)]]))
  await writeAuditLines(
    tx,
    actor,
    ids.map((id): AuditEntry => {
      const [before, after = null] = values.get(id) ?? []
      const scheduled = removed.get(id)?.map(({ at, change }) => ({ at: at.toISOString(), ...change }))
      return {
        action: 'product.bulk-undo',
        subject: `product:${id}`,
        before: { scheduled, ...before },
        after: after && { ...after },
      }
    }),
  )
  return ids
}

/** A product after what runs of its removed schedule has ended; null if nothing runs. */
function formerValues(product: ReviewedProduct, removed: readonly ScheduledRow[]): ReviewedProduct | null {
  const [price] = removed.flatMap(({ change, was }) => ('price' in change ? [{ change, was }] : []))
  const [state] = removed.flatMap(({ change }) => ('state' in change ? [change] : []))
  const { price: now, mrp: nowMrp } = valuesOf(product)
  const was = price?.was && 'price' in price.was ? price.was : null
  const ended = price?.change.endsSale ? applyPrices({ price: now, mrp: nowMrp }, price.change, was).prices : null
  const former = state && state.from === product.state ? state.state : null
  if (ended === null && former === null) return null
  const { price: rupees, mrp } = ended ?? { price: now, mrp: nowMrp }
  return {
    id: product.id,
    price_paise: toPaise(rupees) ?? 0,
    mrp_paise: mrp === null ? null : toPaise(mrp),
    state: former ?? product.state,
    exchange_days: product.exchange_days,
  }
}

/** Restores what a bulk change had changed at once and nobody has changed since. Returns the ids of the products. */
async function undoValues(tx: Transaction<Tables>, actor: Actor, bulk: number): Promise<string[]> {
  const changed = new Map((await findBulkLines(tx, bulk)).map((line) => [line.id, line]))
  const products = await lockBulkProducts(tx, [...changed.keys()])
  const restored = products.flatMap((product) => {
    const line = changed.get(product.id)
    const now = valuesOf(product)
    const isAsItWas = line && names(line).every((name) => now[name] === line.after[name])
    return isAsItWas && !(product.hasPlannedPrice && 'price' in line.before) ? [{ line, now }] : []
  })
  await updateProducts(
    tx,
    restored.map(({ line: { id, before }, now }) => {
      const { price, mrp, state, exchangeDays } = { ...now, ...before }
      const prices = { price_paise: toPaise(price) ?? 0, mrp_paise: mrp === null ? null : toPaise(mrp) }
      return { id, ...prices, state, exchange_days: exchangeDays }
    }),
  )
  await writeAuditLines(
    tx,
    actor,
    restored.map(({ line }) => ({
      action: 'product.bulk-undo',
      subject: `product:${line.id}`,
      before: Object.fromEntries(names(line).map((name) => [name, line.after[name]])),
      after: line.before,
    })),
  )
  return restored.map(({ line: { id } }) => id)
}

const NAMES = ['price', 'mrp', 'state', 'exchangeDays'] as const
const names = ({ after }: BulkLine) => NAMES.filter((name) => after[name] !== undefined)

function valuesOf({ price_paise, mrp_paise, state, exchange_days }: ReviewedProduct): BulkValues {
  return {
    price: toRupees(paise(price_paise)),
    mrp: mrp_paise === null ? null : toRupees(paise(mrp_paise)),
    state,
    exchangeDays: exchange_days,
  }
}
