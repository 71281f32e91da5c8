import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../../tables.server.ts'
import type { ProductState } from '../rules.ts'
import type { ScheduledChange } from '../tables.server.ts'
import type { BulkProduct } from './rules.ts'

type Db = Kysely<Tables>

const columns = sql`p.id, p.name, p.price_paise, p.mrp_paise, p.state,
  exists (select from product_changes c where c.product_id = p.id and c.change ? 'price') as "hasPlannedPrice"`

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

export interface BulkUpdate {
  id: string
  price_paise: number
  mrp_paise: number | null
  state: ProductState
}

/** Writes prices and states of products in one statement. */
export async function updateProducts(tx: Transaction<Tables>, rows: readonly BulkUpdate[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update products p set price_paise = r.price_paise, mrp_paise = r.mrp_paise, state = r.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, price_paise integer, mrp_paise integer, state text)
    where p.id = r.id`.execute(tx)
}

/** Schedules the same kind of change for several products. Returns the ids of the scheduled changes, by product. */
export async function insertScheduledChanges(
  tx: Transaction<Tables>,
  rows: readonly { id: string; change: ScheduledChange }[],
  { at, actor }: { at: Date; actor: Actor },
): Promise<{ product_id: string; id: number }[]> {
  const { rows: inserted } = await sql<{ product_id: string; id: number }>`
    insert into product_changes (product_id, due_at, change, actor)
    select id, ${at}::timestamptz, change, ${JSON.stringify(actor)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, change jsonb)
    returning product_id, id::integer as id`.execute(tx)
  return inserted
}

/** Keeps the products that a bulk change is shown for. Returns the id of the selection. */
export async function keepSelection(db: Db, staffId: string, ids: readonly string[]): Promise<string> {
  const id = newId()
  await db
    .insertInto('product_selections')
    .values({ id, staff_id: staffId, product_ids: [...ids] })
    .execute()
  return id
}

/** The products of somebody's selection, or null if there is none. */
export async function findSelection(db: Db, staffId: string, id: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('product_selections')
    .select('product_ids')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.product_ids ?? null
}

/** The same, for the one change that it was kept for: nobody else finds it once the transaction ends. */
export async function takeSelection(db: Db, staffId: string, id: string): Promise<string[] | null> {
  const row = await db
    .deleteFrom('product_selections')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('product_ids')
    .executeTakeFirst()
  return row?.product_ids ?? null
}

/** Deletes selections of more than a day ago. */
export async function deleteOldSelections(db: Db): Promise<void> {
  await sql`delete from product_selections where created_at < now() - interval '1 day'`.execute(db)
}

/** A product's audit line of a bulk change. */
export interface BulkLine {
  id: string
  before: Partial<BulkValues> | null
  after: Partial<BulkValues> & { scheduled?: number }
}

export interface BulkValues {
  /** In rupees. */
  price: number
  mrp: number | null
  state: ProductState
}

/** Lets one statement of this transaction take as long as it does: many products are taken back at once. */
export async function allowLongStatements(tx: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** What a bulk change did, from the audit log. */
export async function findBulkLines(tx: Transaction<Tables>, bulk: number): Promise<BulkLine[]> {
  const { rows } = await sql<BulkLine>`
    select substr(subject, length('product:') + 1) as id, before, after - 'bulk' as after from audit_log
    where audit_log.id > ${bulk} and action = 'product.bulk' and subject like 'product:%'
      and (after ->> 'bulk')::bigint = ${bulk} order by audit_log.id`.execute(tx)
  return rows
}
