import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Picture } from '../catalog/contract.ts'
import type { AddressSnapshot } from '../orders/tables.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** What a line to buy finds in the range; `name` null: no such product, `sku` null: not in this colour and size. */
export interface FoundLine {
  name: string | null
  price_paise: number
  pictures: Picture[]
  hasColor: boolean
  hasSize: boolean
  sku: string | null
  /** What anybody could buy now. */
  available: number
  /** What unpaid orders of this customer hold of it. */
  own: number
}

/** Looks lines up, in the order asked for. */
export async function findLines(
  db: Db,
  customer: CustomerId,
  lines: readonly { productId: string; color: string; size: string }[],
): Promise<FoundLine[]> {
  const { rows } = await sql<FoundLine>`
    select p.name, p.price_paise, p.pictures, s.sku,
      exists (select from stock where product_id = p.id and color = v.color) as "hasColor",
      exists (select from stock where product_id = p.id and size = v.size) as "hasSize",
      coalesce(s.on_hand - s.reserved, 0) as available,
      (select coalesce(sum(held.quantity), 0)::integer from orders o join order_lines held on held.order_id = o.id
        where o.customer_id = ${customer} and o.state in ('creating', 'awaiting_payment') and held.sku = s.sku) as own
    from unnest(${lines.map((line) => line.productId)}::text[], ${lines.map((line) => line.color)}::text[],
      ${lines.map((line) => line.size)}::text[]) with ordinality as v (product_id, color, size, place)
    left join products p on p.id = v.product_id
    left join stock s on s.product_id = v.product_id and s.color = v.color and s.size = v.size
    order by v.place`.execute(db)
  return rows
}

/** The columns of `addresses` as an order keeps them (`AddressSnapshot`). */
export const asKept = sql`id as "_id", first_name as "firstName", last_name as "lastName",
  phone_number as "phoneNumber", email, street_address as "streetAddress", country, town_city as "townCity", state,
  zip_code as "zipCode"`

/** A customer's address as an order keeps it; null where it is not theirs. */
export async function findAddress(db: Db, customer: CustomerId, addressId: string): Promise<AddressSnapshot | null> {
  const { rows } = await sql<AddressSnapshot>`
    select ${asKept} from addresses where id = ${addressId} and customer_id = ${customer}`.execute(db)
  return rows[0] ?? null
}
