import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'
import { photoData } from './take-photo.server.ts'

interface FoundPhoto {
  id: string
  [column: string]: unknown
}

export const reviewsPerson: PersonHooks = {
  async read({ db, photos }, { customer }) {
    const { rows } = await sql<{ reviews: unknown; photos: FoundPhoto[]; votes: unknown }>`
      select (select coalesce(jsonb_agg(to_jsonb(r) - 'customer_id'), '[]') from reviews r where customer_id = ${customer}) as reviews,
        (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from (
            select id, review_id, width, height, created_at, approved_at from review_photos
            union all select id, review_id, width, height, created_at, approved_at from rejected_photos) p
          join reviews r on r.id = p.review_id where r.customer_id = ${customer}) as photos,
        (select coalesce(jsonb_agg(to_jsonb(v) - 'customer_id'), '[]') from review_votes v where customer_id = ${customer}) as votes`.execute(
      db,
    )
    // With the pictures as data URLs.
    const shown = (rows[0]?.photos ?? []).map(async (photo) => ({
      ...photo,
      picture: await photoData({ photos }, photo.id),
    }))
    return { reviews: rows[0]?.reviews, photos: await Promise.all(shown), helpfulReviews: rows[0]?.votes }
  },

  /** Of the products of the customer's reviews, and of the reviews the customer voted for. */
  async tags(db, customer) {
    const { rows } = await sql<{ product_id: string }>`
      select product_id from reviews where customer_id = ${customer}
      union select r.product_id from review_votes v join reviews r on r.id = v.review_id
      where v.customer_id = ${customer}`.execute(db)
    return rows.map((row) => `reviews:${row.product_id}`)
  },

  /** Reviews stay, without a name. Photos show the person. */
  async forget(tx, { customer }) {
    await sql`delete from review_votes where customer_id = ${customer}`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      with own as (select id from reviews where customer_id = ${customer}),
        shown as (delete from review_photos where review_id in (select id from own) returning id),
        rejected as (delete from rejected_photos where review_id in (select id from own) returning id)
      select id from shown union all select id from rejected`.execute(tx)
    return { photos: rows.map(({ id }) => id) }
  },
}
