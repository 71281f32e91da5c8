import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { piecePicture } from '../catalog/piece-picture-sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { isToPack } from '../orders/list-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { toCollect } from './collect-sql.server.ts'

type Db = Kysely<Tables>

/** An order to pack, or an approved exchange whose replacement is to pack. */
export interface PackRow {
  /** The id of the order or of the exchange. */
  id: string
  order_id: string
  is_exchange: boolean
  number: number
  /** Since when it waits. */
  since: Date
  /** The same in microseconds, which a Date loses. */
  since_micros: number
  /** How many parcels of the order have left. */
  parcel: number
  address: OrderAddress
  lines: PackRowLine[]
  /** True if the customer's bank took money of the order back. */
  is_taken_back: boolean
  /** What is collected at the door if it's all in one parcel, in paise. */
  collect: number
}

export interface PackRowLine {
  sku: string
  name: string
  color: string
  size: string
  /** The address of a picture in this colour. */
  picture: string | null
  place: string | null
  /** Pieces that haven't left. */
  count: number
}

/** SQL: everything to pack; of the orders only a page, if its condition, order and limit are given: else all under way are read for it. */
const toPack = (page: RawBuilder<unknown> = sql``) => sql`(
  (select o.id, o.id as order_id, false as is_exchange, o.number, o.paid_at as since, o.address,
    (select count(*)::integer from shipments where order_id = o.id) as parcel, ${toCollect} as collect
  from orders o where ${isToPack} ${page})
  union all
  select e.id, e.order_id, true, o.number, e.packaging_at, o.address, 0, 0
  from exchanges e join orders o on o.id = e.order_id
  where e.status = 'packaging' and e.cancelled_at is null)`

/** How many orders and exchanges to pack wait since before a moment. */
export async function countToPackBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from orders o where ${isToPack} and o.paid_at < ${before})
      + (select count(*) from exchanges where status = 'packaging' and cancelled_at is null and packaging_at < ${before}))::integer as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** SQL: the pieces of a row `t` of what is to pack, as a JSON list in the order of their places. */
const LINES = sql`(
  select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'color', l.color, 'size', l.size, 'place', l.place,
    'count', l.count, 'picture', l.picture) order by l.place nulls last, l.position)
  from (
    select n.sku, min(n.name) as name, min(n.color) as color, min(n.size) as size, min(p.place) as place,
      sum(n.count)::integer as count, min(n.position) as position,
      min(${piecePicture(sql`n.pictures`, sql`n.color`)} ->> 'src') as picture
    from (
      select l.sku, l.name, l.color, l.size, v.unshipped as count, l.position, coalesce(g.pictures, l.pictures) as pictures
      from order_lines l join line_pieces v on v.order_line_id = l.id left join products g on g.id = l.product_id
      where not t.is_exchange and l.order_id = t.order_id and v.unshipped > 0
      union all
      select x.replacement_sku, coalesce(e.other_name, l.name), coalesce(s.color, l.color), coalesce(s.size, l.size), x.quantity,
        l.position, coalesce(g.pictures, l.pictures)
      from exchange_lines x join exchanges e on e.id = x.exchange_id join order_lines l on l.id = x.order_line_id
        left join stock s on s.sku = x.replacement_sku left join products g on g.id = coalesce(e.other_product_id, l.product_id)
      where t.is_exchange and x.exchange_id = t.id) n
    left join sku_places p on p.sku = n.sku
    group by n.sku) l)`

