import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** One load of the demonstration at a time, across all instances. */
const DEMONSTRATION_LOCK = 0x5ea7

/** Waits for another instance that loads the demonstration. */
export async function lockDemonstration(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEMONSTRATION_LOCK})`.execute(tx)
}

export interface SampleReview {
  id: string
  product: string
  customer: string
  stars: number
  comment: string
  fit?: 'small' | 'true' | 'large' | null
  size?: string | null
  createdAt: string
}

/**
 * Writes sample reviews, all unverified, since nobody bought anything. Their authors have no address and can't sign in.
 */
export async function insertSampleReviews(
  tx: Transaction<Tables>,
  authors: readonly { id: string; name: string }[],
  reviews: readonly SampleReview[],
): Promise<number> {
  await sql`insert into customers (id, name) select id, name
    from jsonb_to_recordset(${JSON.stringify(authors)}::jsonb) as c(id text, name text)`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into reviews (id, product_id, customer_id, stars, comment, fit, size, created_at, demonstration)
    select r.id, r.product, r.customer, r.stars, r.comment, r.fit, r.size, r."createdAt", true
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(id text, product text, customer text,
      stars smallint, comment text, fit text, size text, "createdAt" timestamptz)
    join products p on p.id = r.product
    on conflict (product_id, customer_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * The ids used by other products. The demonstration's own that are archived don't count: they were in orders when it
 * was removed.
 */
export async function findTaken(tx: Transaction<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.not(eb.and([eb('demonstration', '=', true), eb('state', '=', 'archived')])))
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Marks products and stores as the demonstration's. */
export async function markDemonstration(
  tx: Transaction<Tables>,
  { products, stores }: { products: readonly string[]; stores: boolean },
): Promise<void> {
  await sql`update products set demonstration = true where id = any(${products})`.execute(tx)
  if (stores) await sql`update branches set demonstration = true`.execute(tx)
}

export interface RemovedDemonstration {
  deleted: number
  archived: number
  reviews: number
  stores: number
}

/** What is there to remove of it. */
export async function countDemonstration(db: Kysely<Tables>): Promise<RemovedDemonstration> {
  const { rows } = await sql<RemovedDemonstration>`
    select count(*) filter (where not ordered)::integer as deleted,
      count(*) filter (where ordered and state <> 'archived')::integer as archived,
      (select count(*) from reviews where demonstration)::integer as reviews,
      (select count(*) from branches where demonstration)::integer as stores
    from (select state, exists (select from order_lines l where l.product_id = p.id) as ordered
      from products p where demonstration) products`.execute(db)
  return rows[0] ?? { deleted: 0, archived: 0, reviews: 0, stores: 0 }
}

/**
 * Deletes the demonstration's reviews with their authors, its stores and its products. Products in an order are
 * archived instead.
 */
export async function deleteDemonstration(tx: Transaction<Tables>): Promise<RemovedDemonstration> {
  const { rows: reviews } = await sql<{ author: string }>`
    delete from reviews where demonstration returning customer_id as author`.execute(tx)
  await sql`delete from customers where email is null
    and id = any(${[...new Set(reviews.map(({ author }) => author))]})`.execute(tx)
  const archived = await sql`update products p set state = 'archived'
    where demonstration and state <> 'archived' and exists (select from order_lines l where l.product_id = p.id)`.execute(
    tx,
  )
  const gone = sql`select id from products where demonstration
    and not exists (select from order_lines l where l.product_id = products.id)`
  await sql`insert into stock_ledger (sku, delta_on_hand, reason)
    select sku, -on_hand, 'demonstration removed' from stock where on_hand > 0 and product_id in (${gone})`.execute(tx)
  const deleted = await sql`delete from products where id in (${gone})`.execute(tx)
  const stores = await sql`delete from branches where demonstration`.execute(tx)
  return {
    deleted: Number(deleted.numAffectedRows ?? 0n),
    archived: Number(archived.numAffectedRows ?? 0n),
    reviews: reviews.length,
    stores: Number(stores.numAffectedRows ?? 0n),
  }
}
