import { type Kysely, sql } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import type { Tables } from '../tables.server.ts'
import type { Picture, Product } from './contract.ts'
import type { Entry } from './listing/table.server.ts'
import type { ProductDetails } from './tables.server.ts'

type Db = Kysely<Tables>

interface EntryRow {
  id: string
  price_paise: number
  category: string
  subcategory: string
  pattern: string
  fabric: string
  fit: string
  colors: string[]
  sizes: string[]
  latest_rank: number | null
  top_rank: number | null
}

/** A size counts where any of its colours can be bought: stock less what is held, summed (CONTRACT, Stock). */
const entryColumns = sql`p.id, p.price_paise, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
  p.latest_rank, p.top_rank, array(
    select s.size from stock s where s.product_id = p.id group by s.size having sum(s.on_hand - s.reserved) > 0
  ) as sizes`

/** What the filters know of some products; products that are gone are left out. */
export async function readEntries(db: Db, ids: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`select ${entryColumns} from products p where p.id = any(${ids})`.execute(db)
  return rows.map(toEntry)
}

/** The whole range in the order of the listing, in slices, so that other work goes on in between. */
export async function* readAllEntries(db: Db, slice = 1000): AsyncGenerator<Entry[]> {
  let after = { price: -1, id: '' }
  for (;;) {
    const { rows } = await sql<EntryRow>`select ${entryColumns} from products p
      where (p.price_paise, p.id collate "C") > (${after.price}, ${after.id} collate "C")
      order by p.price_paise, p.id collate "C" limit ${slice}`.execute(db)
    if (rows.length > 0) yield rows.map(toEntry)
    const last = rows.at(-1)
    if (!last || rows.length < slice) return
    after = { price: last.price_paise, id: last.id }
  }
}

function toEntry(row: EntryRow): Entry {
  const ranked = row.latest_rank !== null || row.top_rank !== null
  return {
    id: row.id,
    price: row.price_paise,
    lists: {
      categories: [row.category],
      subcategory: [row.subcategory],
      colors: row.colors,
      sizes: row.sizes,
      pattern: [row.pattern],
      fabric: [row.fabric],
      fit: [row.fit],
    },
    ranks: ranked ? `${row.latest_rank ?? ''}/${row.top_rank ?? ''}` : '',
  }
}

/** A product as the database has it. */
export interface ProductRow {
  id: string
  name: string
  price_paise: number
  description: string
  category: string
  subcategory: string
  pattern: string
  fabric: string
  fit: string
  colors: string[]
  pictures: Picture[]
  details: ProductDetails
  created_at: Date
  sizes: { _id: string; size: string }[]
  variants: { sku: string; color: string; size: string; quantity: number }[]
}

/** Products as the wire shows them, in no order; ids of nothing are left out. One statement, so one moment. */
export async function readProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProductRow>`
    select p.id, p.name, p.price_paise, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
      p.pictures, p.details, p.created_at,
      (select coalesce(json_agg(json_build_object('_id', z.id, 'size', z.size) order by z.position, z.size), '[]')
        from sizes z where z.product_id = p.id) as sizes,
      (select coalesce(json_agg(json_build_object('sku', s.sku, 'color', s.color, 'size', s.size,
          'quantity', s.on_hand - s.reserved) order by s.position, s.sku), '[]')
        from stock s where s.product_id = p.id) as variants
    from products p where p.id = any(${ids})`.execute(db)
  return rows.map(toProduct)
}

function toProduct(row: ProductRow): Product {
  const left = (size: string) =>
    row.variants.reduce((sum, variant) => (variant.size === size ? sum + variant.quantity : sum), 0)
  return {
    _id: row.id,
    name: row.name,
    price: toRupees(paise(row.price_paise)),
    images: row.pictures.map((picture) => picture.src),
    description: row.description,
    colors: row.colors,
    sizes: row.sizes.map(({ _id, size }) => ({ _id, size, quantity: left(size) })),
    categories: row.category,
    subcategory: row.subcategory,
    pattern: row.pattern,
    fabric: row.fabric,
    fit: row.fit,
    variants: row.variants,
    pictures: row.pictures,
    badge: row.details.badge ?? null,
    care: row.details.care ?? [],
    countryOfOrigin: row.details.countryOfOrigin ?? '',
    gsm: row.details.gsm ?? null,
    measurements: row.details.measurements ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

/**
 * Products that words find, by the database's full text: as a web search, or with each word as the beginning
 * of one, so that `hood` finds hoodies while it is being typed.
 */
export async function findByWords(db: Db, words: string): Promise<string[]> {
  const beginnings = (words.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')
  if (beginnings === '') return []
  const { rows } = await sql<{ id: string }>`select id from products
    where words @@ (websearch_to_tsquery('english', ${words}) || to_tsquery('english', ${beginnings}))`.execute(db)
  return rows.map((row) => row.id)
}

/** Products in a row of the home page. */
const ROW_LENGTH = 10

/** Popular This Week: as the owner ranked them; where none is ranked, the newest. */
export async function readLatestArrivals(db: Db): Promise<string[]> {
  const ranked = await db
    .selectFrom('products')
    .select('id')
    .where('latest_rank', 'is not', null)
    .orderBy('latest_rank')
    .orderBy('id')
    .limit(2 * ROW_LENGTH)
    .execute()
  return ranked.length > 0 ? ranked.map((row) => row.id) : readNewest(db)
}

/** Best Seller: as the owner ranked them; where none is ranked, what is looked at most, then the newest. */
export async function readTopCollection(db: Db): Promise<string[]> {
  const ranked = await db
    .selectFrom('products')
    .select('id')
    .where('top_rank', 'is not', null)
    .orderBy('top_rank')
    .orderBy('id')
    .limit(2 * ROW_LENGTH)
    .execute()
  if (ranked.length > 0) return ranked.map((row) => row.id)
  const viewed = await db
    .selectFrom('product_views')
    .select('product_id')
    .orderBy('views', 'desc')
    .limit(ROW_LENGTH)
    .execute()
  return [...new Set([...viewed.map((row) => row.product_id), ...(await readNewest(db))])].slice(0, ROW_LENGTH)
}

async function readNewest(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ROW_LENGTH)
    .execute()
  return rows.map((row) => row.id)
}

/** Whether there is any product. */
export async function isCatalogueEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Whether there is such a product. */
export async function hasProduct(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The origins beside our own that product pictures and the banner are shown from: the page's policy allows these. */
export async function readPictureOrigins(db: Db): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`select origin from picture_origins
    union select substring(url from '^https://[^/?#]+') from banner where url like 'https://%'`.execute(db)
  return rows.map((row) => row.origin)
}
