import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import type { SelectedLine } from '../cart/waiting-lines.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** The token of a customer's link, or null if they don't share their wishlist. */
export async function findLink(db: Db, customer: CustomerId): Promise<string | null> {
  const { rows } = await sql<{ token: string }>`
    select token from wishlist_links where customer_id = ${customer}`.execute(db)
  return rows[0]?.token ?? null
}

/** The token of a customer's link, which is made if there is none. */
export async function shareWishlist(db: Db, customer: CustomerId): Promise<string> {
  const { token } = await db
    .insertInto('wishlist_links')
    .values({ customer_id: customer, token: newId() })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ customer_id: customer }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/** Ends a customer's link for good. The next one has another token. */
export async function stopSharing(db: Db, customer: CustomerId): Promise<void> {
  await sql`delete from wishlist_links where customer_id = ${customer}`.execute(db)
}

/** The lines of the wishlist at a link, oldest first; null if there is no such link. */
export async function listSharedLines(db: Db, token: string): Promise<SelectedLine[] | null> {
  const { rows } = await sql<{ lines: SelectedLine[] }>`
    select (select coalesce(json_agg(json_build_object('productId', l.product_id, 'color', l.color, 'size', l.size,
        'quantity', l.quantity) order by l.created_at, l.id), '[]')
      from wishlist_lines l where l.customer_id = k.customer_id) as lines
    from wishlist_links k where k.token = ${token}`.execute(db)
  return rows[0]?.lines ?? null
}
