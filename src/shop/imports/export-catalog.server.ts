import { type Kysely, sql } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import type { ProductRow } from '../catalog/store.server.ts'
import type { Tables } from '../tables.server.ts'
import { unplacePicture } from './pictures.server.ts'

interface ExportRow extends Omit<ProductRow, 'sizes'> {
  latest_rank: number | null
  top_rank: number | null
  variants: { sku: string; color: string; size: string; quantity: number }[]
}

const SLICE = 500

/** The catalogue as lines that the import takes back unchanged, by `_id`, without line breaks at their ends. */
export async function* exportCatalog(db: Kysely<Tables>): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const { rows } = await sql<ExportRow>`
      select p.id, p.name, p.price_paise, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
        p.pictures, p.details, p.latest_rank, p.top_rank, p.created_at,
        (select coalesce(json_agg(json_build_object('sku', s.sku, 'color', s.color, 'size', s.size,
            'quantity', s.on_hand - s.reserved) order by s.position, s.sku), '[]')
          from stock s where s.product_id = p.id) as variants
      from products p where p.id > ${after} order by p.id limit ${SLICE}`.execute(db)
    for (const row of rows) yield JSON.stringify(toLine(row))
    const last = rows.at(-1)
    if (!last || rows.length < SLICE) return
    after = last.id
  }
}

function toLine(row: ExportRow): Record<string, unknown> {
  const { badge, gsm, care, countryOfOrigin, measurements } = row.details
  const ranks = {
    ...(row.latest_rank === null ? {} : { latestArrivals: row.latest_rank }),
    ...(row.top_rank === null ? {} : { topCollection: row.top_rank }),
  }
  return {
    _id: row.id,
    name: row.name,
    price: toRupees(paise(row.price_paise)),
    description: row.description,
    categories: row.category,
    subcategory: row.subcategory,
    pattern: row.pattern,
    fabric: row.fabric,
    fit: row.fit,
    colors: row.colors,
    variants: row.variants,
    pictures: row.pictures.map(unplacePicture),
    ...(row.latest_rank === null && row.top_rank === null ? {} : { rows: ranks }),
    ...(badge ? { badge } : {}),
    createdAt: row.created_at.toISOString(),
    ...(gsm ? { gsm } : {}),
    ...(care?.length ? { care } : {}),
    ...(countryOfOrigin ? { countryOfOrigin } : {}),
    ...(measurements ? { measurements } : {}),
  }
}
