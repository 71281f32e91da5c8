import { sql, type Transaction } from 'kysely'
import { type ExportRow, readExportRowsOf } from '../catalog/product/export-sql.server.ts'
import { ownPrices } from '../catalog/variant-price.ts'
import type { Tables } from '../tables.server.ts'
import { diffOf, type ProductChange } from './differences.server.ts'
import type { StagedProduct } from './raw-product.server.ts'

interface CompareOptions {
  /** True if known SKUs get the file's stock. */
  stock: boolean
  dryRun: boolean
}

/** Compares products with those of the same `_id`, before they are written. Unchanged ones are left out. */
export async function findDifferences(
  tx: Transaction<Tables>,
  batch: readonly StagedProduct[],
  options: CompareOptions,
): Promise<ProductChange[]> {
  const rows = await readExportRowsOf(
    tx,
    batch.map(({ draft }) => draft.id),
  )
  const known = await readSkus(
    tx,
    batch.flatMap(({ draft }) => draft.variants.map(({ sku }) => sku)),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return batch.flatMap((staged): ProductChange[] => {
    const { line, draft } = staged
    const before = byId.get(draft.id) ?? null
    const after = imported(staged, before, known, options)
    const fields = before && diffOf(before, after, options)
    return fields && Object.keys(fields).length === 0 ? [] : [{ id: draft.id, line, fields, before, after }]
  })
}

interface KnownSku {
  sku: string
  /** Null if no product has it. */
  quantity: number | null
  low: number | null
}

/** The stock and the thresholds of SKUs, whatever product they belong to. */
async function readSkus(tx: Transaction<Tables>, skus: readonly string[]): Promise<Map<string, KnownSku>> {
  const { rows } = await sql<KnownSku>`select sku, on_hand - reserved as quantity, low
    from stock full join stock_levels using (sku) where sku = any(${skus})`.execute(tx)
  return new Map(rows.map((row) => [row.sku, row]))
}

/**
 * A product after the import. Another shop's file leaves the fields that only this shop knows, as `upsertProducts` does
 * in SQL.
 */
function imported(
  { draft, pictures, fromOtherShop }: StagedProduct,
  before: ExportRow | null,
  known: ReadonlyMap<string, KnownSku>,
  { stock }: CompareOptions,
): ExportRow {
  const { sizes: _, variants, scheduled, created_at, ...columns } = draft
  const isOwn = !fromOtherShop || before === null
  const createdAt = created_at === null ? before?.created_at : new Date(created_at)
  return {
    ...columns,
    ...(isOwn ? {} : ownFields(columns, before)),
    pictures,
    created_at: createdAt ?? new Date(),
    scheduled:
      scheduled?.toSorted((a, b) => a.at.localeCompare(b.at)) ?? (fromOtherShop ? (before?.scheduled ?? []) : []),
    variants: variants.map(({ sku, color, size, quantity, low, ...prices }) => {
      const now = known.get(sku)
      const kept = stock ? undefined : now?.quantity
      const threshold = fromOtherShop ? (now?.low ?? undefined) : low
      return {
        sku,
        color,
        size,
        quantity: kept ?? quantity,
        ...(threshold === undefined ? {} : { low: threshold }),
        ...ownPrices(prices),
      }
    }),
  }
}

function ownFields(columns: Pick<ExportRow, 'position' | 'moved_from' | 'details'>, before: ExportRow) {
  const { descriptionMarkdown: _, ...details } = before.details
  const { descriptionMarkdown, hsn, collection } = columns.details
  return {
    latest_rank: before.latest_rank,
    top_rank: before.top_rank,
    position: columns.position ?? before.position,
    moved_from: columns.moved_from.length > 0 ? columns.moved_from : before.moved_from,
    details: {
      ...details,
      ...(descriptionMarkdown ? { descriptionMarkdown } : {}),
      ...(hsn ? { hsn } : {}),
      ...(collection ? { collection } : {}),
    },
  }
}
