import { type Kysely, sql } from 'kysely'
import type { ProductColumns } from '../catalog/tables.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Entry } from './index/table.server.ts'

type Db = Kysely<Tables>

type EntryRow = Pick<
  ProductColumns,
  | 'id'
  | 'name'
  | 'description'
  | 'price_paise'
  | 'category'
  | 'subcategory'
  | 'pattern'
  | 'fabric'
  | 'fit'
  | 'colors'
  | 'latest_rank'
  | 'top_rank'
  | 'position'
> & { sizes: string[]; variants: string[]; views: number }

/**
 * A size is listed if its stock less holds, summed over colours, is above 0 (CONTRACT, Stock). `variants` have the
 * format of `variantOf`.
 */
const entryColumns = sql`p.id, p.price_paise, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
  p.latest_rank, p.top_rank, p.position, array(
    select s.size from stock s where s.product_id = p.id group by s.size having sum(s.on_hand - s.reserved) > 0
  ) as sizes, array(
    select s.color || chr(10) || s.size from stock s where s.product_id = p.id and s.on_hand > s.reserved
  ) as variants, p.name, p.description,
  coalesce((select v.views from product_views v where v.product_id = p.id), 0) as views`

/** Index entries of published products. Others are left out. */
export async function readEntries(db: Db, ids: readonly string[]): Promise<Entry[]> {
  const { rows } =
    await sql<EntryRow>`select ${entryColumns} from products p where p.id = any(${ids}) and p.state = 'published'`.execute(
      db,
    )
  return rows.map(toEntry)
}

/** The whole catalogue in the order of the listing, in batches, so that requests are served in between. */
export async function* readAllEntries(db: Db, batchSize = 1000): AsyncGenerator<Entry[]> {
  let after = { price: -1, id: '' }
  for (;;) {
    const { rows } = await sql<EntryRow>`select ${entryColumns} from products p
      where p.state = 'published' and (p.price_paise, p.id collate "C") > (${after.price}, ${after.id} collate "C")
      order by p.price_paise, p.id collate "C" limit ${batchSize}`.execute(db)
    if (rows.length > 0) yield rows.map(toEntry)
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = { price: last.price_paise, id: last.id }
  }
}

function toEntry(row: EntryRow): Entry {
  const ranked = row.latest_rank !== null || row.top_rank !== null
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    views: row.views,
    price: row.price_paise,
    position: row.position,
    lists: {
      categories: [row.category],
      subcategory: [row.subcategory],
      colors: row.colors,
      sizes: row.sizes,
      variants: row.variants,
      pattern: [row.pattern],
      fabric: [row.fabric],
      fit: [row.fit],
    },
    ranks: ranked ? `${row.latest_rank ?? ''}/${row.top_rank ?? ''}` : '',
  }
}
