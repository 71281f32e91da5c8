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

/** Popular This Week: the products ranked by the owner, or else the newest. */
export async function readLatestArrivals(db: Db): Promise<string[]> {
  const ranked = await readRanked(db, 'latest_rank')
  return ranked.length > 0 ? ranked : readNewest(db)
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
