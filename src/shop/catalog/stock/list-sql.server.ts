import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.server.ts'
import { piecePicture } from '../piece-picture-sql.server.ts'
import type { StoredProductPicture } from '../tables.server.ts'

type Db = Kysely<Tables>

/** The days of sales by which staff see how long the stock will last. */
export const SALES_DAYS = 28

export interface StockListRow {
  sku: string
  product_id: string
  name: string
  picture: StoredProductPicture | null
  color: string
  size: string
  on_hand: number
  held: number
  available: number
  /** Its own level. */
  low: number | null
  place: string | null
  /** Confirmed requests to be told when it's back. */
  waiting: number
  /** Pieces sold in the last `SALES_DAYS` days. */
  sold: number
  /** Whole days since the first sale; null without sales. */
  selling_days: number | null
}

/** Sorted by what is left, then by SKU, if only what is low is wanted; else by SKU. */
export type StockCursor = readonly [available: number, sku: string]

export interface StockFilters {
  /** The beginning of a SKU, or a product's id; null for all. */
  q: string | null
  /** Only SKUs at or below their own level, or this one. Null: all. */
  low: number | null
  /** Only this SKU, in capitals or small letters. Null: all. */
  sku: string | null
  /** Only what lies at this place. Null: all. */
  place: string | null
}

const details = sql`s.sku, s.product_id, p.name, ${piecePicture(sql`p.pictures`, sql`s.color`)} as picture,
  s.color, s.size, s.on_hand, s.reserved as held, s.on_hand - s.reserved as available, l.low, o.place,
  (select count(*)::integer from stock_alerts a where a.product_id = s.product_id and a.color = s.color and a.size = s.size
    and a.notified_at is null and a.confirmed_at is not null) as waiting,
  (select coalesce(-sum(g.delta_on_hand), 0)::integer from stock_ledger g where g.sku = s.sku and g.reason = 'sold'
    and g.at > now() - make_interval(days => ${SALES_DAYS})) as sold,
  (select extract(day from now() - min(g.at))::integer from stock_ledger g where g.sku = s.sku and g.reason = 'sold')
    as selling_days`

/** A page of SKUs and one more. Archived products have left the shop, and their stock with them. */
export async function listStockPage(
  db: Db,
  { q, low, sku, place }: StockFilters,
  { after, limit }: { after: StockCursor | null; limit: number },
): Promise<StockListRow[]> {
  const found =
    q === null
      ? sql`true`
      : sql`(s.product_id = ${q} or (lower(s.sku) collate "C" >= ${q} and lower(s.sku) collate "C" < ${`${q}\uffff`}))`
  const these = sql`${found} ${sku === null ? sql`` : sql`and lower(s.sku) collate "C" = ${sku.toLowerCase()}`}
    ${place === null ? sql`` : sql`and s.sku in (select sku from sku_places where place = ${place})`}`
  const onSale = sql`exists (select from products q where q.id = s.product_id and q.state <> 'archived')`
  const page =
    low === null
      ? sql`select s.sku from stock s where ${these} and ${onSale}
          ${after === null ? sql`` : sql`and s.sku > ${after[1]}`} order by s.sku limit ${limit + 1}`
      : sql`select s.sku from stock s left join stock_levels l using (sku)
          where s.on_hand - s.reserved <= coalesce(l.low, ${low}) and ${these} and ${onSale}
          and s.on_hand - s.reserved <= (select greatest(${low}, max(low)) from stock_levels)
          ${after === null ? sql`` : sql`and (s.on_hand - s.reserved, s.sku) > (${after[0]}::integer, ${after[1]}::text)`}
          order by s.on_hand - s.reserved, s.sku limit ${limit + 1}`
  const { rows } = await sql<StockListRow>`
    select ${details} from (${page}) page join stock s using (sku) join products p on p.id = s.product_id
    left join stock_levels l on l.sku = s.sku left join sku_places o on o.sku = s.sku
    order by ${low === null ? sql`s.sku` : sql`s.on_hand - s.reserved, s.sku`}`.execute(db)
  return rows
}

/** The stock of one product, in the order of its variants. */
export async function listStockOf(db: Db, productId: string): Promise<StockListRow[]> {
  const { rows } = await sql<StockListRow>`
    select ${details} from stock s join products p on p.id = s.product_id
    left join stock_levels l on l.sku = s.sku left join sku_places o on o.sku = s.sku
    where s.product_id = ${productId} order by s.position, s.sku`.execute(db)
  return rows
}

/** One SKU, or null if there is none. */
export async function findStock(db: Db, sku: string): Promise<StockListRow | null> {
  const { rows } = await sql<StockListRow>`
    select ${details} from stock s join products p on p.id = s.product_id
    left join stock_levels l on l.sku = s.sku left join sku_places o on o.sku = s.sku where s.sku = ${sku}`.execute(db)
  return rows[0] ?? null
}

export interface LedgerRow {
  id: string
  at: Date
  on_hand: number
  held: number
  reason: string
  order_id: string | null
  order_number: number | null
  is_exchange: boolean
  /** On hand after it. */
  after: number
}

/** A page of a SKU's stock ledger and one more, newest first. */
export async function listLedgerPage(
  db: Db,
  sku: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select e.id::text as id, e.at, e.delta_on_hand as on_hand, e.delta_reserved as held, e.reason,
      o.id as order_id, o.number as order_number, e.exchange_id is not null as is_exchange, e.after
    from (select *, (sum(delta_on_hand) over (order by id))::integer as after from stock_ledger where sku = ${sku}) e
    left join exchanges x on x.id = e.exchange_id
    left join orders o on o.id = coalesce(e.order_id, x.order_id)
    where ${after === null ? sql`true` : sql`e.id < ${after}::bigint`}
    order by e.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** By how much what is on hand of a SKU has changed since a moment. */
export async function changeSince(db: Db, sku: string, since: Date): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select coalesce(sum(delta_on_hand), 0)::integer as change from stock_ledger
    where sku = ${sku} and at > ${since}::timestamptz`.execute(db)
  return rows[0]?.change ?? 0
}
