import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { startOfDay } from './days-sql.server.ts'
import type { Period } from './rules.ts'

/** What an offer took off the orders of a period, with one of its codes. */
export interface OfferSums {
  /** Null if it was none of the shop's. */
  offer: string | null
  name: string
  code: string | null
  orders: number
  /** Of these orders, before discounts, in paise. */
  goods: number
  total: number
  /** What it took off, in paise. */
  off: number
}

/** Offers and codes of the orders that were paid in a period, as they stand in the orders; the costliest first. */
export async function readOfferSums(db: Kysely<Tables>, { from, to }: Period): Promise<OfferSums[]> {
  const { rows } = await sql<OfferSums>`
    select d.offer, min(d.name) as name, d.code, count(*)::integer as orders, sum(o.goods_paise)::float8 as goods,
      sum(o.total_paise)::float8 as total, sum(d.amount)::float8 as off
    from orders o cross join lateral jsonb_to_recordset(o.discounts) as d(offer text, name text, code text, amount bigint)
    where (o.state in ('placed', 'paid') or (o.state = 'cancelled' and o.payment_id is not null)) and o.discounts <> '[]'
      and o.paid_at >= ${startOfDay(sql`${from}::date`)} and o.paid_at < ${startOfDay(sql`${to}::date + 1`)}
    group by d.offer, d.code, case when d.offer is null then d.name end
    order by off desc, name, code`.execute(db)
  return rows
}
