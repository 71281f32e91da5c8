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

/** The published products that were viewed and bought most on the last seven days and today. */
async function readWanted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with viewed as (
      select product_id as id, sum(views) as views from product_view_days where day >= indian_day(now()) - 7
      group by product_id having sum(views) >= ${LEAST_VIEWS}),
    sold as (
      select l.product_id as id, sum(l.quantity - l.cancelled) as pieces
      from orders o join order_lines l on l.order_id = o.id
      where o.state in ('placed', 'paid') and o.paid_at > now() - interval '7 days'
      group by l.product_id having sum(l.quantity - l.cancelled) > 0)
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

/** Products by their pieces in orders of the last `days`, most first. Cancelled pieces don't count. */
export async function readBestSold(db: Db, { days, count = ROW_LENGTH }: { days: number; count?: number | undefined }) {
  const sold = sql<number>`sum(order_lines.quantity - order_lines.cancelled)`
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select('products.id')
    .where('orders.state', 'in', ['placed', 'paid'])
    .where('orders.paid_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .where('products.state', '=', 'published')
    .groupBy('products.id')
    .having(sold, '>', 0)
    .orderBy(sold, 'desc')
    .orderBy('products.id')
    .limit(count)
    .execute()
  return rows.map((row) => row.id)
}