/** What is to pack, oldest first: `limit` rows after a row's key, or those with these ids or numbers of orders. */
export async function listPackRows(
  db: Db,
  wanted:
    | { after: readonly [micros: number, id: string] | null; limit: number }
    | { ids: readonly string[]; numbers: readonly number[] },
): Promise<PackRow[]> {
  const isPage = 'limit' in wanted
  const [micros, id] = isPage && wanted.after ? wanted.after : [0, '']
  const after = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id})`
  const page = isPage ? sql`and (o.paid_at, o.id) > ${after} order by o.paid_at, o.id limit ${wanted.limit}` : undefined
  const where: RawBuilder<unknown> = isPage
    ? sql`(t.since, t.id) > ${after}`
    : sql`(t.id = any(${[...wanted.ids]}::text[]) or t.number = any(${[...wanted.numbers]}::integer[]))`
  const { rows } = await sql<PackRow>`
    select t.id, t.order_id, t.is_exchange, t.number, t.since, (extract(epoch from t.since) * 1000000)::bigint as since_micros,
      t.parcel, t.address, t.collect, coalesce(${LINES}, '[]') as lines,
      exists (select from disputes_in_trouble d where d.order_id = t.order_id and d.status = 'lost') as is_taken_back
    from ${toPack(page)} t where ${where} order by t.since, t.id limit ${isPage ? wanted.limit : null}::integer`.execute(
    db,
  )
  return rows
}

/** Why something is no longer to pack. */
export interface PackState {
  id: string
  number: number
  isCancelled: boolean
}

/** The orders and exchanges with these ids, whatever became of them. */
export async function findPackStates(db: Db, ids: readonly string[]): Promise<PackState[]> {
  const { rows } = await sql<PackState>`
    select o.id, o.number, o.state not in ('placed', 'paid') as "isCancelled" from orders o where o.id = any(${[...ids]}::text[])
    union all
    select e.id, o.number, e.cancelled_at is not null from exchanges e join orders o on o.id = e.order_id
    where e.id = any(${[...ids]}::text[])`.execute(db)
  return rows
}

/** The newest tick of a piece and step. */
export interface TickRow {
  item: string
  parcel: number
  sku: string
  step: 'fetched' | 'packed'
  count: number
  at: Date
  by: string
}

/** The present ticks of what has these ids, for parcels that have left too. */
export async function listTicks(db: Db, ids: readonly string[]): Promise<TickRow[]> {
  return listTicksWhere(db, sql`t.item_id = any(${[...ids]}::text[])`)
}

/** The present ticks of pieces that were ticked since a moment. */
export async function listTicksSince(db: Db, since: Date): Promise<TickRow[]> {
  return listTicksWhere(
    db,
    sql`(t.item_id, t.parcel, t.sku, t.step) in (
      select item_id, parcel, sku, step from pack_ticks where recorded_at > ${since})`,
  )
}

async function listTicksWhere(db: Db, where: RawBuilder<unknown>): Promise<TickRow[]> {
  const { rows } = await sql<TickRow>`
    select distinct on (t.item_id, t.parcel, t.sku, t.step)
      t.item_id as item, t.parcel, t.sku, t.step, t.count, t.at, coalesce(nullif(s.name, ''), s.email) as by
    from pack_ticks t join staff s on s.id = t.staff_id
    where ${where} order by t.item_id, t.parcel, t.sku, t.step, t.at desc, t.key desc`.execute(db)
  return rows
}

export interface NewTick {
  key: string
  item: string
  order_id: string
  parcel: number
  sku: string
  step: 'fetched' | 'packed'
  count: number
  at: Date
}

/** Adds ticks, and returns the keys of those that weren't there. A time in the future becomes now. */
export async function insertTicks(
  tx: Transaction<Tables>,
  staffId: string,
  ticks: readonly NewTick[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into pack_ticks (key, item_id, order_id, parcel, sku, step, count, at, staff_id)
    select t.key, t.item, t.order_id, t.parcel, t.sku, t.step, t.count, least(t.at, clock_timestamp()), ${staffId}
    from jsonb_to_recordset(${JSON.stringify(ticks)}::jsonb)
      as t (key text, item text, order_id text, parcel integer, sku text, step text, count integer, at timestamptz)
    order by t.key
    on conflict (key) do nothing returning key`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** The time by the database's clock. */
export async function findNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date(0)
}

/** What stands on the label of a SKU. */
export interface LabelRow {
  sku: string
  name: string
  color: string
  size: string
}

export async function findLabelled(db: Db, skus: readonly string[]): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select s.sku, p.name, s.color, s.size from stock s join products p on p.id = s.product_id
    where s.sku = any(${[...skus]}::text[])`.execute(db)
  return rows
}
