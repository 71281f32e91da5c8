import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.server.ts'

/** Locks products and their stock, in the order in which orders lock stock. */
export async function lockProducts(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`select from products where id = any(${ids}) order by id for update`.execute(tx)
  await sql`select from stock where product_id = any(${ids}) order by sku collate "C" for update`.execute(tx)
}

/** Those of some products that were ordered since then, paid or still held, or of which a piece is held. */
export async function findSold(tx: Transaction<Tables>, ids: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.product_id as id from order_lines l join orders o on o.id = l.order_id
      where l.product_id = any(${ids}) and o.created_at >= ${since}
        and (o.paid_at is not null or o.state in ('creating', 'awaiting_payment'))
    union select product_id from stock where product_id = any(${ids}) and reserved > 0
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes products with their stock. */
export async function deleteProducts(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`insert into stock_ledger (sku, delta_on_hand, reason)
    select sku, -on_hand, 'import undone' from stock where on_hand > 0 and product_id = any(${ids})`.execute(tx)
  await sql`delete from products where id = any(${ids})`.execute(tx)
}
