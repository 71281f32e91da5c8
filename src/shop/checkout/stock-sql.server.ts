import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { isOwnHold, type Variant } from '../cart/sql.server.ts'
import type { Picture } from '../catalog/contract.ts'
import { moveStock, type StockLine } from '../catalog/stock/sql.server.ts'
import { variantMrp, variantPrice } from '../catalog/variant-price-sql.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/**
 * A requested line in the catalogue. `name` is null if there's no such product, `sku` if it isn't made in this colour
 * and size.
 */
export interface CatalogLine {
  name: string | null
  price_paise: number
  mrp_paise: number | null
  pictures: Picture[]
  hsn: string | null
  /** It can't be paid in cash. */
  no_cash: boolean
  hasColor: boolean
  sku: string | null
  /** Units that anybody could buy now. */
  available: number
  /** Units that this customer's unpaid orders hold. */
  own: number
}

/** Looks up the requested lines, in the same order, for a customer or (null) a visitor. An unpublished product has nothing available. */
export async function findCatalogLines(
  db: Db,
  customer: CustomerId | null,
  lines: readonly Variant[],
): Promise<CatalogLine[]> {
  const { rows } = await sql<CatalogLine>`
    select p.name, ${variantPrice} as price_paise, ${variantMrp} as mrp_paise, p.pictures, p.details ->> 'hsn' as hsn, coalesce(p.details ->> 'cash' = 'no', false) as no_cash, s.sku,
      exists (select from stock where product_id = p.id and color = v.color) as "hasColor",
      case when p.state = 'published' then coalesce(s.on_hand - s.reserved, 0) else 0 end as available,
      case when p.state <> 'published' then 0 else (select coalesce(sum(held.quantity), 0)::integer from orders o join order_lines held on held.order_id = o.id
        where ${isOwnHold(customer)} and held.sku = s.sku) end as own
    from unnest(${lines.map((line) => line.productId)}::text[], ${lines.map((line) => line.color)}::text[],
      ${lines.map((line) => line.size)}::text[]) with ordinality as v (product_id, color, size, place)
    left join products p on p.id = v.product_id
    left join stock s on s.product_id = v.product_id and s.color = v.color and s.size = v.size
    order by v.place`.execute(db)
  return rows
}

/** Sells stock whose hold has ended, for a late payment: all lines, or none (returns false). */
export async function sellFreeStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<boolean> {
  const { rows } = await sql<{ sku: string; free: number }>`
    select sku, on_hand - reserved as free from stock where sku = any(${lines.map(({ sku }) => sku)})
    order by sku collate "C" for update`.execute(tx)
  const free = new Map(rows.map((row) => [row.sku, row.free]))
  if (lines.some((line) => (free.get(line.sku) ?? 0) < line.quantity)) return false
  await moveStock(tx, { orderId }, lines, { onHand: -1, reserved: 0, reason: 'sold, paid late' })
  return true
}

/**
 * The SKUs whose stock this sale took to or below their low-stock threshold, by default `lowLevel`. Later sales don't
 * report them again.
 */
export async function findReachedLevels(
  tx: Db,
  lines: readonly StockLine[],
  lowLevel: number,
): Promise<{ sku: string; left: number; low: number }[]> {
  const { rows } = await sql<{ sku: string; left: number; low: number }>`
    select s.sku, s.on_hand as left, level.low
    from (select sku, sum(quantity) as sold
      from unnest(${lines.map(({ sku }) => sku)}::text[], ${lines.map(({ quantity }) => quantity)}::integer[]) as v (sku, quantity)
      group by sku) sale
    join stock s using (sku) left join stock_levels l using (sku)
    cross join lateral (select coalesce(l.low, ${lowLevel}::integer) as low) level
    where s.on_hand <= level.low and s.on_hand + sale.sold > level.low`.execute(tx)
  return rows
}
