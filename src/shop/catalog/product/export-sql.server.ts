import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.server.ts'
import type { ProductRow } from '../sql.server.ts'
import type { ScheduledChange, ScheduledWas } from '../tables.server.ts'
import { variantPrice } from '../variant-price-sql.server.ts'

export interface ExportRow extends Omit<ProductRow, 'sizes' | 'variants' | 'rating'> {
  latest_rank: number | null
  top_rank: number | null
  position: number | null
  moved_from: string[]
  /** `price` and `mrp` are a variant's own, in rupees. */
  variants: (ProductRow['variants'][number] & { low?: number })[]
  /** The next one first; without an id if it isn't stored yet. */
  scheduled: { id?: number; at: string; change: ScheduledChange; was?: ScheduledWas | null }[]
}

const BATCH = 500

const columns = sql`p.id, p.name, p.price_paise, p.mrp_paise, p.state, p.description, p.category, p.subcategory, p.pattern,
  p.fabric, p.fit, p.colors, p.pictures, p.details, p.latest_rank, p.top_rank, p.position, p.moved_from, p.created_at,
  (select coalesce(json_agg(json_strip_nulls(json_build_object('sku', s.sku, 'color', s.color, 'size', s.size,
    'quantity', s.on_hand - s.reserved, 'low', l.low,
    'price', case when s.extra_paise > 0 then ${variantPrice} / 100.0 end, 'mrp', s.mrp_paise / 100.0)) order by s.position, s.sku), '[]')
    from stock s left join stock_levels l using (sku) where s.product_id = p.id) as variants,
  (select coalesce(json_agg(json_build_object('id', c.id, 'at', c.due_at, 'change', c.change, 'was', c.was) order by c.due_at, c.id), '[]')
    from product_changes c where c.product_id = p.id) as scheduled`

/** Every product by id, in batches. */
export async function* readExportRows(db: Kysely<Tables>): AsyncGenerator<ExportRow[]> {
  let after = ''
  for (;;) {
    const { rows } = await sql<ExportRow>`
      select ${columns} from products p where p.id > ${after} order by p.id limit ${BATCH}`.execute(db)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** These products, by id. */
export async function readExportRowsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from products p where p.id = any(${ids}) order by p.id`.execute(db)
  return rows
}

/** A product with its version, and the version that last changed each column and each key of `details`. */
export interface StoredProduct extends ExportRow {
  version: number
  field_versions: Record<string, number>
}

/** A product, or null if there is no such product. */
export async function findProduct(db: Kysely<Tables>, id: string): Promise<StoredProduct | null> {
  const { rows } = await sql<StoredProduct>`
    select ${columns}, p.version, p.field_versions from products p where p.id = ${id}`.execute(db)
  return rows[0] ?? null
}
