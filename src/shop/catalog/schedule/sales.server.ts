import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import {
  isMrpAllowed,
  MRP_BELOW_PRICE,
  type ProductChanges,
  type ProductFields,
  unusualPrice,
} from '../product/fields.server.ts'
import { findPriceOfYesterday, findProduct, listScheduled, updateScheduled } from '../product/sql.server.ts'
import { applyFields, fieldsOf, type Row } from '../product/write-fields.server.ts'
import type { ScheduledChange, ScheduledPrice } from '../tables.server.ts'

type Db = Kysely<Tables>
type Prices = Pick<ProductFields, 'price' | 'mrp'>
interface ScheduledPriceRow {
  id: number
  dueAt: Date
  change: ScheduledPrice
}

/** The scheduled changes of a product's price, the next one first. */
export async function listScheduledPrices(tx: Transaction<Tables>, id: string): Promise<ScheduledPriceRow[]> {
  const scheduled = await listScheduled(tx, id)
  return scheduled.flatMap(({ change, ...row }) => ('price' in change ? [{ ...row, change }] : []))
}

/** Changes the prices of before and after a scheduled sale. An MRP that the sale shares with them changes in it too. */
export async function changeUsualPrice(
  tx: Transaction<Tables>,
  actor: Actor,
  row: Row,
  changes: ProductChanges,
  scheduled: readonly ScheduledPriceRow[],
): Promise<Result<null>> {
  const end = scheduled.find(({ change }) => change.endsSale)?.change
  if (!end) return ok(null)
  const { price = end.price, mrp = end.mrp } = changes
  const follow = <P extends Prices>(prices: P): P => (prices.mrp === end.mrp ? { ...prices, mrp } : prices)
  const next = scheduled.map((one) => ({
    ...one,
    change: one.change.endsSale ? { ...one.change, price, mrp } : follow(one.change),
  }))
  const { price: shown, mrp: shownMrp } = fieldsOf(row)
  const isRunning = scheduled[0]?.change.endsSale === true
  const now = isRunning ? follow({ price: shown, mrp: shownMrp }) : { price, mrp }
  if (![now, ...next.map(({ change }) => change)].every(isMrpAllowed))
    return refuse('invalid_input', `The MRP ${MRP_BELOW_PRICE}; a sale price is above it.`)
  for (const { id, change } of next) await updateScheduled(tx, id, change)
  await writeAudit(tx, actor, {
    action: 'product.schedule',
    subject: `product:${row.id}`,
    before: { scheduled: scheduled.map(auditOf) },
    after: { scheduled: next.map(auditOf) },
  })
  await applyFields(tx, actor, row, { ...changes, ...now })
  return ok(null)
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
