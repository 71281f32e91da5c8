import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import { uploadedUrl } from '#platform/pictures/uploads.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Review, ReviewSummary } from './contract.ts'
import { averageStars, type Fit, MAX_REVIEWS_SHOWN } from './rules.ts'

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
  answer: string | null
  fit: Fit | null
  size: string | null
  helpful: number
  photos: { id: string; width: number; height: number }[]
}

/** Of `reviews r` and `customers c`. The view `purchases` has what was paid for. */
const columns = sql`r.id, r.stars, r.comment, r.created_at, r.customer_id, c.name, r.demonstration, r.answer, r.fit, r.size,
  (select count(*)::integer from review_votes v where v.review_id = r.id) as helpful,
  (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.created_at, p.id), '[]')
    from review_photos p where p.review_id = r.id and p.approved_at is not null) as photos,
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
    answer: row.answer,
    fit: row.fit,
    size: row.size,
    helpful: row.helpful,
    photos: row.photos.map(({ id, ...size }) => ({ _id: id, src: uploadedUrl(id), ...size, waiting: false })),
  }
}

/** The reviews of a product: figures of all, and the newest. */
export async function readReviewSummary(db: Db, productId: string): Promise<ReviewSummary> {
  const [{ rows: counts }, { rows }, { rows: fits }] = await Promise.all([
    sql<{ stars: number; count: number }>`select stars, count(*)::integer as count from reviews
      where product_id = ${productId} and hidden_at is null group by stars`.execute(db),
    sql<ReviewRow>`select ${columns} from reviews r join customers c on c.id = r.customer_id
      where r.product_id = ${productId} and r.hidden_at is null
      order by r.created_at desc, r.id limit ${MAX_REVIEWS_SHOWN}`.execute(db),
    sql<FitRow>`select size, fit, count(*)::integer as count from reviews
      where product_id = ${productId} and hidden_at is null and fit is not null group by size, fit`.execute(db),
  ])
  const spread = [1, 2, 3, 4, 5].map((stars) => counts.find((row) => row.stars === stars)?.count ?? 0)
  const totalReviews = spread.reduce((sum, count) => sum + count, 0)
  const sizes = [...new Set(fits.map(({ size }) => size))].filter((size) => size !== null).sort()
  const fitBySize = sizes.map((size) => ({ size, ...countFits(fits.filter((row) => row.size === size)) }))
  return {
    overallReview: { avgRating: averageStars(spread), totalReviews, spread, fit: countFits(fits), fitBySize },
    topReviews: rows.map(toReview),
  }
}

interface FitRow {
  size: string | null
  fit: Fit
  count: number
}

function countFits(rows: readonly FitRow[]): Record<Fit, number> {
  const count = (fit: Fit) => rows.filter((row) => row.fit === fit).reduce((sum, row) => sum + row.count, 0)
  return { small: count('small'), true: count('true'), large: count('large') }
}

/** The customer's own review of a product, or undefined. */
export async function readOwnReview(db: Db, customer: CustomerId, productId: string): Promise<Review | undefined> {
  const { rows } = await sql<ReviewRow>`select ${columns} from reviews r join customers c on c.id = r.customer_id
    where r.product_id = ${productId} and r.customer_id = ${customer}`.execute(db)
  return rows[0] && toReview(rows[0])
}

interface ReviewInput {
  stars: number
  comment: string
  /** Undefined: as before. */
  fit?: Fit | null | undefined
}

/** The size of a product that a customer bought last, or null. */
const sizeBought = (customer: CustomerId, productId: string) => sql<string | null>`(
  select p.size from purchases p where p.customer_id = ${customer} and p.product_id = ${productId}
  order by p.paid_at desc limit 1)`

/** Adds the customer's review. Undefined if there is one already, even a concurrent one. */
export async function addReview(db: Db, customer: CustomerId, productId: string, input: ReviewInput) {
  const added = await sql`insert into reviews (id, product_id, customer_id, stars, comment, fit, size, verified_buyer)
    values (${newId()}, ${productId}, ${customer}, ${input.stars}, ${input.comment}, ${input.fit ?? null}, ${sizeBought(customer, productId)},
      exists (select from purchases p where p.customer_id = ${customer} and p.product_id = ${productId}))
    on conflict (product_id, customer_id) do nothing returning id`.execute(db)
  return added.rows.length > 0 ? readOwnReview(db, customer, productId) : undefined
}

/** Changes the customer's own review, or returns undefined if there is none. */
export async function updateReview(db: Db, customer: CustomerId, productId: string, input: ReviewInput) {
  const changed = await db
    .updateTable('reviews')
    .set({
      stars: input.stars,
      comment: input.comment,
      ...(input.fit === undefined ? {} : { fit: input.fit }),
      size: sizeBought(customer, productId),
    })
    .where('product_id', '=', productId)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n ? readOwnReview(db, customer, productId) : undefined
}

/** A review as staff see it. */
export interface StaffReview {
  id: string
  product_id: string
  stars: number
  comment: string
  author: string
  created_at: Date
  hidden: boolean
  answer: string | null
}

/** Reviews, newest first: of one product, or those that nobody has answered. */
export async function listReviews(
  db: Db,
  { product, waiting = false, limit }: { product?: string | undefined; waiting?: boolean | undefined; limit: number },
): Promise<StaffReview[]> {
  const { rows } = await sql<StaffReview>`
    select r.id, r.product_id, r.stars, r.comment, c.name as author, r.created_at, r.hidden_at is not null as hidden, r.answer
    from reviews r join customers c on c.id = r.customer_id
    where (${product ?? null}::text is null or r.product_id = ${product ?? null})
      and (not ${waiting} or (r.answer is null and r.hidden_at is null and not r.demonstration))
    order by r.created_at desc, r.id limit ${limit}`.execute(db)
  return rows
}

/** A review, locked until the transaction ends, or undefined. */
export async function lockReview(tx: Transaction<Tables>, id: string) {
  return tx
    .selectFrom('reviews')
    .select(['id', 'product_id', 'hidden_at', 'answer'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateReviewHidden(tx: Transaction<Tables>, id: string, hidden: boolean): Promise<void> {
  await sql`update reviews set hidden_at = case when ${hidden} then now() end where id = ${id}`.execute(tx)
}

/** Changes nothing, but its trigger tells every instance that what shows the review is stale. */
export async function touchReview(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update reviews set answer = answer where id = ${id}`.execute(tx)
}

/** Sets the shop's answer; null removes it. */
export async function updateReviewAnswer(tx: Transaction<Tables>, id: string, answer: string | null): Promise<void> {
  const answeredAt = answer === null ? null : sql<Date>`now()`
  await tx.updateTable('reviews').set({ answer, answered_at: answeredAt }).where('id', '=', id).execute()
}

/** The products of reviews, by the ids of the reviews. */
export function nameReviews(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.id', 'p.name'])
    .where('r.id', 'in', ids)
    .execute()
}
