import { type Kysely, sql } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import { markdownHtml, markdownWords } from '#platform/text/markdown.server.ts'
import { language } from '#platform/text/t.ts'
import type { OwnColor } from '../settings/field-contract.ts'
import type { Tables } from '../tables.server.ts'
import { looksOf } from './colors/look.server.ts'
import type { Product } from './contract.ts'
import { pictureAlt } from './messages.ts'
import type { ProductState } from './rules.ts'
import type { ProductColumns } from './tables.server.ts'
import { valueName } from './value-names.ts'
import { highestPrice } from './variant-price.ts'
import { variantMrp, variantPrice } from './variant-price-sql.server.ts'

type Db = Kysely<Tables>

/** A product's columns, with its sizes and variants as JSON. */
export type ProductRow = Omit<
  ProductColumns,
  'latest_rank' | 'top_rank' | 'position' | 'moved_from' | 'demonstration' | 'version' | 'field_versions'
> & {
  sizes: { _id: string; size: string }[]
  variants: Product['variants']
  rating: Product['rating'] | null
}

/** The variants of product `p` as JSON, with the quantity of each that can be bought, and its price and MRP if the product's are others. */
const variantsOf = sql`(select coalesce(json_agg(json_strip_nulls(json_build_object('sku', s.sku, 'color', s.color, 'size', s.size,
    'quantity', s.on_hand - s.reserved, 'price', case when s.extra_paise > 0 then ${variantPrice} / 100.0 end,
    'mrp', case when ${variantMrp} is distinct from p.mrp_paise then ${variantMrp} / 100.0 end)) order by s.position, s.sku), '[]')
    from stock s where s.product_id = p.id)`

/** The rating of product `p` by its shown reviews, rounded as on its page (`averageStars`). Null without reviews. */
const ratingOf = sql`(select json_build_object('average', round(avg(r.stars), 1)::float8, 'count', count(*)::integer)
    from reviews r where r.product_id = p.id and r.hidden_at is null having count(*) > 0)`

const productRows = sql`
  select p.id, p.name, p.price_paise, p.mrp_paise, p.description, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
    p.pictures, p.details, p.created_at, p.state,
    (select coalesce(json_agg(json_build_object('_id', z.id, 'size', z.size) order by z.position, z.size), '[]')
      from sizes z where z.product_id = p.id) as sizes,
    ${variantsOf} as variants, ${ratingOf} as rating
  from products p`

/**
 * Published products as the API returns them in the call's language, unordered; other ids are left out. One statement, so one snapshot. `own`:
 * the owner's colours.
 */
export async function readProducts(db: Db, ids: readonly string[], own: readonly OwnColor[] = []): Promise<Product[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProductRow>`${productRows} where p.id = any(${ids}) and p.state = 'published'`.execute(db)
  return rows.map((row) => toProduct(row, own))
}

/** A product in any state as the API would return it in the call's language, or null if there is no such product. */
export async function savedProduct(
  db: Db,
  id: string,
  own: readonly OwnColor[],
): Promise<{ state: ProductState; product: Product } | null> {
  const { rows } = await sql<ProductRow>`${productRows} where p.id = ${id}`.execute(db)
  const [row] = rows
  return row ? { state: row.state, product: toProduct(row, own) } : null
}

