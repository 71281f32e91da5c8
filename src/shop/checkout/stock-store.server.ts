import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

export interface StockLine {
  sku: string
  quantity: number
}

/**
 * Holds stock for an order: one guarded update for each row, in the order of their keys, so that two orders with the
 * same goods can't wait for each other. The first sku of which there is not enough; null where all is held.
 */
export async function holdStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<string | null> {
  for (const { sku, quantity } of inKeyOrder(lines)) {
    const { rows } = await sql`
      with held as (
        update stock set reserved = reserved + ${quantity} where sku = ${sku} and on_hand - reserved >= ${quantity}
        returning sku)
      insert into stock_ledger (sku, delta_reserved, why, order_id)
      select sku, ${quantity}, 'held for an order', ${orderId} from held returning sku`.execute(tx)
    if (rows.length === 0) return sku
  }
  return null
}

/** Gives back what an order holds. */
export async function releaseStock(tx: Db, orderId: string, lines: readonly StockLine[], why: string): Promise<void> {
  for (const { sku, quantity } of inKeyOrder(lines)) {
    await sql`
      with freed as (update stock set reserved = reserved - ${quantity} where sku = ${sku} returning sku)
      insert into stock_ledger (sku, delta_reserved, why, order_id)
      select sku, ${-quantity}, ${why}, ${orderId} from freed`.execute(tx)
  }
}

/** Takes what a paid order holds out of the stock. */
export async function takeHeldStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<void> {
  for (const { sku, quantity } of inKeyOrder(lines)) {
    await sql`
      with sold as (
        update stock set on_hand = on_hand - ${quantity}, reserved = reserved - ${quantity}
        where sku = ${sku} returning sku)
      insert into stock_ledger (sku, delta_on_hand, delta_reserved, why, order_id)
      select sku, ${-quantity}, ${-quantity}, 'sold', ${orderId} from sold`.execute(tx)
  }
}

/** Takes stock that is not held any more, for a payment that came late: all lines, or none (false). */
export async function takeFreeStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<boolean> {
  const skus = lines.map(({ sku }) => sku)
  const { rows } = await sql<{ sku: string; free: number }>`
    select sku, on_hand - reserved as free from stock where sku = any(${skus})
    order by sku collate "C" for update`.execute(tx)
  const free = new Map(rows.map((row) => [row.sku, row.free]))
  if (lines.some((line) => (free.get(line.sku) ?? 0) < line.quantity)) return false
  for (const { sku, quantity } of inKeyOrder(lines)) {
    await sql`
      with sold as (update stock set on_hand = on_hand - ${quantity} where sku = ${sku} returning sku)
      insert into stock_ledger (sku, delta_on_hand, why, order_id)
      select sku, ${-quantity}, 'sold, paid late', ${orderId} from sold`.execute(tx)
  }
  return true
}

/** Puts sold stock back, where the provider knows nothing of a payment that a signature vouched for. */
export async function putStockBack(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<void> {
  for (const { sku, quantity } of inKeyOrder(lines)) {
    await sql`
      with back as (update stock set on_hand = on_hand + ${quantity} where sku = ${sku} returning sku)
      insert into stock_ledger (sku, delta_on_hand, why, order_id)
      select sku, ${quantity}, 'payment not confirmed', ${orderId} from back`.execute(tx)
  }
}

function inKeyOrder(lines: readonly StockLine[]): StockLine[] {
  return [...lines].sort((a, b) => (a.sku < b.sku ? -1 : a.sku > b.sku ? 1 : 0))
}
