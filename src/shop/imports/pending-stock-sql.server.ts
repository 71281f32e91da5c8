import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** Serialises steps and imports that add to `pending_stock`, or a step in between would be counted twice. */
const PENDING_LOCK = 0x5eaa
/** The most products that one notification can name. */
const PRODUCTS_PER_STEP = 50
const SKUS_PER_STEP = 500

export async function lockPendingStock(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PENDING_LOCK})`.execute(tx)
}

/** Applies the pending stock of up to 50 products. Returns the number of SKUs. */
export async function applyPendingStep(tx: Transaction<Tables>): Promise<number> {
  await lockPendingStock(tx)
  const { rows } = await sql<{ sku: string }>`select sku from pending_stock
    where product_id in (select distinct product_id from pending_stock order by product_id limit ${PRODUCTS_PER_STEP})
    order by product_id, sku limit ${SKUS_PER_STEP}`.execute(tx)
  const skus = rows.map(({ sku }) => sku)
  if (skus.length === 0) return 0
  // In the same order as orders lock stock. `changeStock` locks the row too, and then drops its pending stock.
  await sql`select from stock where sku = any(${skus}) order by sku collate "C" for update`.execute(tx)
  await sql`with taken as (delete from pending_stock where sku = any(${skus}) returning sku, delta),
      changes as (select sku, greatest(on_hand + delta, reserved) as quantity, on_hand from stock join taken using (sku)),
      written as (update stock s set on_hand = c.quantity from changes c where s.sku = c.sku and c.quantity <> s.on_hand)
    insert into stock_ledger (sku, delta_on_hand, reason)
      select sku, quantity - on_hand, 'import' from changes where quantity <> on_hand order by sku`.execute(tx)
  return skus.length
}

/** True if an import left stock to apply. Cheap enough for frequent calls. */
export async function hasPendingStock(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pending_stock limit 1`.execute(db)
  return rows.length > 0
}
