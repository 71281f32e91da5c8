import { type Kysely, sql, type Transaction } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import type { Tables } from '../../tables.server.ts'
import type { ScheduledChange, StoredProductPicture } from '../tables.server.ts'

type Db = Kysely<Tables>

export interface TimelineRow {
  id: string
  due_at: Date
  sort_key: number
  change: ScheduledChange
  product_id: string
  name: string
  picture: StoredProductPicture | null
  /** The change of many products that it belongs to. */
  bulk: string | null
  /** Of that change: how many it's still to come for, when the last of it happens, and what was asked for. */
  products: number
  until: Date
  wish: { price?: number | { percent: number } | undefined; mrp?: number | null | undefined } | null
}

/** What will change by itself over all products and one more, the next first. A change of many products is one row. */
export async function listTimeline(
  db: Db,
  { after, limit }: { after: readonly [number, string] | null; limit: number },
): Promise<TimelineRow[]> {
  const rest = after === null ? sql`true` : sql`(c.due_at, c.id) > (${timeOfMicros(after[0])}, ${after[1]}::bigint)`
  const { rows } = await sql<TimelineRow>`
    with firsts as (
      select (array_agg(id order by due_at, id))[1] as id, count(distinct product_id)::integer as products,
        max(due_at) as until
      from product_changes group by coalesce(bulk, -id))
    select c.id::text as id, c.due_at, ${microsOf(sql`c.due_at`)} as sort_key, c.change, c.product_id, p.name,
      p.pictures -> 0 as picture, c.bulk::text as bulk, f.products, f.until, a.after as wish
    from firsts f join product_changes c using (id) join products p on p.id = c.product_id
      left join audit_log a on a.id = c.bulk
    where ${rest} order by c.due_at, c.id limit ${limit + 1}`.execute(db)
  return rows
}

/** The product that a scheduled change is of, or null if there is no such change. */
export async function findScheduledProduct(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{
    product_id: string
  }>`select product_id from product_changes where id = ${id}::bigint`.execute(db)
  return rows[0]?.product_id ?? null
}

/** The changes of a product's state that a bulk change has scheduled. */
export async function listStatesOfBulk(tx: Transaction<Tables>, productId: string, bulk: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id::integer as id from product_changes
    where product_id = ${productId} and bulk = ${bulk} and change ? 'state'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes some scheduled changes. Returns those that were still there. */
export async function deleteScheduledOf(tx: Transaction<Tables>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from product_changes where id = any(${ids}::bigint[]) returning id::integer as id`.execute(tx)
  return rows.map(({ id }) => id)
}
