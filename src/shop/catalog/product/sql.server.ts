import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import type { Tables } from '../../tables.server.ts'
import type { ProductState } from '../rules.ts'
import type { ProductColumns, ScheduledChange, ScheduledWas, StoredProductPicture } from '../tables.server.ts'
import { findProduct, type StoredProduct } from './export-sql.server.ts'

type Db = Kysely<Tables>

/** A product in the staff's list. `available` is the quantity that can be bought over all variants. */
export interface ListedProduct {
  id: string
  name: string
  state: ProductState
  price_paise: number
  mrp_paise: number | null
  available: number
  /** Its own HSN code, or null if its invoices show the shop's. */
  hsn: string | null
  /** With `low`: the variants that are low, fewest pieces first. */
  low?: { sku: string; color: string; size: string; left: number }[]
}

/**
 * Products by id. `hidden`: only those that aren't published. `low`: only those with a variant low in stock: at or
 * below its own threshold (`stock_levels`), or at or below `low` if it has none. `withoutHsn`: only those without an
 * HSN code. `outdatedHindi`: only those whose English description was changed without the Hindi one.
 */
export async function listProducts(
  db: Db,
  {
    hidden = false,
    low,
    withoutHsn = false,
    outdatedHindi = false,
  }: {
    hidden?: boolean | undefined
    low?: number | undefined
    withoutHsn?: boolean | undefined
    outdatedHindi?: boolean | undefined
  },
): Promise<ListedProduct[]> {
  const { rows } = await sql<ListedProduct>`
    select p.id, p.name, p.state, p.price_paise, p.mrp_paise, p.details ->> 'hsn' as hsn,
      coalesce(sum(s.on_hand - s.reserved), 0)::integer as available ${
        low === undefined
          ? sql``
          : sql`,
      json_agg(json_build_object('sku', s.sku, 'color', s.color, 'size', s.size, 'left', s.on_hand - s.reserved)
        order by s.on_hand - s.reserved, s.position, s.sku) filter (where s.on_hand - s.reserved <= coalesce(l.low, ${low})) as low`
      }
    from products p left join stock s on s.product_id = p.id left join stock_levels l using (sku)
    where (not ${hidden} or p.state <> 'published') and (not ${withoutHsn} or p.details ->> 'hsn' is null)
      and (not ${outdatedHindi} or p.details -> 'hindi' -> 'outdated' is not null)
    group by p.id
    having ${low === undefined ? sql`true` : sql`bool_or(s.on_hand - s.reserved <= coalesce(l.low, ${low}))`}
    order by p.id`.execute(db)
  return rows
}

/**
 * A product, locked until the transaction ends, or null if there is no such product. Carts and orders that name it don't wait: its
 * id stays.
 */
export async function lockProduct(tx: Transaction<Tables>, id: string): Promise<StoredProduct | null> {
  const { rows } = await sql`select from products where id = ${id} for no key update`.execute(tx)
  // Only now: what was read with the lock could be older than the lock.
  return rows.length === 0 ? null : findProduct(tx, id)
}

type Versions = Pick<StoredProduct, 'version' | 'field_versions'>

/** Writes columns of a product; triggers notify every instance. Returns its versions. */
export async function updateProduct(
  tx: Transaction<Tables>,
  id: string,
  columns: Partial<ProductColumns>,
): Promise<Versions> {
  return tx
    .updateTable('products')
    .set(toStored(columns))
    .where('id', '=', id)
    .returning(['version', 'field_versions'])
    .executeTakeFirstOrThrow()
}

const toStored = ({ details, pictures, ...columns }: Partial<ProductColumns>): Updateable<Tables['products']> => {
  const { version: _, field_versions: __, ...own } = columns
  return {
    ...own,
    ...(details ? { details: JSON.stringify(details) } : {}),
    ...(pictures ? { pictures: JSON.stringify(pictures) } : {}),
  }
}

