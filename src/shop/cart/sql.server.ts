import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { Picture } from '../catalog/contract.ts'
import { variantMrp, variantPrice } from '../catalog/variant-price-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { CartLine } from './contract.ts'
import type { SelectedLine } from './waiting-lines.ts'

type Db = Kysely<Tables>

/** One product in one colour and size. */
export interface Variant {
  productId: string
  color: string
  size: string
}

export interface VariantAvailability {
  name: string
  hasColor: boolean
  /** The quantity this customer can still buy, or null if the variant doesn't exist. */
  available: number | null
}

/** The most lines in a cart or a wishlist. */
const MAX_LINES = 100
/** The most that the column of a quantity holds. */
const LARGEST_QUANTITY = 2_147_483_647

/** What keeps a line where the shopper sees it, whatever its colour and size become. */
export interface LinePlace {
  id: string
  createdAt: Date
}

interface SetOptions {
  /** A larger stored quantity stays. */
  keepLarger?: boolean
  /** The line takes this id and place in the list. */
  place?: LinePlace | null
}

/** What became of a line, and what there is of its variant. */
export interface Setting extends VariantAvailability {
  isSet: boolean
}

/** SQL: true if a product `p` can't be paid in cash. */
const isWithoutCash = sql<boolean>`coalesce(p.details ->> 'cash' = 'no', false)`

/** SQL: the exchange days of a product `p`'s own, or null. */
const ownExchangeDays = sql<number | null>`(p.details ->> 'exchangeDays')::integer`

/** Cart and wishlist have tables of the same shape. */
export interface LineStore {
  /** All lines, oldest first. */
  list(db: Db, customer: CustomerId): Promise<CartLine[]>
  /** Sets a line's quantity, or adds the line. False if the list is full. */
  set(db: Db, customer: CustomerId, line: SelectedLine, options?: SetOptions): Promise<boolean>
  /** The same if so many can be bought, or `maxWhenSoldOut`. Null if the product isn't published. One statement, so that “sold out” costs no more. */
  setIfAvailable(
    db: Db,
    customer: CustomerId,
    line: SelectedLine,
    options: SetOptions & { maxWhenSoldOut: number },
  ): Promise<Setting | null>
  /** Removes a line and returns its place in the list, or null if this customer has no such line. */
  take(db: Db, customer: CustomerId, lineId: string): Promise<LinePlace | null>
  /** False if this customer has no such line. */
  remove(db: Db, customer: CustomerId, lineId: string): Promise<boolean>
}

export const cartStore = createLineStore('cart_lines')
export const wishlistStore = createLineStore('wishlist_lines')

function createLineStore(name: 'cart_lines' | 'wishlist_lines'): LineStore {
  const table = sql.table(name)

  function insert(
    customer: CustomerId,
    line: SelectedLine,
    { keepLarger = false, place = null }: SetOptions = {},
    condition = sql`true`,
  ) {
    const { productId, color, size, quantity } = line
    const next = keepLarger ? sql`greatest(l.quantity, excluded.quantity)` : sql`excluded.quantity`
    const moved = place ? sql`, id = excluded.id, created_at = excluded.created_at` : sql``
    return sql`
      insert into ${table} as l (id, customer_id, product_id, color, size, quantity, created_at)
      select ${place?.id ?? newId()}, ${customer}, ${productId}, ${color}, ${size}, ${quantity}::integer,
        coalesce(${place?.createdAt ?? null}::timestamptz, clock_timestamp())
      where ((select count(*) from ${table} where customer_id = ${customer}) < ${MAX_LINES}
        or exists (select from ${table} where customer_id = ${customer} and product_id = ${productId}
          and color = ${color} and size = ${size}))
        and ${condition}
      on conflict (customer_id, product_id, color, size) do update set quantity = ${next}${moved}
      returning l.id`
  }

  return {
    async list(db, customer) {
      const { rows } = await sql<ListedRow>`
        select l.id, l.product_id, l.color, l.size, l.quantity, p.name, ${variantPrice} as price_paise, ${variantMrp} as mrp_paise, ${isWithoutCash} as no_cash, ${ownExchangeDays} as exchange_days, p.pictures,
          case when p.state = 'published' then ${availableTo(customer)} else 0 end as available
        from ${table} l
        join products p on p.id = l.product_id
        left join stock s on s.product_id = l.product_id and s.color = l.color and s.size = l.size
        where l.customer_id = ${customer}
        order by l.created_at, l.id`.execute(db)
      return rows.map(toCartLine)
    },
    async set(db, customer, line, options) {
      const { rows } = await insert(customer, line, options).execute(db)
      return rows.length > 0
    },
    async setIfAvailable(db, customer, line, { maxWhenSoldOut, ...options }) {
      const variant = variantOf(customer, line)
      const isAvailable = sql`exists (select from (${variant}) v
        where available is not null and ${line.quantity}::integer <= greatest(available, ${maxWhenSoldOut}::integer))`
      const { rows } = await sql<Setting>`
        with added as (${insert(customer, line, options, isAvailable)})
        select v.*, exists (select from added) as "isSet" from (${variant}) v`.execute(db)
      return rows[0] ?? null
    },
    async take(db, customer, lineId) {
      const { rows } = await sql<LinePlace>`
        delete from ${table} where id = ${lineId} and customer_id = ${customer}
        returning id, created_at as "createdAt"`.execute(db)
      return rows[0] ?? null
    },
    async remove(db, customer, lineId) {
      return (await this.take(db, customer, lineId)) !== null
    },
  }
}

