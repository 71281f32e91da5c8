import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { LineError, Placed } from './row.server.ts'

/*
 * The stock of a whole import is gathered in a table of the transaction's own and written in three statements at its
 * end. Sales of these SKUs wait for those three only, not for all the products before.
 */

/** Makes the table that `gatherStock` fills. */
export async function openStock(trx: Transaction<Tables>): Promise<void> {
  await sql`drop table if exists pg_temp.import_stock`.execute(trx)
  await sql`create temporary table import_stock (line integer not null, product_id text not null, sku text not null,
    color text not null, size text not null, position integer not null, quantity integer not null)
    on commit drop`.execute(trx)
}

/** Notes what a batch of products wants in stock; `quantity` is what can be bought. */
export async function gatherStock(trx: Transaction<Tables>, batch: readonly Placed[]): Promise<void> {
  const wanted = batch.flatMap(({ line, draft }) =>
    draft.variants.map((variant, position) => ({ ...variant, line, product_id: draft.id, position })),
  )
  await sql`insert into import_stock (line, product_id, sku, color, size, position, quantity)
    select line, product_id, sku, color, size, position, quantity from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as r(line integer, product_id text, sku text, color text, size text, position integer, quantity integer)`.execute(
    trx,
  )
}

/** The gathered products' stock rows that their lines do not name. */
const removed = sql`stock s where s.product_id in (select product_id from import_stock)
  and not exists (select from import_stock v where v.sku = s.sku and v.product_id = s.product_id)`

/**
 * Writes the gathered stock, whole: what a product had before and its line does not name is gone. On hand becomes the
 * quantity plus what is held for unpaid orders. Where the stock as it is forbids that, nothing is written: the first
 * `most` errors in the order of their lines, and how many there are. `checkOnly` locks and writes nothing.
 */
export async function writeStock(trx: Transaction<Tables>, { checkOnly, most }: { checkOnly: boolean; most: number }) {
  // Nothing else tells the planner how large the table is, and a plan for a small one takes hours for a large one.
  await sql`analyze import_stock`.execute(trx)
  if (!checkOnly) await lockStock(trx)
  const found = await checkStock(trx, most)
  if (!checkOnly && found.count === 0) await applyStock(trx)
  return found
}

/**
 * Until the transaction ends, row by row in the order in which orders lock stock, byte by byte (the checkout's
 * `inKeyOrder`): in any other one an import and a sale could wait for each other.
 */
async function lockStock(trx: Transaction<Tables>): Promise<void> {
  await sql`with locked as (
      select from stock where product_id in (select product_id from import_stock) order by sku collate "C" for update)
    select count(*) from locked`.execute(trx)
}

async function checkStock(trx: Transaction<Tables>, most: number): Promise<{ errors: LineError[]; count: number }> {
  const { rows } = await sql<LineError & { total: number }>`
    select line, id, message, count(*) over ()::integer as total from (
      select line, product_id as id, 'SKU ' || sku || ' belongs to ' || owner as message from (
        select *, first_value(product_id) over (partition by sku order by line) as owner from import_stock) v
        where product_id <> owner
      union
      select v.line, v.product_id, 'SKU ' || v.sku || ' belongs to ' || s.product_id
        from import_stock v join stock s using (sku) where s.product_id <> v.product_id
      union all
      select (select min(line) from import_stock v where v.product_id = s.product_id), s.product_id,
        'SKU ' || s.sku || ' is held for an unpaid order and must stay' from ${removed} and s.reserved > 0
    ) as found order by line, message limit ${most}`.execute(trx)
  return { errors: rows.map(({ line, id, message }) => ({ line, id, message })), count: rows[0]?.total ?? 0 }
}

async function applyStock(trx: Transaction<Tables>): Promise<void> {
  await sql`insert into stock_ledger (sku, delta_on_hand, why)
    select sku, delta, 'import' from (
      select v.sku, v.quantity + coalesce(s.reserved, 0) - coalesce(s.on_hand, 0) as delta
        from import_stock v left join stock s using (sku)
      union all
      select s.sku, -s.on_hand from ${removed}
    ) as changes where delta <> 0`.execute(trx)
  await sql`delete from stock where sku in (select s.sku from ${removed})`.execute(trx)
  await sql`insert into stock as s (sku, product_id, color, size, position, on_hand)
    select v.sku, v.product_id, v.color, v.size, v.position, v.quantity + coalesce(old.reserved, 0)
      from import_stock v left join stock old using (sku)
      where (old.color, old.size, old.position, old.on_hand)
        is distinct from (v.color, v.size, v.position, v.quantity + coalesce(old.reserved, 0))
    on conflict (sku) do update set color = excluded.color, size = excluded.size, position = excluded.position,
      on_hand = excluded.on_hand`.execute(trx)
}
