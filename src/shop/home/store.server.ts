import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

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
