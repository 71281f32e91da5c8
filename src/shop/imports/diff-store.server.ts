import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import type { ProductColumns } from '../catalog/tables.server.ts'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './parse-product.server.ts'

/** What an import would change of a product; `fields` is null for a new one. Prices are in rupees. */
export interface ProductDiff {
  id: string
  fields: Record<string, { before: unknown; after: unknown }> | null
}

/** Compares products with those of the same `_id`, before they are written. `stock`: what can be bought of each SKU too. */
export async function findDifferences(
  tx: Transaction<Tables>,
  batch: readonly StagedProduct[],
  { stock }: { stock: boolean },
): Promise<ProductDiff[]> {
  const ids = batch.map(({ draft }) => draft.id)
  const rows = await tx.selectFrom('products').selectAll().where('id', 'in', ids).execute()
  const { rows: quantities } = await sql<{ product: string; sku: string; quantity: number; low: number | null }>`
    select product_id as product, sku, on_hand - reserved as quantity, low from stock left join stock_levels using (sku)
    where product_id = any(${ids})`.execute(tx)
  const scheduled = await tx
    .selectFrom('product_changes')
    .select(['product_id', 'due_at', 'change'])
    .where('product_id', 'in', ids)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  return batch.flatMap(({ draft, pictures, fromOtherShop }): ProductDiff[] => {
    const row = rows.find(({ id }) => id === draft.id)
    if (!row) return [{ id: draft.id, fields: null }]
    const before = { ...columnsOf(row), pictures: row.pictures.map(({ src }) => src) }
    const after = {
      ...columnsOf(fromOtherShop ? keepOwn(draft, row) : draft),
      pictures: pictures.map(({ src }) => src),
    }
    if (!fromOtherShop || draft.scheduled !== null) {
      const planned = scheduled.filter(({ product_id }) => product_id === draft.id)
      Object.assign(before, {
        scheduled: planned.map(({ due_at, change }) => ({ at: due_at.toISOString(), ...change })),
      })
      Object.assign(after, { scheduled: (draft.scheduled ?? []).map(({ at, change }) => ({ at, ...change })) })
    }
    if (!fromOtherShop)
      for (const { sku, low = null } of draft.variants) {
        Object.assign(before, { [`low ${sku}`]: quantities.find((one) => one.sku === sku)?.low ?? null })
        Object.assign(after, { [`low ${sku}`]: low })
      }
    if (stock)
      for (const { sku, quantity } of draft.variants) {
        Object.assign(before, { [`stock ${sku}`]: quantities.find((one) => one.sku === sku)?.quantity ?? null })
        Object.assign(after, { [`stock ${sku}`]: quantity })
      }
    for (const { product, sku, quantity } of quantities)
      if (product === draft.id && !draft.variants.some((one) => one.sku === sku)) {
        Object.assign(before, { [`stock ${sku}`]: quantity })
        Object.assign(after, { [`stock ${sku}`]: null })
      }
    const fields = differencesOf(before, after)
    return Object.keys(fields).length > 0 ? [{ id: draft.id, fields }] : []
  })
}

type Columns = Pick<
  ProductColumns,
  | 'name'
  | 'state'
  | 'price_paise'
  | 'mrp_paise'
  | 'description'
  | 'category'
  | 'subcategory'
  | 'pattern'
  | 'fabric'
  | 'fit'
  | 'colors'
  | 'latest_rank'
  | 'top_rank'
  | 'position'
  | 'moved_from'
  | 'details'
>

/** What another shop's file leaves as it is: `upsertProducts` does the same. */
function keepOwn(draft: Columns, row: Columns): Columns {
  const { descriptionMarkdown: _, ...details } = row.details
  const { descriptionMarkdown } = draft.details
  return {
    ...draft,
    latest_rank: row.latest_rank,
    top_rank: row.top_rank,
    position: draft.position ?? row.position,
    moved_from: draft.moved_from.length > 0 ? draft.moved_from : row.moved_from,
    details: { ...details, ...(descriptionMarkdown ? { descriptionMarkdown } : {}) },
  }
}

function columnsOf(row: Columns): Record<string, unknown> {
  const { price_paise, mrp_paise, category, latest_rank, top_rank, position, moved_from, details } = row
  const { name, state, description, subcategory, pattern, fabric, fit, colors } = row
  return {
    name,
    state,
    price: toRupees(paise(price_paise)),
    mrp: mrp_paise === null ? null : toRupees(paise(mrp_paise)),
    description,
    categories: category,
    subcategory,
    pattern,
    fabric,
    fit,
    colors,
    latestArrivals: latest_rank,
    topCollection: top_rank,
    position,
    movedFrom: moved_from,
    ...details,
  }
}

function differencesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { before: unknown; after: unknown }> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null))
  return Object.fromEntries(changed.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]))
}
