import { sql, type Transaction } from 'kysely'
import { storedPrices } from '../catalog/stock/variants-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { lockPendingStock } from './pending-stock-sql.server.ts'
import type { LineError, StagedProduct } from './raw-product.server.ts'

/*
 * The stock of a whole import is staged in a temporary table and written by a few statements at the end of the
 * transaction, so that sales of these SKUs wait only for those statements.
 */

/** Creates the table that `stageStock` fills. */
export async function createStockTable(tx: Transaction<Tables>): Promise<void> {
  await sql`drop table if exists pg_temp.import_stock`.execute(tx)
  await sql`create temporary table import_stock (line integer not null, product_id text not null, sku text not null,
    color text not null, size text not null, position integer not null, quantity integer not null,
    extra_paise integer not null, mrp_paise integer,
    changes boolean not null default true)
    on commit drop`.execute(tx)
}

/** Stages the stock of a batch of products. `quantity` is what can be bought. */
export async function stageStock(tx: Transaction<Tables>, batch: readonly StagedProduct[]): Promise<void> {
  const rows = batch.flatMap(({ line, draft }) =>
    draft.variants.map((variant, position) => ({
      ...variant,
      line,
      product_id: draft.id,
      position,
      ...storedPrices(variant, draft.price_paise),
    })),
  )
  await sql`insert into import_stock (line, product_id, sku, color, size, position, quantity, extra_paise, mrp_paise)
    select line, product_id, sku, color, size, position, quantity, extra_paise, mrp_paise from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(line integer, product_id text, sku text, color text, size text, position integer, quantity integer,
        extra_paise integer, mrp_paise integer)`.execute(tx)
}

/** Stock rows of the imported products that are in no line. */
const removed = sql`stock s where s.product_id in (select product_id from import_stock)
  and not exists (select from import_stock v where v.sku = s.sku)`

/** Stock rows of SKUs that the file moves to another imported product. */
const moved = sql`stock s join import_stock v using (sku) where s.product_id <> v.product_id
  and s.product_id in (select product_id from import_stock)`

/**
 * Replaces the stock of the imported products. On hand becomes the quantity plus what's held for unpaid orders. If
 * existing stock conflicts, nothing is written. Resolves to the first `maxErrors` errors by line, and the number of
 * all. `checkOnly` locks and writes nothing; `keepStock` leaves the stock of known SKUs as it is.
 */
export async function writeStock(
  tx: Transaction<Tables>,
  { checkOnly, keepStock, maxErrors }: { checkOnly: boolean; keepStock: boolean; maxErrors: number },
) {
  // Without statistics the planner assumes a small table, and the statements take hours for a large one.
  await sql`analyze import_stock`.execute(tx)
  await markUnchanged(tx, keepStock)
  if (!keepStock && !checkOnly) await deferQuantities(tx)
  await sql`analyze import_stock`.execute(tx)
  if (!checkOnly) await lockStock(tx)
  if (keepStock)
    await sql`update import_stock v set quantity = s.on_hand - s.reserved from stock s
      where s.sku = v.sku and v.changes`.execute(tx)
  const found = await checkStock(tx, maxErrors)
  if (!checkOnly && found.count === 0) await applyStock(tx)
  return found
}

/** True if only the quantity of a stock row can differ. */
const isAsWritten = sql`(s.product_id, s.color, s.size, s.position, s.extra_paise, s.mrp_paise)
  is not distinct from (v.product_id, v.color, v.size, v.position, v.extra_paise, v.mrp_paise)`

/** Marks unchanged rows, which are neither locked nor written, so that their sales don't wait. */
async function markUnchanged(tx: Transaction<Tables>, keepStock: boolean): Promise<void> {
  await sql`update import_stock v set changes = false from stock s
    where s.sku = v.sku and ${isAsWritten}
      and (${keepStock} or s.on_hand - s.reserved = v.quantity)`.execute(tx)
}

/** Changing the quantities of more SKUs in one statement would make orders wait too long. */
const MAX_AT_ONCE = 1000