/**
 * A visitor's lines with current prices and stock, in their order. Leaves out unpublished products. `customer`: stock
 * held by their own unpaid orders counts as available; null for a visitor.
 */
export async function listGuestLines(
  db: Db,
  customer: CustomerId | null,
  lines: readonly SelectedLine[],
): Promise<CartLine[]> {
  const { rows } = await sql<ListedRow>`
    select json_build_array(l.product_id, l.color, l.size)::text as id, l.product_id, l.color, l.size, l.quantity,
      p.name, ${variantPrice} as price_paise, ${variantMrp} as mrp_paise, ${isWithoutCash} as no_cash, ${ownExchangeDays} as exchange_days, p.pictures, ${availableTo(customer)} as available
    from unnest(${lines.map(({ productId }) => productId)}::text[], ${lines.map(({ color }) => color)}::text[],
      ${lines.map(({ size }) => size)}::text[], ${lines.map(({ quantity }) => quantity)}::integer[])
      with ordinality as l (product_id, color, size, quantity, position)
    join products p on p.id = l.product_id and p.state = 'published'
    left join stock s on s.product_id = l.product_id and s.color = l.color and s.size = l.size
    order by l.position`.execute(db)
  return rows.map(toCartLine)
}

/** Locks the customer's row until the transaction ends, so that their merges run one after the other. */
export async function lockCart(tx: Db, customer: CustomerId): Promise<void> {
  await sql`select from customers where id = ${customer} for no key update`.execute(tx)
}

/** The products' own HSN codes, by product id. */
export async function findHsnCodes(db: Db, productIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hsn: string }>`
    select id, details ->> 'hsn' as hsn from products where id = any(${[...productIds]}) and details ? 'hsn'`.execute(
    db,
  )
  return new Map(rows.map(({ id, hsn }) => [id, hsn]))
}

/** SQL: whether the order `o` is a customer's own and unpaid. One that staff entered holds its pieces for whoever has its link. */
export function isOwnHold(customer: CustomerId | null): RawBuilder<boolean> {
  return sql`(o.customer_id = ${customer} and o.state in ('creating', 'awaiting_payment') and o.draft_id is null)`
}

/**
 * The quantity of the stock row `s` that a customer can buy: on hand less what's held for others. A hold by the
 * customer's own unpaid order doesn't count, or a dismissed payment would show the cart as sold out.
 */
function availableTo(customer: CustomerId | null): RawBuilder<number> {
  return sql<number>`coalesce(s.on_hand - s.reserved + (
    select coalesce(sum(held.quantity), 0) from orders o join order_lines held on held.order_id = o.id
    where ${isOwnHold(customer)} and held.sku = s.sku
  ), 0)::integer`
}

