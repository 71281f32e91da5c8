import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'
import { MAX_PHOTOS } from './rules.ts'

type Db = Kysely<Tables>

export interface OwnPhoto {
  id: string
  width: number
  height: number
  /** Not approved yet. */
  waiting: boolean
  /** Everybody may see it. */
  public: boolean
}

/** A photo `p` of a review `r` is public while it is approved and its review is not hidden. */
const isPublic = sql`p.approved_at is not null and r.hidden_at is null`

/** True if everybody may see a photo. False for an unknown one. */
export async function isPhotoPublic(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_photos p join reviews r on r.id = p.review_id where p.id = ${id} and ${isPublic}`.execute(db)
  return rows.length > 0
}

/** The photos of the customer's own review of a product, in order, including waiting ones. */
export async function listOwnPhotos(db: Db, customer: CustomerId, productId: string): Promise<OwnPhoto[]> {
  const { rows } = await sql<OwnPhoto>`
    select p.id, p.width, p.height, p.approved_at is null as waiting, ${isPublic} as public
    from review_photos p join reviews r on r.id = p.review_id
    where r.customer_id = ${customer} and r.product_id = ${productId} order by p.created_at, p.id`.execute(db)
  return rows
}

/** Adds a photo to the customer's review. False if there's no review, or it has the maximum. */
export function addPhoto(
  db: Db,
  customer: CustomerId,
  productId: string,
  photo: { id: string; width: number; height: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Locked, so that parallel uploads are counted one after the other.
    const review = await tx
      .selectFrom('reviews')
      .select('id')
      .where('customer_id', '=', customer)
      .where('product_id', '=', productId)
      .forUpdate()
      .executeTakeFirst()
    if (!review || (await listOwnPhotos(tx, customer, productId)).length >= MAX_PHOTOS) return false
    await tx
      .insertInto('review_photos')
      .values({ ...photo, review_id: review.id })
      .execute()
    return true
  })
}

/**
 * Deletes a photo of the customer's review. Returns the product's id, or undefined if the customer has no such photo.
 */
export async function deleteOwnPhoto(db: Db, customer: CustomerId, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ product_id: string }>`
    delete from review_photos p using reviews r
    where p.id = ${id} and r.id = p.review_id and r.customer_id = ${customer} returning r.product_id`.execute(db)
  return rows[0]?.product_id
}

/** Those of these photos that belong to a review. */
export async function listKnownPhotos(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('review_photos').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Those of these photos whose files are needed: of a review or an exchange, or rejected not long ago. */
export async function listKeptPhotos(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from review_photos where id = any(${ids}::text[])
    union all select id from rejected_photos where id = any(${ids}::text[])
    union all select id from exchange_photos where id = any(${ids}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** A photo that waits for staff. */
export interface WaitingPhoto {
  id: string
  review_id: string
  product_id: string
  author: string
  comment: string
  created_at: Date
}

/** Photos that nobody has approved yet, the longest waiting first. */
export async function listWaitingPhotos(db: Db, limit: number): Promise<WaitingPhoto[]> {
  const { rows } = await sql<WaitingPhoto>`
    select p.id, p.review_id, r.product_id, c.name as author, r.comment, p.created_at
    from review_photos p join reviews r on r.id = p.review_id join customers c on c.id = r.customer_id
    where p.approved_at is null order by p.created_at, p.id limit ${limit}`.execute(db)
  return rows
}

/** A photo with its product, locked until the transaction ends, or undefined. */
export async function lockPhoto(tx: Transaction<Tables>, id: string) {
  const { rows } = await sql<{ product_id: string; review_id: string; approved: boolean }>`
    select r.product_id, p.review_id, p.approved_at is not null as approved
    from review_photos p join reviews r on r.id = p.review_id where p.id = ${id} for update of p`.execute(tx)
  return rows[0]
}

export async function markPhotoApproved(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update review_photos set approved_at = now() where id = ${id}`.execute(tx)
}

export async function deletePhotoRow(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('review_photos').where('id', '=', id).execute()
}

/** Makes an approved photo wait again. */
export async function markPhotoWaiting(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update review_photos set approved_at = null where id = ${id}`.execute(tx)
}

/** Keeps what a deleted photo's row needs to come back. Called before it's deleted. */
export async function keepRejectedPhoto(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`
    insert into rejected_photos (id, review_id, width, height, created_at, approved_at)
    select id, review_id, width, height, created_at, approved_at from review_photos where id = ${id}`.execute(tx)
}

/** Brings a rejected photo back. @returns whether it's approved, or null if it's gone for good or its review is full */
export async function restorePhoto(tx: Transaction<Tables>, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ approved: boolean }>`
    with kept as (
      delete from rejected_photos x where x.id = ${id}
        and (select count(*) from review_photos p where p.review_id = x.review_id) < ${MAX_PHOTOS} returning *)
    insert into review_photos (id, review_id, width, height, created_at, approved_at)
    select id, review_id, width, height, created_at, approved_at from kept
    returning approved_at is not null as approved`.execute(tx)
  return rows[0]?.approved ?? null
}

/** Deletes the rows of rejected photos that can't come back any more. */
export async function deleteOldRejected(db: Db): Promise<void> {
  await sql`delete from rejected_photos where rejected_at < now() - interval '25 hours'`.execute(db)
}
