import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { micros } from '#platform/db/micros.server.ts'
import { readableTime } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { unscheduleBulk } from '../bulk/undo.server.ts'
import { hasPreview, previewPath } from '../preview.server.ts'
import type { StoredProduct } from '../product/export-sql.server.ts'
import { listScheduled, lockProduct, touchProducts } from '../product/sql.server.ts'
import { productPath } from '../product-path.ts'
import type { ComingChange } from '../staff-contract.ts'
import type { ScheduledChange } from '../tables.server.ts'
import { thumbnailOf } from '../thumbnail.ts'
import { auditOf, endSale, scheduledPricesOf } from './sales.server.ts'
import { deleteScheduledOf, findScheduledProduct, listTimeline, type TimelineRow } from './timeline-sql.server.ts'

const STATE_TEXTS = {
  draft: 'Becomes a draft',
  published: 'Goes on sale',
  hidden: 'Is hidden',
  archived: 'Is archived',
} as const

/** What a scheduled change does, for people. */
export function scheduledText(change: ScheduledChange): string {
  if ('state' in change) return STATE_TEXTS[change.state]
  const mrp = change.mrp === null ? '' : ` (MRP ${formatRupees(change.mrp)})`
  return change.endsSale
    ? `The sale ends: back to ${formatRupees(change.price)}${mrp}`
    : `The price becomes ${formatRupees(change.price)}${mrp}`
}

/** What will change by itself over all products, the next first. */
export async function showTimeline(
  { db }: Pick<Shop, 'db'>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Result<{ items: ComingChange[]; next: string | null }, 'invalid_input'>> {
  const after = readCursor(cursor, z.tuple([micros, z.string().regex(/^\d{1,18}$/)]))
  if (!after.ok) return after
  const page = cutPage(await listTimeline(db, { after: after.data, limit }), limit, (row) => [row.sort_key, row.id])
  const items = page.items.map((row) => {
    const { id, due_at, change, product_id, name, picture, bulk, products } = row
    const isOne = bulk === null || products === 1
    return {
      id: bulk === null ? id : `bulk-${bulk}`,
      productId: product_id,
      name,
      products,
      picture: thumbnailOf(picture),
      at: due_at.toISOString(),
      text: bulk === null ? scheduledText(change) : bulkText(row),
      takingBack: takingBackText(change),
      preview: isOne && hasPreview(change) ? previewPath(productPath(product_id), due_at) : null,
    }
  })
  return ok({ items, next: page.next })
}

/** What is next of a change of many products, which may end again. */
function bulkText({ change, due_at, until, wish }: TimelineRow): string {
  if ('state' in change ? change.from !== undefined : change.endsSale)
    return 'price' in change ? 'The sale ends: the former prices return' : 'The former status returns'
  const ends = until > due_at ? `, until ${readableTime(until)}` : ''
  if ('state' in change) return STATE_TEXTS[change.state] + ends
  const { price, mrp } = wish ?? {}
  if (typeof price === 'object')
    return `${ends === '' ? 'Price' : 'Sale'}: ${price.percent > 0 ? '+' : '−'}${Math.abs(price.percent)} %${ends}`
  if (price !== undefined) return `${ends === '' ? 'Price' : 'Sale'}: ${formatRupees(price)}${ends}`
  return typeof mrp === 'number' ? `MRP: ${formatRupees(mrp)}${ends}` : `No MRP${ends}`
}

function takingBackText(change: ScheduledChange): string | null {
  if ('state' in change) return null
  return change.endsSale
    ? 'The whole sale is unscheduled. If it runs already, the earlier price returns at once.'
    : 'The whole sale is unscheduled, its start and its end.'
}

/** Takes one scheduled change back; of a sale its start and its end, and a running one ends. `bulk-` and a number: of many products. */
export function takeBackChange(
  { db }: Pick<Shop, 'db'>,
  actor: Actor,
  change: string,
): Promise<Result<undefined, 'not_found'>> {
  return transact<Tables, undefined, 'not_found'>(db, async (tx) => {
    const bulk = /^bulk-(\d+)$/.exec(change)?.[1]
    const isThere =
      bulk === undefined
        ? await takeBackOne(tx, actor, change)
        : (await unscheduleBulk(tx, actor, Number(bulk))).length > 0
    return isThere ? ok(undefined) : refuse('not_found', 'This has happened already or was unscheduled.')
  })
}

async function takeBackOne(tx: Transaction<Tables>, actor: Actor, change: string): Promise<boolean> {
  const productId = await findScheduledProduct(tx, change)
  const row = productId === null ? null : await lockProduct(tx, productId)
  return row !== null && removeScheduled(tx, actor, row, Number(change))
}

/** Removes a scheduled change of a locked product. False if it's no longer there. */
export async function removeScheduled(
  tx: Transaction<Tables>,
  actor: Actor,
  row: StoredProduct,
  change: number,
): Promise<boolean> {
  const scheduled = await listScheduled(tx, row.id)
  const one = scheduled.find(({ id }) => id === change)
  if (!one) return false
  const removed = 'state' in one.change ? [one] : scheduled.filter((other) => 'price' in other.change)
  await deleteScheduledOf(
    tx,
    removed.map(({ id }) => id),
  )
  await touchProducts(tx, [row.id], 'scheduled')
  const [first] = scheduledPricesOf(row)
  if (!('state' in one.change) && first?.change.endsSale) await endSale(tx, actor, row, first)
  await writeAudit(tx, actor, {
    action: 'product.unschedule',
    subject: `product:${row.id}`,
    before: { scheduled: removed.map(auditOf) },
    after: null,
  })
  return true
}