/** Adds a product without variants. */
export async function insertProduct(
  tx: Transaction<Tables>,
  {
    details,
    pictures,
    ...columns
  }: Omit<ProductColumns, 'created_at' | 'demonstration' | 'version' | 'field_versions'>,
): Promise<void> {
  await tx
    .insertInto('products')
    .values({
      ...columns,
      details: JSON.stringify(details),
      pictures: JSON.stringify(pictures),
      created_at: sql`date_trunc('milliseconds', now())`,
    })
    .execute()
}

/** Replaces the scheduled changes of a product. One of the same kind at the same time remains part of its bulk change. */
export async function replaceScheduled(
  tx: Transaction<Tables>,
  productId: string,
  scheduled: readonly { at: string; change: ScheduledChange }[],
  actor: Actor,
): Promise<void> {
  await sql`with gone as (delete from product_changes where product_id = ${productId} returning *),
      former as (select *, row_number() over (partition by due_at, change ? 'price' order by id) as place from gone),
      wanted as (
        select *, row_number() over (partition by at, change ? 'price' order by number) as place
        from rows from (jsonb_to_recordset(${JSON.stringify(scheduled)}::jsonb) as (at timestamptz, change jsonb))
          with ordinality as r(at, change, number))
    insert into product_changes (product_id, due_at, change, actor, bulk, was)
    select ${productId}, w.at, w.change, coalesce(f.actor, ${JSON.stringify(actor)}::jsonb), f.bulk, f.was
    from wanted w left join former f on f.due_at = w.at and f.place = w.place and (f.change ? 'price') = (w.change ? 'price')
    order by w.at, w.number`.execute(tx)
}

