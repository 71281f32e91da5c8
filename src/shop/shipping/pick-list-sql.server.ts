import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** What to fetch of one SKU. */
export interface PickLine {
  /** Its shelf or bin. */
  place: string | null
  sku: string
  product: string
  color: string
  size: string
  count: number
  /** The numbers of the orders that the pieces are for; `exchange`: as a replacement. */
  orders: { number: number; exchange: boolean }[]
}

/**
 * The pieces to pack by SKU, sorted by place and product, for the given orders or for all (null): what was bought, and the
 * replacements of approved exchanges.
 */
export async function listPickLines(db: Kysely<Tables>, orderIds: readonly string[] | null): Promise<PickLine[]> {
  const { rows } = await sql<PickLine>`
    with left_to_pack as (
      select o.number, false as exchange, l.sku, l.name, l.color, l.size, p.unshipped as count
      from orders o join order_lines l on l.order_id = o.id join line_pieces p on p.order_line_id = l.id
      where o.id in (select order_id from orders_to_pack)
        and (${orderIds}::text[] is null or o.id = any(${orderIds}))
      union all
      select o.number, true, x.replacement_sku, coalesce(e.other_name, l.name), coalesce(s.color, l.color), coalesce(s.size, l.size), x.quantity
      from exchanges e join exchange_lines x on x.exchange_id = e.id join order_lines l on l.id = x.order_line_id
        join orders o on o.id = e.order_id left join stock s on s.sku = x.replacement_sku
      where e.status = 'packaging' and e.cancelled_at is null
        and (${orderIds}::text[] is null or o.id = any(${orderIds})))
    select p.place, t.sku, min(t.name) as product, min(t.color) as color, min(t.size) as size,
      sum(t.count)::integer as count, json_agg(json_build_object('number', t.number, 'exchange', t.exchange) order by t.number, t.exchange) as orders
    from left_to_pack t left join sku_places p on p.sku = t.sku
    where t.count > 0
    group by p.place, t.sku order by p.place nulls last, min(t.name), min(t.color), t.sku`.execute(db)
  return rows
}

/** Locks a SKU and returns its place, or null if there is no such SKU. */
export async function lockPlace(tx: Transaction<Tables>, sku: string): Promise<{ place: string | null } | null> {
  const row = await tx
    .selectFrom('stock')
    .leftJoin('sku_places', 'sku_places.sku', 'stock.sku')
    .select('place')
    .where('stock.sku', '=', sku)
    .forUpdate('stock')
    .executeTakeFirst()
  return row ?? null
}

/** Sets the place of a SKU; null removes it. */
export async function writePlace(tx: Transaction<Tables>, sku: string, place: string | null): Promise<void> {
  if (place === null) await tx.deleteFrom('sku_places').where('sku', '=', sku).execute()
  else
    await tx
      .insertInto('sku_places')
      .values({ sku, place })
      .onConflict((conflict) => conflict.column('sku').doUpdateSet({ place }))
      .execute()
}