/** SQL: a variant of a published product, as `VariantAvailability`. */
function variantOf(customer: CustomerId | null, { productId, color, size }: Variant): RawBuilder<VariantAvailability> {
  return sql<VariantAvailability>`
    select p.name,
      exists (select from stock where product_id = p.id and color = ${color}) as "hasColor",
      case when s.sku is not null then ${availableTo(customer)} end as available
    from products p
    left join stock s on s.product_id = p.id and s.color = ${color} and s.size = ${size}
    where p.id = ${productId} and p.state = 'published'`
}

/** A variant and the quantity of it that a customer or a visitor can buy, or null if it isn't published. */
export async function findVariant(
  db: Db,
  customer: CustomerId | null,
  variant: Variant,
): Promise<VariantAvailability | null> {
  const { rows } = await variantOf(customer, variant).execute(db)
  return rows[0] ?? null
}

/**
 * Takes the pieces that an order bought out of the cart (CONTRACT, Orders). Pieces added to a line since the order was
 * created stay.
 */
export async function removePurchasedPieces(db: Db, customer: CustomerId, orderId: string): Promise<void> {
  await sql`
    with bought as (select product_id, color, size, quantity from order_lines where order_id = ${orderId}),
    kept as (
      update cart_lines c set quantity = c.quantity - b.quantity from bought b
      where c.customer_id = ${customer} and c.product_id = b.product_id and c.color = b.color and c.size = b.size
        and c.quantity > b.quantity)
    delete from cart_lines c using bought b
    where c.customer_id = ${customer} and c.product_id = b.product_id and c.color = b.color and c.size = b.size
      and c.quantity <= b.quantity`.execute(db)
}

/**
 * Puts the pieces of an order that won't be shipped back into the cart: the reverse of `removePurchasedPieces`. Products
 * that no longer exist are left out, and so are lines that a full cart has no room for.
 */
export async function restoreCartPieces(db: Db, customer: CustomerId, orderId: string): Promise<void> {
  const { rows } = await sql<SelectedLine>`
    with bought as (select product_id, color, size, quantity, position from order_lines where order_id = ${orderId}),
    added as (
      update cart_lines c set quantity = least(c.quantity::bigint + b.quantity, ${LARGEST_QUANTITY})::integer
      from bought b
      where c.customer_id = ${customer} and c.product_id = b.product_id and c.color = b.color and c.size = b.size)
    select b.product_id as "productId", b.color, b.size, b.quantity
    from bought b join products p on p.id = b.product_id
    where not exists (select from cart_lines c where c.customer_id = ${customer}
      and c.product_id = b.product_id and c.color = b.color and c.size = b.size)
    order by b.position
    limit greatest(0, ${MAX_LINES} - (select count(*) from cart_lines where customer_id = ${customer}))`.execute(db)
  for (const { productId, color, size, quantity } of rows)
    await sql`
      insert into cart_lines (id, customer_id, product_id, color, size, quantity, created_at)
      values (${newId()}, ${customer}, ${productId}, ${color}, ${size}, ${quantity}, clock_timestamp())
      on conflict (customer_id, product_id, color, size) do nothing`.execute(db)
}

interface ListedRow {
  id: string
  product_id: string
  color: string
  size: string
  quantity: number
  name: string
  price_paise: number
  mrp_paise: number | null
  no_cash: boolean
  exchange_days: number | null
  pictures: Picture[]
  available: number
}

function toCartLine(row: ListedRow): CartLine {
  return {
    _id: row.id,
    productId: {
      _id: row.product_id,
      name: row.name,
      price: toRupees(paise(row.price_paise)),
      mrp: row.mrp_paise === null ? null : toRupees(paise(row.mrp_paise)),
      images: row.pictures.map(({ src }) => src),
    },
    size: row.size,
    color: row.color,
    quantity: row.quantity,
    ...(row.no_cash ? { noCash: true as const } : {}),
    ...(row.exchange_days === null ? {} : { exchangeDays: row.exchange_days }),
    available: row.available,
    picture: pictureOf(row.pictures, row.color),
  }
}

/** The first picture of a colour, else the product's first. */
export function pictureOf(pictures: readonly Picture[], color: string): Picture | null {
  return pictures.find((picture) => picture.color === color) ?? pictures[0] ?? null
}
