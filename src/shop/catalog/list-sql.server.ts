import { type Kysely, type RawBuilder, sql } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import type { Tables } from '../tables.server.ts'
import { PRODUCT_STATES, type ProductState } from './rules.ts'
import type { StoredProductPicture } from './tables.server.ts'

type Db = Kysely<Tables>
type Condition = RawBuilder<unknown>

/** No list counts further than this. */
export const MAX_COUNT = 10_000

export interface ProductFilters {
  /** Null without a search. */
  terms: ProductTerms | null
  state: ProductState | null
  /** Only products with a variant that is low: at or below its own level, or this one. Null: all. */
  low: number | null
  /** Only these. Null: all. */
  ids?: readonly string[] | null
}

/** What a search text may mean. */
export interface ProductTerms {
  /** The text itself, in small letters: an id, or the beginning of a SKU. */
  text: string
  /** Words of which names and ids have all, each by its beginning, as a tsquery; null if it has none. */
  words: string | null
}

/** Reads a search for products. */
export function parseProductSearch(q: string): ProductTerms | null {
  const text = q.trim().toLowerCase()
  if (text === '') return null
  // As the function search_words divides texts.
  const words = text.split(/[\s.,;:/()'’"#-]+/).flatMap((word) => (word === '' ? [] : [word.slice(0, 60)]))
  const query = words.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`).join(' & ')
  return { text, words: query === '' ? null : query }
}

/** Where a page goes on: after the product with this rank, microseconds of its creation, and id. */
export type ProductCursor = readonly [rank: number, createdAt: number, id: string]

export interface ListedRow {
  id: string
  /** Which meaning of the search found it; 0 without a search. */
  rank: number
  sort_key: number
  name: string
  state: ProductState
  version: number
  /** The lowest of the sizes. */
  price_paise: number
  /** The highest, if sizes differ. */
  price_to_paise: number | null
  mrp_paise: number | null
  picture: StoredProductPicture | null
  /** Pieces that can be bought, over all variants. */
  available: number
  variants: number
  /** Variants with none left. */
  sold_out: number
  /** The times of the changes of its price that are still to come: the start of a sale, the end of one. */
  sale: { at: string; ends: boolean; price: number }[]
}

/** SQL: true if variant `s` with its level `l` is low. */
export const isLow = (low: number): Condition => sql`s.on_hand - s.reserved <= coalesce(l.low, ${low})`

/** The first SKUs that begin with a text: a product has few, and a short beginning may have all. */
const SKUS_FOUND = 1000

/** The meanings of a search, the most exact first. */
function meaningsOf({ text, words }: ProductTerms): Condition[] {
  const end = `${text}\uffff`
  return [
    // One list of ids, so that the index of ids is read and not every product.
    sql`p.id = any(array(select ${text}::text union all
      select s.product_id from stock s where lower(s.sku) collate "C" = ${text}))`,
    ...(words === null ? [] : [sql`search_words(p.name || ' ' || p.id) @@ ${words}::tsquery`]),
    ...(text.length < 3
      ? []
      : [
          sql`p.id = any(array(select s.product_id from stock s where lower(s.sku) collate "C" >= ${text}
            and lower(s.sku) collate "C" < ${end} order by lower(s.sku) collate "C" limit ${SKUS_FOUND}))`,
        ]),
  ]
}

/** The conditions of a list's filters without its search. */
function conditionsOf({ state, low, ids = null }: ProductFilters): Condition {
  const ofIds = ids === null ? sql`` : sql`and p.id = any(${[...ids]})`
  const ofState = state === null ? sql`` : sql`and p.state = ${state}`
  const ofLow =
    low === null
      ? sql``
      : sql`and exists (select from stock s left join stock_levels l using (sku) where s.product_id = p.id and ${isLow(low)})`
  return sql`${ofState} ${ofLow} ${ofIds}`
}

/** A page of products and one more, the newest first; with a search the most exact meaning comes first. */
export async function listProductPage(
  db: Db,
  filters: ProductFilters,
  { after, limit }: { after: ProductCursor | null; limit: number },
): Promise<ListedRow[]> {
  const meanings = filters.terms === null ? [sql`true`] : meaningsOf(filters.terms)
  const branches = meanings.flatMap((meaning, rank) => {
    if (after !== null && rank < after[0]) return []
    const rest = after === null || rank > after[0] ? sql`` : sql`and ${isAfter(after)}`
    const earlier = meanings.slice(0, rank).map((one) => sql`and not ${one}`)
    return [
      sql`(select p.id, ${rank}::integer as rank, p.created_at as at from products p
        where ${meaning} ${conditionsOf(filters)} ${rest} ${sql.join(earlier, sql` `)}
        order by p.created_at desc, p.id limit ${limit + 1})`,
    ]
  })
  if (branches.length === 0) return []
  const hits = await db
    .selectFrom(sql<{ id: string; rank: number; at: Date }>`(${sql.join(branches, sql` union all `)})`.as('hit'))
    .select(['id', 'rank', microsOf(sql`hit.at`).as('sort_key')])
    .orderBy('rank')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const rows = new Map((await readListed(db, hits)).map((row) => [row.id, row]))
  return hits.flatMap((hit) => {
    const row = rows.get(hit.id)
    return row ? [{ ...row, ...hit }] : []
  })
}

function isAfter([, key, id]: ProductCursor): Condition {
  const at = timeOfMicros(key)
  return sql`p.created_at <= ${at} and (p.created_at < ${at} or p.id > ${id})`
}

type ListedProduct = Omit<ListedRow, 'rank' | 'sort_key'>

async function readListed(db: Db, hits: readonly { id: string }[]): Promise<ListedProduct[]> {
  if (hits.length === 0) return []
  const { rows } = await sql<ListedProduct>`
    select p.id, p.name, p.state, p.version, p.price_paise, p.mrp_paise, p.pictures -> 0 as picture,
      case when sums.most > sums.least then p.price_paise + sums.most end as price_to_paise, sums.available, sums.variants, sums.sold_out,
      (select coalesce(json_agg(json_build_object('at', c.due_at, 'ends', c.change ? 'endsSale', 'price', c.change -> 'price')
        order by c.due_at, c.id), '[]') from product_changes c where c.product_id = p.id and c.change ? 'price') as sale
    from products p cross join lateral (
      select coalesce(sum(s.on_hand - s.reserved), 0)::integer as available, count(*)::integer as variants,
        (count(*) filter (where s.on_hand <= s.reserved))::integer as sold_out, min(s.extra_paise) as least, max(s.extra_paise) as most
      from stock s where s.product_id = p.id) sums
    where p.id = any(${hits.map(({ id }) => id)})`.execute(db)
  return rows
}

/** How many products each state has; one more than `MAX_COUNT` if there are more. */
export async function countProductLists(db: Db): Promise<Record<ProductState, number>> {
  const counts = PRODUCT_STATES.map(
    (state) => sql`select ${state}::text as state, (select count(*)::integer from (
      select from products p where p.state = ${state} order by p.created_at desc limit ${MAX_COUNT + 1}) counted) as count`,
  )
  const rows = await db
    .selectFrom(sql<{ state: ProductState; count: number }>`(${sql.join(counts, sql` union all `)})`.as('counts'))
    .selectAll()
    .execute()
  // Safe cast: each state has its count.
  return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Record<ProductState, number>
}

/** The ids of all products of a list, in the order in which they are locked. */
export async function findListedIds(db: Db, filters: ProductFilters, limit: number): Promise<string[]> {
  const meanings = filters.terms === null ? [sql`true`] : meaningsOf(filters.terms)
  const found = meanings.map((meaning) => sql`select p.id from products p where ${meaning} ${conditionsOf(filters)}`)
  const rows = await db
    .selectFrom(sql<{ id: string }>`(${sql.join(found, sql` union `)})`.as('found'))
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
