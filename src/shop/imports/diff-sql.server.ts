import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { fieldsOf } from '../catalog/write-fields.server.ts'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './parse-product.server.ts'

/** The changes an import would make to a product. `fields` is null for a new one. Prices are in rupees. */
export interface ProductDiff {
  id: string
  fields: Record<string, { before: unknown; after: unknown }> | null
}

/**
 * Compares products with those of the same `_id`, before they are written. `stock`: includes the sellable quantity of
 * each SKU.
 */
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
    const fields: NonNullable<ProductDiff['fields']> = {}
    const compare = (name: string, before: unknown = null, after: unknown = null) => {
      if (!isDeepStrictEqual(before, after)) fields[name] = { before, after }
    }
    const before = valuesOf(row)
    const after = valuesOf(fromOtherShop ? keepOwn(draft, row) : draft)
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(name, before[name], after[name])
    compare(
      'pictures',
      row.pictures.map(({ src }) => src),
      pictures.map(({ src }) => src),
    )
    if (!fromOtherShop || draft.scheduled !== null) {
      const current = scheduled.filter(({ product_id }) => product_id === draft.id)
      compare(
        'scheduled',
        current.map(({ due_at, change }) => ({ at: due_at.toISOString(), ...change })),
        (draft.scheduled ?? []).map(({ at, change }) => ({ at, ...change })),
      )
    }
    const stockOf = (sku: string) => quantities.find((one) => one.sku === sku)
    for (const { sku, low, quantity } of draft.variants) {
      if (!fromOtherShop) compare(`low ${sku}`, stockOf(sku)?.low, low)
      if (stock) compare(`stock ${sku}`, stockOf(sku)?.quantity, quantity)
    }
    for (const { product, sku, quantity } of quantities)
      if (product === draft.id && !draft.variants.some((one) => one.sku === sku))
        compare(`stock ${sku}`, quantity, null)
    return Object.keys(fields).length > 0 ? [{ id: draft.id, fields }] : []
  })
}

type Columns = Parameters<typeof fieldsOf>[0]

/**
 * A product after another shop's file changed it: fields that only this shop knows stay. `upsertProducts` does the same
 * in SQL.
 */
function keepOwn(draft: Columns, row: Columns): Columns {
  const { descriptionMarkdown: _, ...details } = row.details
  const { descriptionMarkdown, hsn } = draft.details
  return {
    ...draft,
    latest_rank: row.latest_rank,
    top_rank: row.top_rank,
    position: draft.position ?? row.position,
    moved_from: draft.moved_from.length > 0 ? draft.moved_from : row.moved_from,
    details: { ...details, ...(descriptionMarkdown ? { descriptionMarkdown } : {}), ...(hsn ? { hsn } : {}) },
  }
}

function valuesOf(row: Columns): Record<string, unknown> {
  const { state, colors, moved_from, details } = row
  return { ...fieldsOf(row), state, colors, movedFrom: moved_from, ...details }
}
