import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../../tables.server.ts'
import type { ProductState } from '../rules.ts'
import type { ScheduledChange, ScheduledWas } from '../tables.server.ts'
import type { BulkProduct, ReviewedProduct } from './rules.ts'

type Db = Kysely<Tables>

const columns = sql`p.id, p.name, p.details ->> 'hsn' as hsn, p.price_paise, p.mrp_paise, p.state, (p.details ->> 'exchangeDays')::integer as exchange_days,
  exists (select from product_changes c where c.product_id = p.id and c.change ? 'price') as "hasPlannedPrice",
  exists (select from stock s where s.product_id = p.id and s.extra_paise > 0) as "hasSizePrices"`

/** Products for a bulk change, by id. */
export async function readBulkProducts(db: Db, ids: readonly string[]): Promise<BulkProduct[]> {
  const { rows } = await sql<BulkProduct>`
    select ${columns} from products p where p.id = any(${ids}) order by p.id`.execute(db)
  return rows
}

/**
 * The same, locked until the transaction ends, in the order in which everybody locks products. Carts and orders that name a
 * product don't wait: its id stays.
 */
export async function lockBulkProducts(tx: Transaction<Tables>, ids: readonly string[]): Promise<BulkProduct[]> {
  await sql`select from products where id = any(${ids}) order by id for no key update`.execute(tx)
  return readBulkProducts(tx, ids)
}

/** Writes prices, states and exchange days of products in one statement. */
export async function updateProducts(tx: Transaction<Tables>, rows: readonly ReviewedProduct[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update products p set price_paise = r.price_paise, mrp_paise = r.mrp_paise, state = r.state,
      details = case when (p.details ->> 'exchangeDays')::integer is not distinct from r.exchange_days then p.details
        when r.exchange_days is null then p.details - 'exchangeDays' else p.details || jsonb_build_object('exchangeDays', r.exchange_days) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, price_paise integer, mrp_paise integer, state text, exchange_days integer)
    where p.id = r.id`.execute(tx)
}

/** What a product changes at a time. */
export interface ScheduledRow {
  id: string
  at: Date
  change: ScheduledChange
  was: ScheduledWas | null
}

/** Schedules what a bulk change does at a time. */
export async function insertScheduledChanges(
  tx: Transaction<Tables>,
  rows: readonly ScheduledRow[],
  { bulk, actor }: { bulk: number; actor: Actor },
): Promise<void> {
  await sql`insert into product_changes (product_id, due_at, change, was, actor, bulk)
    select id, at, change, was, ${JSON.stringify(actor)}::jsonb, ${bulk}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id text, at timestamptz, change jsonb, was jsonb))
      with ordinality as r(id, at, change, was, number) order by number`.execute(tx)
}

/** Removes what is left of a bulk change's schedule. Returns it in the order of its times, with the ids of the products. */
export async function deleteScheduledOfBulk(tx: Transaction<Tables>, bulk: number): Promise<ScheduledRow[]> {
  const { rows } = await sql<ScheduledRow>`
    with gone as (delete from product_changes where bulk = ${bulk} returning id, product_id, due_at, change, was)
    select product_id as id, due_at as at, change, was from gone order by due_at, gone.id`.execute(tx)
  return rows
}

/** Keeps the products that a bulk change is shown for, as they're shown. Returns the id of the selection. */
export async function keepSelection(db: Db, staffId: string, products: readonly ReviewedProduct[]): Promise<string> {
  const id = newId()
  await db
    .insertInto('product_selections')
    .values({ id, staff_id: staffId, products: JSON.stringify(products) })
    .execute()
  return id
}

/** The products of somebody's selection, or null if there is none. */
export async function findSelection(db: Db, staffId: string, id: string): Promise<ReviewedProduct[] | null> {
  const row = await db
    .selectFrom('product_selections')
    .select('products')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.products ?? null
}

/** The same, for the one change that it was kept for: nobody else finds it once the transaction ends. */
export async function takeSelection(
  tx: Transaction<Tables>,
  staffId: string,
  id: string,
): Promise<ReviewedProduct[] | null> {
  const row = await tx
    .deleteFrom('product_selections')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('products')
    .executeTakeFirst()
  return row?.products ?? null
}

/** Deletes selections of more than a day ago. */
export async function deleteOldSelections(db: Db): Promise<void> {
  await sql`delete from product_selections where created_at < now() - interval '1 day'`.execute(db)
}

/** A product's audit line of a bulk change. */
export interface BulkLine {
  id: string
  before: Partial<BulkValues>
  after: Partial<BulkValues>
}

export interface BulkValues {
  /** In rupees. */
  price: number
  mrp: number | null
  state: ProductState
  exchangeDays: number | null
}

/** Lets one statement of this transaction take as long as it does: many products are taken back at once. */
export async function allowLongStatements(tx: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** What a bulk change has changed at once, from the audit log. */
export async function findBulkLines(tx: Transaction<Tables>, bulk: number): Promise<BulkLine[]> {
  const { rows } = await sql<BulkLine>`
    select substr(subject, length('product:') + 1) as id, before, after - 'bulk' as after from audit_log
    where audit_log.id > ${bulk} and action = 'product.bulk' and subject like 'product:%' and before is not null
      and (after ->> 'bulk')::bigint = ${bulk} order by audit_log.id`.execute(tx)
  return rows
}