function toProduct(row: ProductRow, own: readonly OwnColor[]): Product {
  const quantityOf = (size: string) =>
    row.variants.reduce((sum, variant) => (variant.size === size ? sum + variant.quantity : sum), 0)
  const isHindi = language() === 'hi'
  const price = toRupees(paise(row.price_paise))
  const looks = looksOf(row, own)
  const families = looks.flatMap(({ name, family }) => (family === null || family === name ? [] : [[name, family]]))
  const swatches = looks.flatMap(({ name, swatch }) => (swatch === null ? [] : [[name, swatch]]))
  return {
    _id: row.id,
    name: row.name,
    price,
    ...highestPrice(price, row.variants),
    mrp: row.mrp_paise === null ? null : toRupees(paise(row.mrp_paise)),
    images: row.pictures.map((picture) => picture.src),
    ...descriptionOf(row),
    colors: row.colors,
    ...(families.length > 0 ? { colorFamilies: Object.fromEntries(families) } : {}),
    ...(swatches.length > 0 ? { swatches: Object.fromEntries(swatches) } : {}),
    sizes: row.sizes.map(({ _id, size }) => ({ _id, size, quantity: quantityOf(size) })),
    categories: row.category,
    subcategory: row.subcategory,
    pattern: row.pattern,
    fabric: row.fabric,
    fit: row.fit,
    ...(row.details.collection ? { collection: row.details.collection } : {}),
    variants: row.variants,
    pictures: row.pictures.map(({ swatch: _, ...picture }) => ({
      ...picture,
      alt: isHindi ? pictureAlt({ ...picture, name: row.name, color: valueName(picture.color) }) : picture.alt,
    })),
    badge: row.details.badge ?? null,
    care: (isHindi && row.details.hindi?.care) || (row.details.care ?? []),
    countryOfOrigin: row.details.countryOfOrigin ?? '',
    gsm: row.details.gsm ?? null,
    measurements: row.details.measurements ?? null,
    createdAt: row.created_at.toISOString(),
    ...(row.rating ? { rating: row.rating } : {}),
    ...(row.details.cash === 'no' ? { noCash: true as const } : {}),
    ...(typeof row.details.exchangeDays === 'number' ? { exchangeDays: row.details.exchangeDays } : {}),
    ...(row.details.searchTitle ? { searchTitle: row.details.searchTitle } : {}),
    ...(row.details.searchDescription ? { searchDescription: row.details.searchDescription } : {}),
  }
}

function descriptionOf({ description, details }: ProductRow): Pick<Product, 'description' | 'descriptionHtml'> {
  const hindi = language() === 'hi' ? details.hindi?.description : undefined
  if (!details.descriptionMarkdown) return { description: hindi ?? description }
  return {
    description: hindi === undefined ? description : markdownWords(hindi, { keepsLines: true }),
    descriptionHtml: markdownHtml(hindi ?? details.descriptionMarkdown, { keepsLines: true }),
  }
}

/** True if the shop has no products in any state. */
export async function isCatalogueEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined
}

/** The number of published products, and of demonstration products that are published or hidden. */
export async function countForOpening(db: Db): Promise<{ published: number; demonstration: number }> {
  const { rows } = await sql<{ published: number; demonstration: number }>`
    select count(*) filter (where state = 'published')::integer as published,
      count(*) filter (where demonstration and state <> 'archived')::integer as demonstration from products`.execute(db)
  return rows[0] ?? { published: 0, demonstration: 0 }
}

/** The number of products. */
export async function countProducts(db: Db): Promise<number> {
  const count = db.fn.countAll<number>().as('count')
  return (await db.selectFrom('products').select(count).executeTakeFirstOrThrow()).count
}

/** The number of products that aren't archived and have no HSN code of their own. */
export async function countWithoutHsn(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from products where state <> 'archived' and details ->> 'hsn' is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** A product's state, or null if there is no such product. */
export async function findProductState(db: Db, id: string): Promise<ProductState | null> {
  return (await db.selectFrom('products').select('state').where('id', '=', id).executeTakeFirst())?.state ?? null
}

/** The id of the published product whose page had this path in the previous shop. */
export async function findMovedProduct(db: Db, path: string): Promise<string | null> {
  // PostgreSQL's text can't contain this character.
  if (path.includes('\0')) return null
  const { rows } = await sql<{ id: string }>`select id from products
    where moved_from @> array[${path}]::text[] and state = 'published' order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** True if the product exists and is published. */
export async function hasProduct(db: Db, id: string): Promise<boolean> {
  return (await findProductState(db, id)) === 'published'
}

/** External origins of product pictures and the banner, for the pages' Content-Security-Policy. */
export async function readPictureOrigins(db: Db): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`select origin from picture_origins
    union select substring(url from '^https://[^/?#]+') from banner where url like 'https://%'`.execute(db)
  return rows.map((row) => row.origin)
}
