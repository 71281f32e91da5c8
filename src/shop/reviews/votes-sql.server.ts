import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** Product and author of a public review. Undefined for hidden and unknown ones. */
export async function findShownReview(db: Db, id: string) {
  return db
    .selectFrom('reviews')
    .select(['product_id', 'customer_id'])
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
}

/** The reviews of a product that the customer has marked. */
export async function listVotes(db: Db, customer: CustomerId, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_votes as v')
    .innerJoin('reviews as r', 'r.id', 'v.review_id')
    .select('v.review_id')
    .where('v.customer_id', '=', customer)
    .where('r.product_id', '=', productId)
    .execute()
  return rows.map((row) => row.review_id)
}

/**
 * Adds or removes the customer's vote. False if that changed nothing. `insert … select`, because the review may have
 * been deleted meanwhile.
 */
export async function setVote(db: Db, customer: CustomerId, reviewId: string, helpful: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = helpful
    ? await sql`insert into review_votes (review_id, customer_id)
        select id, ${customer} from reviews where id = ${reviewId} for key share
        on conflict do nothing`.execute(db)
    : await sql`delete from review_votes where review_id = ${reviewId} and customer_id = ${customer}`.execute(db)
  return numAffectedRows > 0n
}

export async function countVotes(db: Db, reviewId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from review_votes where review_id = ${reviewId}`.execute(db)
  return rows[0]?.count ?? 0
}
