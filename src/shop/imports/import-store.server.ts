import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** Locks for all instances: one import at a time, and one load of the demonstration. */
const IMPORT_LOCK = 0x5ea8
const DEMONSTRATION_LOCK = 0x5ea7

/** Lets the caller's transaction idle while lines are read. */
export async function allowIdleTransaction(trx: Kysely<Tables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

/** Lifts the timeouts, and takes the lock: two imports lock products batch by batch, and could deadlock. */
export async function beginImport(trx: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await allowIdleTransaction(trx)
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx)
}

/** Waits for another instance that loads the demonstration. */
export async function lockDemonstration(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEMONSTRATION_LOCK})`.execute(trx)
}

export interface SampleReview {
  id: string
  product: string
  customer: string
  stars: number
  comment: string
  createdAt: string
}

/** Writes sample reviews, all unverified: nobody bought anything. Their authors have no address and can't sign in. */
export async function insertSampleReviews(
  trx: Transaction<Tables>,
  authors: readonly { id: string; name: string }[],
  reviews: readonly SampleReview[],
): Promise<number> {
  await sql`insert into customers (id, name) select id, name
    from jsonb_to_recordset(${JSON.stringify(authors)}::jsonb) as c(id text, name text)`.execute(trx)
  const { numAffectedRows } = await sql`
    insert into reviews (id, product_id, customer_id, stars, comment, created_at, updated_at)
    select r.id, r.product, r.customer, r.stars, r.comment, r."createdAt", r."createdAt"
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(id text, product text, customer text,
      stars smallint, comment text, "createdAt" timestamptz)
    join products p on p.id = r.product
    on conflict (product_id, customer_id) do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
