import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

interface PhotoRow {
  id: string
  width: number
  height: number
}

/** True if a customer has an order that was delivered, for which an exchange could be requested. */
export async function hasDeliveredOrder(db: Db, customer: CustomerId): Promise<boolean> {
  const { rows } = await sql`
    select from orders where customer_id = ${customer} and state in ('placed', 'paid') and status = 'delivered' limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Adds a photo of a customer for an exchange that isn't requested yet. */
export async function insertPhoto(db: Db, customer: CustomerId, photo: PhotoRow): Promise<void> {
  await db
    .insertInto('exchange_photos')
    .values({ ...photo, customer_id: customer })
    .execute()
}

/** Makes a customer's photos those of an exchange. Returns how many: one that is gone, or another's, isn't taken. */
export async function attachPhotos(
  tx: Db,
  customer: CustomerId,
  exchangeId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update exchange_photos set exchange_id = ${exchangeId}
    where id = any(${ids}::text[]) and customer_id = ${customer} and exchange_id is null returning id`.execute(tx)
  return rows.length
}

/** True if an exchange is of this customer's order. */
export async function isOwnExchange(db: Db, customer: CustomerId, exchangeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exchanges e join orders o on o.id = e.order_id
    where e.id = ${exchangeId} and o.customer_id = ${customer}`.execute(db)
  return rows.length > 0
}

/** The photos of an exchange, in order. */
export async function listPhotos(db: Db, exchangeId: string): Promise<PhotoRow[]> {
  const { rows } = await sql<PhotoRow>`
    select id, width, height from exchange_photos where exchange_id = ${exchangeId} order by created_at, id`.execute(db)
  return rows
}

/** True if a photo belongs to an exchange. */
export async function isExchangePhoto(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from exchange_photos where id = ${id} and exchange_id is not null`.execute(db)
  return rows.length > 0
}

/** Deletes photos of more than a day ago whose exchange was never requested. Their files go as those of lost uploads do. */
export async function deleteLoosePhotos(db: Db): Promise<void> {
  await sql`delete from exchange_photos where exchange_id is null and created_at < now() - interval '1 day'`.execute(db)
}
