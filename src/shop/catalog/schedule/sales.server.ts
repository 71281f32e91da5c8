import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import { type Changed, changeValues } from '../product/change.server.ts'
import { findProduct, type StoredProduct } from '../product/export-sql.server.ts'
import { fieldsOf, isMrpAllowed, MRP_BELOW_PRICE, type ProductChanges, unusualPrice } from '../product/fields.server.ts'
import { findPriceOfYesterday, updateScheduled } from '../product/sql.server.ts'
import type { ScheduledChange, ScheduledPrice } from '../tables.server.ts'
import { applyPrices, type Prices } from './kept.ts'

type Db = Kysely<Tables>
interface ScheduledPriceRow {
  id: number
  dueAt: Date
  change: ScheduledPrice
  /** What it expects to find, or null. */
  was: Prices | null
}

/** The scheduled changes of a product's price, the next one first. */
export function scheduledPricesOf({ scheduled }: Pick<StoredProduct, 'scheduled'>): ScheduledPriceRow[] {
  return scheduled.flatMap(({ id = 0, at, change, was }) =>
    'price' in change ? [{ id, dueAt: new Date(at), change, was: was && 'price' in was ? was : null }] : [],
  )
}

/**
 * Changes the prices of before and after a scheduled sale. A price or MRP that the sale shares with them changes in it too. Returns
 * the product after it.
 */
export async function changeUsualPrice(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  changes: ProductChanges,
  scheduled: readonly ScheduledPriceRow[],
): Promise<Result<StoredProduct, 'invalid_input'>> {
  const end = scheduled.find(({ change }) => change.endsSale)?.change
  if (!end) return ok(row)
  const { price = end.price, mrp = end.mrp } = changes
  const follow = <P extends Prices>(prices: P): P => ({
    ...prices,
    ...(prices.price === end.price ? { price } : {}),
    ...(prices.mrp === end.mrp ? { mrp } : {}),
  })
  const next = scheduled.map((one) => ({
    ...one,
    change: one.change.endsSale ? { ...one.change, price, mrp } : follow(one.change),
    was: one.was && follow(one.was),
  }))
  const { price: shown, mrp: shownMrp } = fieldsOf(row)
  const isRunning = scheduled[0]?.change.endsSale === true
  const now = isRunning ? follow({ price: shown, mrp: shownMrp }) : { price, mrp }
  if (![now, ...next.map(({ change }) => change)].every(isMrpAllowed))
    return refuse('invalid_input', `The MRP ${MRP_BELOW_PRICE}; a sale price is above it.`)
  for (const one of next) await updateScheduled(tx, one.id, one)
  await writeAudit(tx, actor, {
    action: 'product.schedule',
    subject: `product:${row.id}`,
    before: { scheduled: scheduled.map(auditOf) },
    after: { scheduled: next.map(auditOf) },
  })
  const states = row.scheduled.map((one) => ({
    ...one,
    change: next.find(({ id }) => id === one.id)?.change ?? one.change,
  }))
  const changed = await changeValues(tx, actor, { ...row, scheduled: states }, { ...changes, ...now })
  return ok(changed.row)
}

/** Ends a sale that runs: the former prices return, and what somebody has changed since it began stays. */
export function endSale(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  end: Pick<ScheduledPriceRow, 'change' | 'was'>,
): Promise<Changed> {
  const { price, mrp } = fieldsOf(row)
  return changeValues(tx, actor, row, applyPrices({ price, mrp }, end.change, end.was).prices)
}

/** A scheduled change in the audit log. */
export function auditOf({ dueAt, change }: { dueAt: Date; change: ScheduledChange }): Record<string, unknown> {
  return { at: dueAt.toISOString(), ...change }
}

/**
 * What is unusual about new prices of a product, as a sentence that asks to be confirmed, or null: free, or less than
 * half or more than twice the price of a day ago. Null too if there is no such product.
 */
export async function findUnusualPrice(db: Db, id: string, { price }: ProductChanges): Promise<string | null> {
  const row = price === undefined ? null : await findProduct(db, id)
  if (!row || price === undefined) return null
  const current = fieldsOf(row).price
  return price === current ? null : unusualPrice(price, (await findPriceOfYesterday(db, id)) ?? current)
}
