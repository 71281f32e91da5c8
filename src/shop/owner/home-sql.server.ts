import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isToPack } from '../orders/list-sql.server.ts'
import { moneyReturned } from '../refunds/returned-sql.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** Moments that divide the sales of Home. */
export interface SalesPeriods {
  now: Date
  today: Date
  monday: Date
}

export interface SoldRow {
  period: 'today' | 'dayBefore' | 'week' | 'weekBefore'
  orders: number
  pieces: number
  paise: number
}

/** SQL: the orders of a state that were paid on a day `d`. */
const soldOn = (state: RawBuilder<unknown>) => sql`
  select o.id, o.paid_at, o.total_paise from orders o where ${state} and o.paid_at >= d.day::timestamp at time zone 'Asia/Kolkata'
    and o.paid_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'`

/**
 * Sales of today and of this week until now, and of the same parts of a week before, as the report of sales has them: an order
 * counts when it was paid, also if it was cancelled later, and what was returned is taken off when it was returned.
 */
export async function readSales(db: Db, { now, today, monday }: SalesPeriods): Promise<SoldRow[]> {
  const before = (moment: Date) => sql<Date>`(${moment}::timestamptz - interval '7 days')`
  // A day that is added up is one row; the day that `before(now)` divides and those that aren't are read by order.
  const { rows } = await sql<SoldRow>`
    with days as (
      select d::date as day, exists (select from sales_days s where s.day = d::date) and d::date <> indian_day(${before(now)}) as is_closed
      from generate_series(indian_day(${before(monday)}), indian_day(${now}), interval '1 day') d),
    moved as materialized (
      select f.day::timestamp at time zone 'Asia/Kolkata' as at, f.orders, f.pieces, f.total_paise as paise
      from days d join sales_figures f on f.kind = 'day' and f.day = d.day where d.is_closed
      union all
      select o.paid_at, 1, (select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = o.id), o.total_paise
      from days d cross join lateral (${soldOn(sql`o.state in ('placed', 'paid')`)}
        union all ${soldOn(sql`o.state = 'cancelled' and o.payment_id is not null`)}) o
      where not d.is_closed and o.paid_at <= ${now}
      union all
      select at, 0, 0, -amount_paise from ${moneyReturned} returned where at >= ${before(monday)} and at <= ${now}
    )
    select p.period, coalesce(sum(m.orders), 0)::integer as orders, coalesce(sum(m.pieces), 0)::integer as pieces,
      coalesce(sum(m.paise), 0)::float8 as paise
    from (values ('today', ${today}::timestamptz, ${now}::timestamptz), ('dayBefore', ${before(today)}, ${before(now)}),
      ('week', ${monday}::timestamptz, ${now}::timestamptz), ('weekBefore', ${before(monday)}, ${before(now)})
    ) p(period, "from", "to") left join moved m on m.at >= p."from" and m.at <= p."to"
    group by p.period`.execute(db)
  return rows
}

export interface CountsRow {
  pack: number
  problems: number
  exchanges: number
  returns: number
  messages: number
}

/** The counts of the menu: what is to pack, orders with a problem, exchanges to decide or to send, parcels that come back, messages to answer. */
export async function readCounts(db: Db): Promise<CountsRow> {
  const state = sql`exchange_state(status, hold, cancelled_at, received_at, refusal, refunded_at)`
  const { rows } = await sql<CountsRow>`
    select ((select count(*) from orders o where ${isToPack})
        + (select count(*) from exchanges where ${state} in ('approved', 'received') and status = 'packaging'))::integer as pack,
      (select count(distinct id)::integer from (
        select id from orders where capture_unconfirmed
        union all select order_id from disputes_in_trouble
        union all select order_id from failed_refunds
        union all select order_id from refunds where state in ('due', 'pending') and created_at < now() - interval '1 hour'
        union all select order_id from parcels_in_trouble
      ) problems) as problems,
      (select count(*)::integer from exchanges where ${state} in ('waiting', 'received')) as exchanges,
      (select count(*)::integer from parcels_in_trouble where state <> 'lost') as returns,
      (select count(*)::integer from contact_messages where answered_at is null and hidden_at is null) as messages`.execute(
    db,
  )
  return rows[0] ?? { pack: 0, problems: 0, exchanges: 0, returns: 0, messages: 0 }
}
