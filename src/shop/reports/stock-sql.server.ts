import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { Period } from './rules.ts'

export interface StockRow {
  key: string
  name: string
  onHand: number
  reserved: number
  /** On hand at the price, in paise. */
  worth: number
  sold: number
}

export interface StockSums extends Omit<StockRow, 'key' | 'name'> {
  /** How many products are added up. */
  products: number
}

/**
 * What is on hand by product, with the pieces sold in a period: the products that are worth most, and the sums of all. A
 * `limit` of null: all products.
 */
export async function readStock(
  db: Kysely<Tables>,
  { from, to }: Period,
  limit: number | null,
): Promise<{ rows: StockRow[]; sums: StockSums }> {
  const { rows } = await sql<StockRow & { products: number }>`
    with stocked as materialized (
      select s.product_id as key, s.on_hand, s.reserved, s.on_hand * p.price_paise::bigint + s.extra as worth, coalesce(f.sold, 0) as sold
      from (select product_id, sum(on_hand) as on_hand, sum(reserved) as reserved, sum(on_hand * extra_paise::bigint) as extra from stock group by 1) s
      join products p on p.id = s.product_id
      left join (select key, sum(pieces - cancelled) as sold from sales_figures
        where kind = 'product' and day between ${from}::date and ${to}::date group by 1) f on f.key = s.product_id
      where s.on_hand > 0 or f.sold > 0),
    first as (select * from stocked order by worth desc, key limit ${limit}::bigint)
    select f.key, p.name, f.on_hand::integer as "onHand", f.reserved::integer as reserved, f.worth::float8 as worth,
      f.sold::integer as sold, 0 as products
    from first f join products p on p.id = f.key
    union all
    select null, null, coalesce(sum(on_hand), 0)::integer, coalesce(sum(reserved), 0)::integer, coalesce(sum(worth), 0)::float8,
      coalesce(sum(sold), 0)::integer, count(*)::integer from stocked
    order by worth desc, key`.execute(db)
  const isSum = ({ key }: { key: string | null }) => key === null
  const sums = rows.find(isSum) ?? { products: 0, onHand: 0, reserved: 0, worth: 0, sold: 0 }
  return { rows: rows.filter((row) => !isSum(row)), sums }
}
