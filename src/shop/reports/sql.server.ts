import { type Kysely, type RawBuilder, sql } from 'kysely'
import { moneyReturned } from '../refunds/returned-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CANCELLED, figuresOf, lastClosedDay, type SalesKind, STANDING, startOfDay } from './days-sql.server.ts'
import type { Period } from './rules.ts'

type Db = Kysely<Tables>

export interface SalesRow {
  key: string
  /** A product's name. */
  name: string | null
  orders: number
  pieces: number
  cancelled: number
  goods: number
  delivery: number
  tax: number
  total: number
}

/**
 * The sales of a period by day, product, size, colour or place: days that are over from their sums, today and the first
 * hour after midnight from the orders themselves. Amounts in paise.
 */
export async function readSalesBy(db: Db, kind: SalesKind, { from, to }: Period): Promise<SalesRow[]> {
  const key = kind === 'day' ? sql`f.day::text` : sql`f.key`
  const live = figuresOf(
    kind,
    startOfDay(sql`greatest(${from}::date, ${lastClosedDay} + 1)`),
    startOfDay(sql`${to}::date + 1`),
  )
  const name = kind === 'product' ? sql`(select p.name from products p where p.id = sums.key)` : sql`null`
  const sums = sql<SalesRow>`(
    select sums.*, ${name} as name from (
      select ${key} as key, sum(f.orders)::integer as orders, sum(f.pieces)::integer as pieces,
        sum(f.cancelled)::integer as cancelled, sum(f.goods_paise)::float8 as goods, sum(f.delivery_paise)::float8 as delivery,
        sum(f.tax_paise)::float8 as tax, sum(f.total_paise)::float8 as total
      from (
        select day, key, orders, pieces, cancelled, goods_paise, delivery_paise, tax_paise, total_paise from sales_figures
        where kind = ${kind} and day between ${from}::date and least(${to}::date, ${lastClosedDay})
        union all select * from (${live}) today
      ) f group by 1) sums)`
  return db
    .selectFrom(sums.as('sold'))
    .selectAll()
    .orderBy('goods', 'desc')
    .orderBy('pieces', 'desc')
    .orderBy('key')
    .execute()
}

/** Money returned for placed orders, by refunds and by lost disputes, by the day on which it was decided. Amounts in paise. */
export async function readRefunds(db: Db, { from, to }: Period): Promise<{ day: string; amount: number }[]> {
  const { rows } = await sql<{ day: string; amount: number }>`
    select indian_day(at)::text as day, sum(amount_paise)::float8 as amount from ${moneyReturned} returned
    where at >= ${startOfDay(sql`${from}::date`)} and at < ${startOfDay(sql`${to}::date + 1`)}
    group by 1`.execute(db)
  return rows
}

export interface ExchangeRow {
  id: string
  at: Date
  product: string
  name: string
  color: string
  size: string
  reason: string
  problem: string
  pieces: number
  state: string
}

/** Exchanges asked for in a period, newest first; those that their customers took back aren't among them. */
export async function readExchanges(db: Db, { from, to }: Period): Promise<ExchangeRow[]> {
  const { rows } = await sql<ExchangeRow>`
    select e.id, e.requested_at as at, e.product_id as product, l.name, l.color, l.size, e.reason, e.problem,
      (select coalesce(sum(x.quantity), 0) from exchange_lines x where x.exchange_id = e.id)::integer as pieces,
      exchange_state(e.status, e.hold, e.cancelled_at, e.received_at, e.refusal, e.refunded_at) as state
    from exchanges e join order_lines l on l.id = e.order_line_id
    where e.requested_at >= ${startOfDay(sql`${from}::date`)} and e.requested_at < ${startOfDay(sql`${to}::date + 1`)}
      and (e.cancelled_at is null or e.refusal is not null or e.refunded_at is not null)
    order by e.requested_at desc, e.id`.execute(db)
  return rows
}

export interface FunnelCounts {
  views: number
  begun: number
  /** The first day with counted views, or null. */
  since: string | null
}

