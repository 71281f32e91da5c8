import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newSecret } from '#platform/ids.server.ts'
import type { Picture } from '../catalog/contract.ts'
import { variantPrice } from '../catalog/variant-price-sql.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** True if a customer is notified of lower prices. */
export async function wantsPriceDrops(db: Db, customer: CustomerId): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select r.price_drops as wanted from alert_recipients r join customers c on c.email = r.email
    where c.id = ${customer}`.execute(db)
  return rows[0]?.wanted ?? false
}

/** Turns notifications of lower prices on or off. Turning them on measures drops from the current prices. */
export async function setPriceDrops(tx: Transaction<Tables>, customer: CustomerId, wanted: boolean): Promise<void> {
  await sql`insert into alert_recipients (email, token, price_drops)
    select email, ${newSecret()}, ${wanted} from customers where id = ${customer} and email is not null
    on conflict (email) do update set price_drops = excluded.price_drops`.execute(tx)
  await sql`update wishlist_lines set price_paise = null where customer_id = ${customer}`.execute(tx)
  await setBaselinePrices(tx, customer)
}

/** Stores the current price, the baseline for drops, of lines that have none yet: those added since the last call. */
export async function setBaselinePrices(db: Db, customer: CustomerId | null = null): Promise<void> {
  await sql`update wishlist_lines l set price_paise = ${variantPrice}
    from customers c, alert_recipients r, wishlist_lines w join products p on p.id = w.product_id
      left join stock s on s.product_id = w.product_id and s.color = w.color and s.size = w.size
    where w.id = l.id and c.id = l.customer_id and r.email = c.email and r.price_drops and l.price_paise is null
      and (${customer}::text is null or c.id = ${customer})`.execute(db)
}

/** A wishlist line whose variant became cheaper and can be bought. */
export interface PriceDrop {
  email: string
  unsubscribeToken: string
  productId: string
  name: string
  color: string
  size: string
  pictures: readonly Picture[]
  was_paise: number
  price_paise: number
}

/**
 * For the `from` of a query: the product `p` and the variant `s` of a wishlist line `l`, if that is in stock and costs less than the line's
 * price.
 */
const cheaperProduct = sql`products p join stock s on s.product_id = p.id
  where p.id = l.product_id and s.color = l.color and s.size = l.size
    and ${variantPrice} < l.price_paise and p.state = 'published' and s.on_hand > s.reserved`

/**
 * Takes all drops of up to `people` recipients. The new price becomes the baseline, so that several instances notify of
 * each drop once. The recipient is locked first, so that one mail has all drops of a person. This isn't a `claim`,
 * because it locks one table and changes another.
 */
export async function takePriceDrops(tx: Transaction<Tables>, people: number): Promise<PriceDrop[]> {
  const { rows } = await sql<PriceDrop>`
    with recipients as (
      select c.id as customer_id, c.email, r.token from alert_recipients r join customers c on c.email = r.email
      where r.price_drops
        and exists (select from wishlist_lines l where l.customer_id = c.id and exists (select from ${cheaperProduct}))
      order by c.id limit ${people} for update of r skip locked),
    due as (
      select l.id, l.price_paise as was_paise, ${variantPrice} as price_paise, p.id as product_id, p.name, p.pictures, r.email, r.token
      from recipients r join wishlist_lines l on l.customer_id = r.customer_id, ${cheaperProduct} for update of l)
    update wishlist_lines l set price_paise = due.price_paise from due where l.id = due.id
    returning due.email, due.token as "unsubscribeToken", due.product_id as "productId", due.name, l.color, l.size,
      due.pictures, due.was_paise, due.price_paise`.execute(tx)
  return rows
}
