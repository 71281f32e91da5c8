import { type Kysely, sql } from 'kysely'
import type { Reads } from '#platform/db/reads.server.ts'
import { supplyOf } from '../catalog/card.ts'
import { looksOf } from '../catalog/colors/look.server.ts'
import type { ProductColumns } from '../catalog/tables.server.ts'
import type { OwnColor } from '../settings/field-contract.ts'
import type { Tables } from '../tables.server.ts'
import { type Entry, variantOf } from './index/table.server.ts'

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
  | 'pictures'
  | 'latest_rank'
  | 'top_rank'
  | 'position'
  | 'created_at'
  | 'version'
> & {
  sizes: string[]
  variants: string[]
  views: number
  rated: Entry['rated'] | null
  collection: string
  revision: string
  left: number
  extras: Entry['extras'] | null
}

/**
 * A size is listed if its stock less holds, summed over colours, is above 0 (CONTRACT, Stock). `variants` have the
 * format of `variantOf`.
 */
const entryColumns = sql`p.id, p.price_paise, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
  jsonb_path_query_array(p.pictures, '$[*] ? (exists (@.swatch))') as pictures, p.latest_rank, p.top_rank, p.position, p.created_at, p.version,
  coalesce(p.details ->> 'collection', '') as collection, array(
    select s.size from stock s where s.product_id = p.id group by s.size having sum(s.on_hand - s.reserved) > 0
  ) as sizes, array(
    select s.color || chr(10) || s.size from stock s where s.product_id = p.id and s.on_hand > s.reserved
  ) as variants, p.name, p.description,
  coalesce((select v.views from product_views v where v.product_id = p.id), 0) as views,
  (select json_build_object('count', count(*)::integer, 'stars', sum(r.stars)::integer) from reviews r
    where r.product_id = p.id and r.hidden_at is null having count(*) > 0) as rated,
  (select concat(p.version, ' ', count(*), ' ', sum(r.stars), (
      select string_agg(' ' || s.sku || ' ' || s.extra_paise || ' ' || coalesce(s.mrp_paise, 0), '' order by s.sku) from stock s
      where s.product_id = p.id and (s.extra_paise > 0 or s.mrp_paise is not null)))
    from reviews r where r.product_id = p.id and r.hidden_at is null) as revision,
  (select json_object_agg(size, extra) from (select s.size, min(s.extra_paise) as extra from stock s
    where s.product_id = p.id and s.on_hand > s.reserved group by s.size) e having max(extra) > 0) as extras,
  (select coalesce(sum(s.on_hand - s.reserved), 0)::integer from stock s where s.product_id = p.id) as left`

/** Index entries of published products. Others are left out. `own`: the owner's colours. */
export async function readEntries(db: Db, ids: readonly string[], own: readonly OwnColor[] = []): Promise<Entry[]> {
  const { rows } =
    await sql<EntryRow>`select ${entryColumns} from products p where p.id = any(${ids}) and p.state = 'published'`.execute(
      db,
    )
  return rows.map((row) => toEntry(row, own))
}

/** The whole catalogue in the order of the listing, in batches, so that requests are served in between. */
export async function* readAllEntries(
  read: Reads<Tables>['run'],
  own: readonly OwnColor[] = [],
  batchSize = 1000,
): AsyncGenerator<Entry[]> {
  let after = { price: -1, id: '' }
  for (;;) {
    const batch = sql<EntryRow>`select ${entryColumns} from products p
      where p.state = 'published' and (p.price_paise, p.id collate "C") > (${after.price}, ${after.id} collate "C")
      order by p.price_paise, p.id collate "C" limit ${batchSize}`
    const { rows } = await read((db) => batch.execute(db))
    if (rows.length > 0) yield rows.map((row) => toEntry(row, own))
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = { price: last.price_paise, id: last.id }
  }
}

function toEntry(row: EntryRow, own: readonly OwnColor[]): Entry {
  const looks = looksOf(row, own)
  const familyOf = new Map(looks.flatMap(({ name, family }) => (family === null ? [] : [[name, family]])))
  const inFamilies = row.variants.flatMap((variant) => {
    const [color = '', size = ''] = variant.split('\n')
    const family = familyOf.get(color)
    return family === undefined ? [variant] : [variant, variantOf(family, size)]
  })
  const ranked = row.latest_rank !== null || row.top_rank !== null
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    views: row.views,
    revision: row.revision,
    version: row.version,
    ...(row.rated ? { rated: row.rated } : {}),
    ...(row.extras ? { extras: row.extras } : {}),
    supply: supplyOf(row.left),
    price: row.price_paise,
    position: row.position,
    addedAt: row.created_at.getTime(),
    lists: {
      categories: [row.category],
      subcategory: [row.subcategory],
      // A colour is found by its own name and by its family's.
      colors: [...new Set([...row.colors, ...familyOf.values()])],
      sizes: row.sizes,
      variants: inFamilies,
      pattern: [row.pattern],
      fabric: [row.fabric],
      fit: [row.fit],
      collection: [row.collection],
    },
    looks,
    ranks: ranked ? `${row.latest_rank ?? ''}/${row.top_rank ?? ''}` : '',
  }
}