/** Leaves the quantities of known SKUs to `finishImports` if many change. */
async function deferQuantities(tx: Transaction<Tables>): Promise<void> {
  await lockPendingStock(tx)
  await sql`delete from pending_stock where sku in (select sku from import_stock)`.execute(tx)
  const same = sql`v.changes and ${isAsWritten}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from import_stock v join stock s using (sku) where ${same}`.execute(tx)
  if ((rows[0]?.count ?? 0) <= MAX_AT_ONCE) return
  await sql`with deferred as (
      insert into pending_stock (sku, product_id, delta)
        select v.sku, v.product_id, v.quantity - (s.on_hand - s.reserved) from import_stock v join stock s using (sku) where ${same}
        returning sku)
    update import_stock v set changes = false from deferred d where d.sku = v.sku`.execute(tx)
}

/** Locks rows in the same order as orders (`moveStock`), so that neither deadlocks the other. */
async function lockStock(tx: Transaction<Tables>): Promise<void> {
  await sql`with locked as (
      select from stock where sku in (select sku from import_stock where changes union all select s.sku from ${removed})
      order by sku collate "C" for update)
    select count(*) from locked`.execute(tx)
}

async function checkStock(tx: Transaction<Tables>, maxErrors: number): Promise<{ errors: LineError[]; count: number }> {
  const { rows } = await sql<LineError & { total: number }>`
    select line, id, message, count(*) over ()::integer as total from (
      select line, product_id as id, 'SKU ' || sku || ' belongs to ' || owner || ' in line ' || owner_line as message from (
        select *, first_value(product_id) over same as owner, first_value(line) over same as owner_line from import_stock
          window same as (partition by sku order by line)) v
        where product_id <> owner
      union
      select v.line, v.product_id, 'SKU ' || v.sku || ' belongs to ' || s.product_id
        from import_stock v join stock s using (sku) where s.product_id <> v.product_id
          and s.product_id not in (select product_id from import_stock)
      union all
      select v.line, v.product_id, 'SKU ' || v.sku || ' is ' || s.sku || ' in the shop: a spreadsheet has removed the zeros at its beginning'
        from import_stock v join (select s.product_id, s.sku from ${removed}) s
          on s.product_id = v.product_id and ltrim(s.sku, '0') = v.sku
      union all
      select (select min(line) from import_stock v where v.product_id = s.product_id), s.product_id,
        'SKU ' || s.sku || ' is held for an unpaid order and must stay' from ${removed} and s.reserved > 0
      union all
      select v.line, v.product_id, 'SKU ' || v.sku || ' is held for an unpaid order of ' || s.product_id || ' and must stay there'
        from ${moved} and s.reserved > 0
    ) as found order by line, message limit ${maxErrors}`.execute(tx)
  return { errors: rows.map(({ line, id, message }) => ({ line, id, message })), count: rows[0]?.total ?? 0 }
}

async function applyStock(tx: Transaction<Tables>): Promise<void> {
  await sql`insert into stock_ledger (sku, delta_on_hand, reason)
    select sku, delta, 'import' from (
      select v.sku, v.quantity + coalesce(s.reserved, 0) - coalesce(s.on_hand, 0) as delta
        from import_stock v left join stock s using (sku) where v.changes
      union all
      select s.sku, -s.on_hand from ${removed}
    ) as changes where delta <> 0`.execute(tx)
  // Moved rows are deleted and inserted, so that the triggers notify about both products.
  await sql`delete from stock where sku in (select s.sku from ${removed} union all select sku from ${moved})`.execute(
    tx,
  )
  await sql`insert into stock as s (sku, product_id, color, size, position, on_hand, extra_paise, mrp_paise)
    select v.sku, v.product_id, v.color, v.size, v.position, v.quantity + coalesce(old.reserved, 0), v.extra_paise, v.mrp_paise
      from import_stock v left join stock old using (sku)
      where v.changes and (old.color, old.size, old.position, old.on_hand, old.extra_paise, old.mrp_paise)
        is distinct from (v.color, v.size, v.position, v.quantity + coalesce(old.reserved, 0), v.extra_paise, v.mrp_paise)
    on conflict (sku) do update set color = excluded.color, size = excluded.size, position = excluded.position,
      on_hand = excluded.on_hand, extra_paise = excluded.extra_paise, mrp_paise = excluded.mrp_paise`.execute(tx)
}
