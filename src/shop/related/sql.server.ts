import { type Kysely, sql, type Transaction } from 'kysely'
import { claim } from '#platform/db/claim.server.ts'
import type { Tables } from '../tables.server.ts'

/** Products count as bought together from this many orders on, because one order says little. */
const MIN_ORDERS = 2

/** The products the owner set for these, by position, then those bought together with them, most frequent first. */
export async function readGoesWith(db: Kysely<Tables>, ids: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ other_id: string }>`
    select other_id from (
      select other_id, position, 0 as orders from goes_with where product_id = any(${ids})
      union all
      select other_id, null, orders from bought_together where product_id = any(${ids}) and orders >= ${MIN_ORDERS}
    ) found join products p on p.id = found.other_id and p.state = 'published'
    where other_id <> all(${ids})
    group by other_id order by min(found.position) nulls last, sum(found.orders) desc, other_id limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.other_id)
}

/** The products the owner set for a product, by position. */
export async function listGoesWith(db: Kysely<Tables>, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('goes_with')
    .select('other_id')
    .where('product_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.other_id)
}

export async function replaceGoesWith(tx: Transaction<Tables>, id: string, others: readonly string[]): Promise<void> {
  await tx.deleteFrom('goes_with').where('product_id', '=', id).execute()
  const rows = others.map((other_id, position) => ({ product_id: id, other_id, position }))
  if (rows.length > 0) await tx.insertInto('goes_with').values(rows).execute()
  await sql`select pg_notify('public_changed', 'related')`.execute(tx)
}

/**
 * Counts which products were bought together in paid orders not counted yet. Returns the number of these orders. An
 * order is counted once, by any instance.
 */
export async function countBoughtTogether(db: Kysely<Tables>, limit: number): Promise<number> {
  const counted = claim({
    table: 'orders',
    due: sql`state = 'paid' and products_counted_at is null`,
    order: sql`paid_at`,
    limit,
    set: sql`products_counted_at = now()`,
    returning: sql`id`,
  })
  const { rows } = await sql<{ orders: number; notified: number }>`
    with counted as (${counted}),
    products_of as (
      select distinct line.order_id, p.id from counted join order_lines line on line.order_id = counted.id
      join products p on p.id = line.product_id),
    pairs as (
      select a.id as product_id, b.id as other_id, count(*)::int as orders
      from products_of a join products_of b on b.order_id = a.order_id and b.id <> a.id
      group by a.id, b.id order by a.id, b.id),
    written as (
      insert into bought_together (product_id, other_id, orders) select * from pairs
      on conflict (product_id, other_id) do update set orders = bought_together.orders + excluded.orders),
    notified as (select pg_notify('public_changed', 'related') where exists (select from pairs))
    select (select count(*) from counted) as orders, (select count(*) from notified) as notified`.execute(db)
  return rows[0]?.orders ?? 0
}
