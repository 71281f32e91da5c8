import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { startOfDay } from './days-sql.server.ts'
import type { Period, ReturnsBy } from './rules.ts'

/** Parcels that left in a period, and how many of them came back. */
export interface ReturnSums {
  key: string
  /** Of one of its products. */
  name: string
  sent: number
  back: number
}

const KEYS = {
  pin: sql`coalesce(nullif(o.address ->> 'zipCode', ''), '')`,
  product: sql`l.product_id`,
  carrier: sql`s.carrier`,
  method: sql`case when o.payment_method = 'cash' then 'cash' else 'online' end`,
} as const

/** By PIN, product, carrier or way of paying; what comes back most is first. A parcel with two products counts for each. */
export async function readReturnSums(db: Kysely<Tables>, by: ReturnsBy, { from, to }: Period): Promise<ReturnSums[]> {
  const { rows } = await sql<ReturnSums>`
    select ${KEYS[by]} as key, max(l.name) as name, count(distinct s.id)::integer as sent,
      (count(distinct s.id) filter (where s.state in ('returning', 'returned')))::integer as back
    from shipments s join orders o on o.id = s.order_id
      join shipment_lines x on x.shipment_id = s.id join order_lines l on l.id = x.order_line_id
    where s.shipped_at >= ${startOfDay(sql`${from}::date`)} and s.shipped_at < ${startOfDay(sql`${to}::date + 1`)}
    group by 1 order by back desc, sent desc, key`.execute(db)
  return rows
}
