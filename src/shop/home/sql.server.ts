import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** The default number of products in a row of the home page. */
export const ROW_LENGTH = 10

/** The banner's URL, or null. */
export async function readBanner(db: Db): Promise<string | null> {
  return (await db.selectFrom('banner').select('url').executeTakeFirst())?.url ?? null
}

/** Replaces the banner's URL; null removes it. */
export async function writeBanner(tx: Db, url: string | null): Promise<void> {
  await tx.deleteFrom('banner').execute()
  if (url) await tx.insertInto('banner').values({ url }).execute()
}

/** Popular This Week: the products ranked by the owner, or else the week's most wanted, then the newest. */
export async function readLatestArrivals(db: Db): Promise<{ ids: string[]; byWeek: boolean }> {
  const ranked = await readRanked(db, 'latest_rank')
  if (ranked.length > 0) return { ids: ranked, byWeek: false }
  const wanted = await readWanted(db)
  return { ids: [...new Set([...wanted, ...(await readNewest(db))])].slice(0, ROW_LENGTH), byWeek: true }
}

/** A piece that was bought says as much as so many views. */
const VIEWS_OF_A_PIECE = 10
/** Fewer views say nothing: they may be the owner's own. */
const LEAST_VIEWS = 3

/**
 * SQL: the pieces of each product sold in the last `days` days and today, without cancelled ones. Days that are added up come
 * from their sums, so it takes no longer after years of orders; a later cancellation is in them within a quarter of an hour.
 * `offset 0`: without it the planner reads all lines ever sold.
 */
const soldSince = (days: number) => sql`(
  with days as (
    select d::date as day, exists (select from sales_days s where s.day = d::date) as is_closed
    from generate_series(indian_day(now()) - ${days}::integer, indian_day(now()), interval '1 day') d)
  select id, sum(pieces) as pieces from (
    select key as id, sum(pieces - cancelled) as pieces from sales_figures
    where kind = 'product' and day >= indian_day(now()) - ${days}::integer and day in (select day from days where is_closed)
    group by key
    union all
    select l.product_id, sum(l.quantity - l.cancelled)
    from days d join orders o on o.state in ('placed', 'paid') and o.paid_at >= d.day::timestamp at time zone 'Asia/Kolkata'
      and o.paid_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'
    cross join lateral (select product_id, quantity, cancelled from order_lines where order_id = o.id offset 0) l
    where not d.is_closed group by l.product_id) parts
  group by id having sum(pieces) > 0)`

/** The published products that were viewed and bought most on the last seven days and today. */
async function readWanted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with viewed as (
      select product_id as id, sum(views) as views from product_view_days where day >= indian_day(now()) - 7
      group by product_id having sum(views) >= ${LEAST_VIEWS}),
    sold as ${soldSince(7)}
    select p.id from viewed full join sold using (id) join products p using (id)
    where p.state = 'published'
    order by coalesce(views, 0) + coalesce(pieces, 0) * ${VIEWS_OF_A_PIECE} desc, p.id limit ${ROW_LENGTH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Best Seller: the products ranked by the owner, or else the best sellers of the last 90 days, then the newest. */
export async function readTopCollection(db: Db): Promise<{ ids: string[]; bySales: boolean }> {
  const ranked = await readRanked(db, 'top_rank')
  if (ranked.length > 0) return { ids: ranked, bySales: false }
  const sold = await readBestSold(db, { days: 90 })
  return { ids: [...new Set([...sold, ...(await readNewest(db))])].slice(0, ROW_LENGTH), bySales: true }
}

async function readRanked(db: Db, rank: 'latest_rank' | 'top_rank'): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('state', '=', 'published')
    .where(rank, 'is not', null)
    .orderBy(rank)
    .orderBy('id')
    .limit(2 * ROW_LENGTH)
    .execute()
  return rows.map((row) => row.id)
}

/** The newest published products. */
export async function readNewest(db: Db, count = ROW_LENGTH): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('state', '=', 'published')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map((row) => row.id)
}

/** Published products by their pieces in orders of the last `days` days and today, most first. Cancelled pieces don’t count. */
export async function readBestSold(
  db: Db,
  { days, count = ROW_LENGTH }: { days: number; count?: number | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${soldSince(days)} sold join products p using (id)
    where p.state = 'published' order by sold.pieces desc, p.id limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}
