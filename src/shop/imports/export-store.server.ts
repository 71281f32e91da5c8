import { type Kysely, sql } from 'kysely'
import type { ProductState } from '../catalog/rules.ts'
import { type ProductRow, variantsOf } from '../catalog/store.server.ts'
import type { Tables } from '../tables.server.ts'

export interface ExportRow extends Omit<ProductRow, 'sizes'> {
  state: ProductState
  latest_rank: number | null
  top_rank: number | null
}

const BATCH = 500

/** Every product by id, in batches. */
export async function* readExportRows(db: Kysely<Tables>): AsyncGenerator<ExportRow[]> {
  let after = ''
  for (;;) {
    const { rows } = await sql<ExportRow>`
      select p.id, p.name, p.price_paise, p.mrp_paise, p.state, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
        p.pictures, p.details, p.latest_rank, p.top_rank, p.created_at, ${variantsOf} as variants
      from products p where p.id > ${after} order by p.id limit ${BATCH}`.execute(db)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}