/** Adds the origins of external pictures, for the pages' Content-Security-Policy. */
export async function addPictureOrigins(
  tx: Transaction<Tables>,
  pictures: readonly Pick<StoredProductPicture, 'src'>[],
): Promise<void> {
  const external = pictures.filter(({ src }) => src.startsWith('https://'))
  const origins = new Set(external.map(({ src }) => new URL(src).origin))
  if (origins.size === 0) return
  await tx
    .insertInto('picture_origins')
    .values([...origins].sort().map((origin) => ({ origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks what isn't in a product's own row as changed, so that its version grows (0014_office.sql). */
export async function touchProducts(
  tx: Transaction<Tables>,
  ids: readonly string[],
  field: 'variants' | 'scheduled',
): Promise<void> {
  if (ids.length === 0) return
  await sql`update products set field_versions = field_versions || jsonb_build_object(${field}::text, version + 1)
    where id = any(${ids})`.execute(tx)
}

/** The advisory lock that serialises changes of positions. */
const POSITIONS_LOCK = 0x5ea9

/**
 * A free position in the owner's manual sort order for product `id`: first, last, or before another product. If that
 * place is taken, that product and all after it move back by one. Null if the other product has no position.
 */
export async function makePosition(
  tx: Transaction<Tables>,
  id: string,
  to: 'first' | 'last' | { before: string },
): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(${POSITIONS_LOCK})`.execute(tx)
  const { rows } = await sql<{ first: number | null; last: number | null; at: number | null; taken: boolean }>`
    with positioned as (select id, position from products where position is not null and id <> ${id}),
      next as (select position as at from positioned where id = ${typeof to === 'string' ? '' : to.before})
    select min(position) as first, max(position) as last, (select at from next) as at,
      coalesce(bool_or(position = (select at from next) - 1), false) as taken from positioned`.execute(tx)
  const { first = null, last = null, at = null, taken = false } = rows[0] ?? {}
  if (to === 'first') return (first ?? 2) - 1
  if (to === 'last') return (last ?? 0) + 1
  if (at === null) return null
  if (!taken) return at - 1
  await sql`update products set position = position + 1
    where position >= ${at} and id <> ${id}`.execute(tx)
  return at
}

export interface StockRow {
  sku: string
  color: string
  size: string
  onHand: number
  held: number
  /** Stock at or below this counts as low. Null if the SKU has no threshold of its own. */
  low: number | null
}

/** A product's stock in the order of its variants. */
export async function listStock(db: Db, productId: string): Promise<StockRow[]> {
  return db
    .selectFrom('stock')
    .leftJoin('stock_levels', 'stock_levels.sku', 'stock.sku')
    .select(['stock.sku', 'color', 'size', 'on_hand as onHand', 'reserved as held', 'low'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .orderBy('stock.sku')
    .execute()
}

export interface ProductChange {
  id: number
  productId: string
  dueAt: Date
  change: ScheduledChange
  was: ScheduledWas | null
}

/** A product's scheduled changes, the next one first. */
export async function listScheduled(db: Db, productId: string): Promise<ProductChange[]> {
  return db
    .selectFrom('product_changes')
    .select(['id', 'product_id as productId', 'due_at as dueAt', 'change', 'was'])
    .where('product_id', '=', productId)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

/** Schedules a change, which a job applies within seconds of its due time. Returns its id, or null if that time has passed. */
export async function insertScheduled(
  tx: Transaction<Tables>,
  { productId, dueAt, change, was, actor }: Omit<ProductChange, 'id'> & { actor: Actor },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`insert into product_changes (product_id, due_at, change, was, actor)
    select ${productId}, ${dueAt}::timestamptz, ${JSON.stringify(change)}::jsonb, ${was && JSON.stringify(was)}::jsonb,
      ${JSON.stringify(actor)}::jsonb
    where ${dueAt}::timestamptz > now() returning id::integer as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Replaces what a scheduled change will do, and what it expects to find; its time stays. */
export async function updateScheduled(
  tx: Transaction<Tables>,
  id: number,
  { change, was }: Pick<ProductChange, 'change' | 'was'>,
): Promise<void> {
  await tx
    .updateTable('product_changes')
    .set({ change: JSON.stringify(change), was: was && JSON.stringify(was) })
    .where('id', '=', id)
    .execute()
}

/** The price in rupees that a product had a day ago, if staff or an import have changed it since, else null. */
export async function findPriceOfYesterday(db: Db, id: string): Promise<number | null> {
  const { rows } = await sql<{ price: number }>`
    select (before ->> 'price')::double precision as price from audit_log
    where subject = ${`product:${id}`} and before ? 'price' and at > now() - interval '1 day'
    order by id limit 1`.execute(db)
  return rows[0]?.price ?? null
}

/** Removes a product's scheduled changes. */
export async function deleteScheduled(tx: Transaction<Tables>, productId: string): Promise<void> {
  await tx.deleteFrom('product_changes').where('product_id', '=', productId).execute()
}

export type DueChange = Pick<ProductChange, 'productId' | 'change' | 'was'> & { actor: Actor; bulk: number | null }

/**
 * Takes up to `limit` due changes, the earliest first. Other instances skip them until the transaction ends. This isn't
 * a `claim`, because what's taken is deleted.
 */
export async function takeDueChanges(tx: Transaction<Tables>, limit: number): Promise<DueChange[]> {
  const { rows } = await sql<DueChange>`
    with taken as (
      delete from product_changes where id in (
        select id from product_changes where due_at <= now() order by due_at, id limit ${limit} for update skip locked)
      returning *)
    select product_id as "productId", change, was, actor, bulk::integer as bulk from taken order by due_at, id`.execute(
    tx,
  )
  return rows
}

/** The latest entries of the stock ledger for a SKU, newest first. */
export async function listStockHistory(db: Db, sku: string, limit: number) {
  return db
    .selectFrom('stock_ledger')
    .leftJoin('exchanges', 'exchanges.id', 'stock_ledger.exchange_id')
    .leftJoin('orders', (join) =>
      join.on('orders.id', '=', (eb) => eb.fn.coalesce('stock_ledger.order_id', 'exchanges.order_id')),
    )
    .select(['at', 'delta_on_hand as onHand', 'delta_reserved as held', 'stock_ledger.reason as why'])
    .select(['orders.id as orderId', 'orders.number as orderNumber', 'exchange_id as exchangeId'])
    .where('sku', '=', sku)
    .orderBy('stock_ledger.id', 'desc')
    .limit(limit)
    .execute()
}

export async function hasSku(db: Db, sku: string): Promise<boolean> {
  return (await db.selectFrom('stock').select('sku').where('sku', '=', sku).executeTakeFirst()) !== undefined
}
