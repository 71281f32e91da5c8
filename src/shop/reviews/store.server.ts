import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Review, ReviewSummary } from './contract.ts'
import { averageStars, MAX_REVIEWS_SHOWN } from './rules.ts'

type Db = Kysely<Tables>

interface ReviewRow {
  id: string
  stars: number
  comment: string
  created_at: Date
  customer_id: string
  name: string
  verified: boolean
  demonstration: boolean
}

/** `purchases(customer_id, product_id)` is the orders' view of what was paid for. */
const columns = sql`r.id, r.stars, r.comment, r.created_at, r.customer_id, c.name, r.demonstration,
  (r.verified_buyer or exists (
    select from purchases p where p.customer_id = r.customer_id and p.product_id = r.product_id)) as verified`

function toReview(row: ReviewRow): Review {
  return {
    _id: row.id,
    stars: row.stars,
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    userId: { _id: row.customer_id, name: row.name },
    verified: row.verified,
    sample: row.demonstration,
  }
}

/** The reviews of a product: figures of all, and the newest. */
export async function readReviewSummary(db: Db, productId: string): Promise<ReviewSummary> {
  const [{ rows: counts }, { rows }] = await Promise.all([
    sql<{ stars: number; count: number }>`select stars, count(*)::integer as count from reviews
      where product_id = ${productId} group by stars`.execute(db),
    sql<ReviewRow>`select ${columns} from reviews r join customers c on c.id = r.customer_id
      where r.product_id = ${productId} order by r.created_at desc, r.id limit ${MAX_REVIEWS_SHOWN}`.execute(db),
  ])
  const spread = [1, 2, 3, 4, 5].map((stars) => counts.find((row) => row.stars === stars)?.count ?? 0)
  const totalReviews = spread.reduce((sum, count) => sum + count, 0)
  return { overallReview: { avgRating: averageStars(spread), totalReviews, spread }, topReviews: rows.map(toReview) }
}

/** The customer's own review of a product; undefined where there is none. */
export async function readOwnReview(db: Db, customer: CustomerId, productId: string): Promise<Review | undefined> {
  const { rows } = await sql<ReviewRow>`select ${columns} from reviews r join customers c on c.id = r.customer_id
    where r.product_id = ${productId} and r.customer_id = ${customer}`.execute(db)
  return rows[0] && toReview(rows[0])
}

interface ReviewInput {
  stars: number
  comment: string
}

/** Adds the customer's review; undefined where there is one already, a concurrent one included. */
export async function addReview(db: Db, customer: CustomerId, productId: string, input: ReviewInput) {
  const added = await sql`insert into reviews (id, product_id, customer_id, stars, comment, verified_buyer)
    values (${newId()}, ${productId}, ${customer}, ${input.stars}, ${input.comment},
      exists (select from purchases p where p.customer_id = ${customer} and p.product_id = ${productId}))
    on conflict (product_id, customer_id) do nothing returning id`.execute(db)
  return added.rows.length > 0 ? readOwnReview(db, customer, productId) : undefined
}

/** Changes the customer's own review; undefined where there is none. */
export async function updateReview(db: Db, customer: CustomerId, productId: string, input: ReviewInput) {
  const changed = await db
    .updateTable('reviews')
    .set({ ...input, updated_at: sql<Date>`now()` })
    .where('product_id', '=', productId)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n ? readOwnReview(db, customer, productId) : undefined
}
