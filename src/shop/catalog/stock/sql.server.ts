import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { Tables } from '../../tables.server.ts'
import { MAX_STOCK } from '../rules.ts'

/** An entry of the stock ledger: a change of one stock row. */
export interface StockLedgerEntry {
  sku: string
  delta_on_hand: number
  delta_reserved: number
  reason: string
  order_id?: string | null
}

/** Records why stock changes, in the transaction that changes it. Entries without a change are skipped. */
export async function writeStockLedger(tx: Transaction<Tables>, entries: readonly StockLedgerEntry[]): Promise<void> {
  const changes = entries.filter((entry) => entry.delta_on_hand !== 0 || entry.delta_reserved !== 0)
  if (changes.length === 0) return
  await sql`insert into stock_ledger (sku, delta_on_hand, delta_reserved, reason, order_id)
    select sku, delta_on_hand, delta_reserved, reason, order_id from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as e(sku text, delta_on_hand integer, delta_reserved integer, reason text, order_id text)`.execute(tx)
}

/** A number of items of a SKU. */
export interface StockLine {
  sku: string
  quantity: number
}

/**
 * Moves stock for an order or an exchange, in a transaction: one conditional update and one ledger row per line. Rows are locked in SKU
 * order, so that two orders for the same SKUs can't deadlock. Returns the first SKU with too little free stock or no
 * longer in the catalogue, or null if there is enough of all.
 */
export async function moveStock(
  tx: Kysely<Tables>,
  cause: { orderId: string } | { exchangeId: string },
  lines: readonly StockLine[],
  change: { onHand: -1 | 0 | 1; reserved: -1 | 0 | 1; reason: string },
): Promise<string | null> {
  const orderId = 'orderId' in cause ? cause.orderId : null
  const exchangeId = 'exchangeId' in cause ? cause.exchangeId : null
  const inOrder = lines.toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
  const moved = await Promise.all(
    inOrder.map(async ({ sku, quantity }) => {
      const onHand = change.onHand * quantity
      const reserved = change.reserved * quantity
      const { rows } = await sql`
        with moved as (
          update stock set on_hand = on_hand + ${onHand}, reserved = reserved + ${reserved}
          where sku = ${sku} and on_hand - reserved >= ${reserved - onHand} returning sku)
        insert into stock_ledger (sku, delta_on_hand, delta_reserved, reason, order_id, exchange_id)
        select sku, ${onHand}, ${reserved}, ${change.reason}, ${orderId}, ${exchangeId} from moved returning sku`.execute(
        tx,
      )
      return rows.length > 0
    }),
  )
  return inOrder.find((_, index) => !moved[index])?.sku ?? null
}

/** The result of a stock change. `quantity` and `before` can be bought; `held` is reserved for unpaid orders. */
export interface StockChange {
  sku: string
  productId: string
  quantity: number
  held: number
  before: number
}

/**
 * Changes the quantity of a SKU that can be bought: to `quantity`, or by `delta`. On hand becomes that quantity plus
 * what's held for unpaid orders. The stock ledger records why, and the audit log who.
 */
export async function changeStock(
  db: Kysely<Tables>,
  actor: Actor,
  sku: string,
  change: StockWish,
): Promise<Result<StockChange>> {
  return db.transaction().execute((tx) => changeStockIn(tx, actor, sku, change))
}

type StockWish = ({ quantity: number } | { delta: number }) & { reason?: string | undefined }

/** The same within a transaction. */
export async function changeStockIn(
  tx: Transaction<Tables>,
  actor: Actor,
  sku: string,
  change: StockWish,
): Promise<Result<StockChange, 'not_found' | 'invalid_input'>> {
  const row = await lockStockRow(tx, sku)
  if (!row) return refuse('not_found', `There is no SKU ${sku}.`)
  const before = row.on_hand - row.reserved
  const quantity = 'delta' in change ? before + change.delta : change.quantity
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_STOCK)
    return refuse('invalid_input', `Stock must be a whole number from 0 to ${MAX_STOCK}; ${sku} has ${before}.`)
  const { reason = 'stock set' } = change
  // A count overrides what an import still has to add.
  if ('quantity' in change) await tx.deleteFrom('pending_stock').where('sku', '=', sku).execute()
  if (quantity !== before) {
    await tx
      .updateTable('stock')
      .set({ on_hand: quantity + row.reserved })
      .where('sku', '=', sku)
      .execute()
    await writeStockLedger(tx, [{ sku, delta_on_hand: quantity - before, delta_reserved: 0, reason }])
    await writeAudit(tx, actor, {
      action: 'stock.change',
      subject: `sku:${sku}`,
      before: { quantity: before },
      after: { quantity, reason },
    })
  }
  return ok({ sku, productId: row.product_id, quantity, held: row.reserved, before })
}

/** The stock row of a SKU, locked until the transaction ends; undefined if there is none. */
export function lockStockRow(tx: Transaction<Tables>, sku: string) {
  return tx.selectFrom('stock').selectAll().where('sku', '=', sku).forUpdate().executeTakeFirst()
}

/** Sets the threshold at or below which the stock of a SKU counts as low. Null removes it. */
export async function setLowStockThreshold(
  db: Kysely<Tables>,
  actor: Actor,
  sku: string,
  low: number | null,
): Promise<Result<LowStockChange, 'invalid_input' | 'not_found'>> {
  return db.transaction().execute((tx) => setLowStockThresholdIn(tx, actor, sku, low))
}

interface LowStockChange {
  sku: string
  before: number | null
  low: number | null
}

/** The same within a transaction. */
export async function setLowStockThresholdIn(
  tx: Transaction<Tables>,
  actor: Actor,
  sku: string,
  low: number | null,
): Promise<Result<LowStockChange, 'invalid_input' | 'not_found'>> {
  if (low !== null && low > MAX_STOCK) return refuse('invalid_input', `The level can be at most ${MAX_STOCK}.`)
  const row = await tx
    .selectFrom('stock')
    .leftJoin('stock_levels', 'stock_levels.sku', 'stock.sku')
    .select('low')
    .where('stock.sku', '=', sku)
    .forUpdate('stock')
    .executeTakeFirst()
  if (!row) return refuse('not_found', `There is no SKU ${sku}.`)
  if (low === row.low) return ok({ sku, before: row.low, low })
  if (low === null) await tx.deleteFrom('stock_levels').where('sku', '=', sku).execute()
  else
    await tx
      .insertInto('stock_levels')
      .values({ sku, low })
      .onConflict((conflict) => conflict.column('sku').doUpdateSet({ low }))
      .execute()
  await writeAudit(tx, actor, {
    action: 'stock.level',
    subject: `sku:${sku}`,
    before: { low: row.low },
    after: { low },
  })
  return ok({ sku, before: row.low, low })
}
