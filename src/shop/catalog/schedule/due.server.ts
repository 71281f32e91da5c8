import type { Transaction } from 'kysely'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import { changeValues } from '../product/change.server.ts'
import type { StoredProduct } from '../product/export-sql.server.ts'
import { fieldsOf } from '../product/fields.server.ts'
import { type DueChange, lockProduct, touchProducts } from '../product/sql.server.ts'
import { applyState } from '../product/staff.server.ts'
import type { ScheduledPrice, ScheduledState } from '../tables.server.ts'
import { applyPrices } from './kept.ts'
import { scheduledPricesOf } from './sales.server.ts'
import { deleteScheduledOf, listStatesOfBulk } from './timeline-sql.server.ts'

/**
 * Applies a scheduled change, in the transaction that took it. What somebody has changed since it was scheduled stays, with a line in
 * the log that says so; if that's at the beginning of something that ends by itself, its end is dropped too. Does nothing if the
 * product is gone.
 */
export async function applyScheduled(tx: Transaction<Tables>, due: DueChange): Promise<void> {
  const row = await lockProduct(tx, due.productId)
  if (!row) return
  await touchProducts(tx, [row.id], 'scheduled')
  if ('price' in due.change) await applyPrice(tx, due, row, due.change)
  else await applyStatus(tx, due, row, due.change)
}

async function applyPrice(tx: Transaction<Tables>, due: DueChange, row: StoredProduct, change: ScheduledPrice) {
  const { price, mrp } = fieldsOf(row)
  const end = scheduledPricesOf(row).find((one) => one.change.endsSale)
  const stored = due.was && 'price' in due.was ? due.was : null
  // The end has the usual prices, also those that staff have corrected since.
  const was = stored && !change.endsSale && end ? end.change : stored
  const { prices, kept } = applyPrices({ price, mrp }, change, was)
  const isSkipped = kept.length > 0 && !change.endsSale
  if (!isSkipped) await changeValues(tx, due.actor, row, prices)
  else if (end) await deleteScheduledOf(tx, [end.id])
  const now = { price, mrp }
  const said = kept.filter((name) => now[name] !== change[name])
  if (isSkipped || said.length > 0) {
    const names = isSkipped ? kept : said
    const pick = (prices: typeof now) => Object.fromEntries(names.map((name) => [name, prices[name]]))
    await saySkipped(tx, due, { stays: pick(now), wasScheduled: pick(change) })
  }
}

async function applyStatus(tx: Transaction<Tables>, due: DueChange, row: StoredProduct, change: ScheduledState) {
  const was = change.from ?? (due.was && 'state' in due.was ? due.was.state : row.state)
  if (was === row.state) return applyState(tx, due.actor, row, change.state)
  if (change.from === undefined && due.bulk !== null)
    await deleteScheduledOf(tx, await listStatesOfBulk(tx, row.id, due.bulk))
  else if (row.state === change.state) return
  await saySkipped(tx, due, { stays: { state: row.state }, wasScheduled: { state: change.state } })
}

function saySkipped(tx: Transaction<Tables>, { productId, actor, bulk }: DueChange, after: Record<string, unknown>) {
  return writeAudit(tx, actor, {
    action: 'product.schedule-skipped',
    subject: `product:${productId}`,
    before: null,
    after: { ...(bulk === null ? {} : { bulk }), ...after },
  })
}