/** How many product pages were looked at, and orders begun. */
export async function readFunnel(db: Db, { from, to }: Period): Promise<FunnelCounts> {
  const { rows } = await sql<FunnelCounts>`
    select (select coalesce(sum(views), 0)::float8 from view_days where day between ${from}::date and ${to}::date) as views,
      (select count(*)::integer from orders
        where created_at >= ${startOfDay(sql`${from}::date`)} and created_at < ${startOfDay(sql`${to}::date + 1`)}) as begun,
      (select min(day)::text from view_days) as since`.execute(db)
  return rows[0] ?? { views: 0, begun: 0, since: null }
}

/** The carts that have something in them now, and their pieces. */
export async function readCarts(db: Db): Promise<{ carts: number; pieces: number }> {
  const { rows } = await sql<{ carts: number; pieces: number }>`
    select count(distinct customer_id)::integer as carts, coalesce(sum(quantity), 0)::integer as pieces from cart_lines`.execute(
    db,
  )
  return rows[0] ?? { carts: 0, pieces: 0 }
}

export interface DocumentSums {
  series: 'invoice' | 'credit_note' | 'debit_note'
  count: number
  first: string
  last: string
  taxable: number
  igst: number
  cgst: number
  sgst: number
  total: number
}

/** The documents issued in a month in India (2026-11), added up by series. Amounts in paise. */
export async function sumDocuments(db: Db, month: string): Promise<DocumentSums[]> {
  const start = startOfDay(sql`${`${month}-01`}::date`)
  const end = startOfDay(sql`(${`${month}-01`}::date + interval '1 month')::date`)
  const names = ['taxable', 'igst', 'cgst', 'sgst', 'total'] as const
  const ofDocument = names.map((name) => sql`sum((line ->> ${sql.lit(name)})::bigint) as ${sql.ref(name)}`)
  const ofAll = names.map((name) => sql`coalesce(sum(l.${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`)
  // The lines of each document are read once: a month of a large shop has 90,000.
  const sums = sql<DocumentSums>`(
    select series, count(*)::integer as count, (array_agg(number order by year, position))[1] as first,
      (array_agg(number order by year desc, position desc))[1] as last, ${sql.join(ofAll)}
    from (
      select 'invoice' as series, number, year, position, document from invoices where issued_at >= ${start} and issued_at < ${end}
      union all
      select 'credit_note', number, year, position, document from credit_notes where issued_at >= ${start} and issued_at < ${end}
      union all
      select 'debit_note', number, year, position, document from debit_notes where issued_at >= ${start} and issued_at < ${end}) d
    cross join lateral (select ${sql.join(ofDocument)} from jsonb_array_elements(d.document -> 'lines') line) l
    group by series)`
  return db.selectFrom(sums.as('sums')).selectAll().execute()
}

export interface SoldOrder {
  id: string
  number: number
  at: Date
  state: string
  name: string
  pieces: number
  total: number
}

/** Orders paid in a period, newest first, with their total in paise; of a place if its PIN's first digits are given. */
export async function listSold(
  db: Db,
  { from, to }: Period,
  { place, after, limit }: { place: string | null; after: readonly [number, string] | null; limit: number },
): Promise<(SoldOrder & { micros: number })[]> {
  const inPlace = place === null ? sql`` : sql`and left(o.address ->> 'zipCode', 3) = ${place}`
  const rest =
    after === null
      ? sql``
      : sql`and (o.paid_at, o.id) < (timestamptz 'epoch' + ${after[0]}::float8 * interval '1 microsecond', ${after[1]})`
  const of = (state: RawBuilder<unknown>) => sql`(
    select o.id, o.number, o.paid_at, o.state, o.address, o.total_paise from orders o where ${state}
      and o.paid_at >= ${startOfDay(sql`${from}::date`)} and o.paid_at < ${startOfDay(sql`${to}::date + 1`)} ${inPlace} ${rest}
    order by o.paid_at desc, o.id desc limit ${limit})`
  const sold = sql<SoldOrder & { micros: number }>`(
    select s.id, s.number, s.paid_at as at, s.state, trim(concat(s.address ->> 'firstName', ' ', s.address ->> 'lastName')) as name,
      s.total_paise::float8 as total, (extract(epoch from s.paid_at) * 1000000)::float8 as micros,
      (select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = s.id)::integer as pieces
    from (${of(STANDING)} union all ${of(CANCELLED)}) s order by s.paid_at desc, s.id desc limit ${limit})`
  return db.selectFrom(sold.as('sold')).selectAll().orderBy('micros', 'desc').orderBy('id', 'desc').execute()
}
