import { sql } from 'kysely'
import type { OpenBusiness, PersonHooks } from '../person.server.ts'
import { photoData } from '../reviews/take-photo.server.ts'

interface FoundPhoto {
  id: string
  [column: string]: unknown
}

export const exchangesPerson: PersonHooks = {
  async read({ db, photos }, { customer }) {
    const { rows } = await sql<{ exchanges: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(e)), '[]') as exchanges from exchanges e
      where order_id in (select id from orders where customer_id = ${customer})`.execute(db)
    const { rows: taken } = await sql<FoundPhoto>`
      select id, exchange_id, width, height, created_at from exchange_photos where customer_id = ${customer}
      order by created_at, id`.execute(db)
    const shown = taken.map(async (photo) => ({ ...photo, picture: await photoData({ photos }, photo.id) }))
    return { exchanges: rows[0]?.exchanges, exchangePhotos: await Promise.all(shown) }
  },

  /** Oldest first. */
  async needs(db, customer) {
    const { rows } = await sql<Omit<OpenBusiness, 'why'> & { why: string | null }>`
      select o.number, o.delivered_at + make_interval(days => longest.days) as until, case
          when o.state in ('creating', 'awaiting_payment') then 'is waiting for payment'
          when exists (select from refunds r where r.order_id = o.id and r.state not in ('done', 'withdrawn')) then 'has a refund under way'
          when o.state in ('to_confirm', 'placed') or (o.state = 'paid' and o.status <> 'delivered') then 'hasn’t been delivered'
          when exists (select from exchanges e where e.order_id = o.id and e.status <> 'delivered' and e.cancelled_at is null)
            then 'has an exchange in progress'
          when o.delivered_at > now() - make_interval(days => longest.days) then 'can still be exchanged'
        end as why
      from orders o cross join lateral (
        select coalesce(max(coalesce(l.exchange_days, o.exchange_days)), 0) as days from order_lines l where l.order_id = o.id) longest
      where o.customer_id = ${customer} order by o.number ${db.isTransaction ? sql`for update of o` : sql``}`.execute(
      db,
    )
    return rows.flatMap(({ number, why, until }) =>
      why === null ? [] : [{ number, why, until: why === 'can still be exchanged' ? until : null }],
    )
  },

  async forget(tx, { customer }) {
    await sql`update exchanges set problem = ''
      where order_id in (select id from orders where customer_id = ${customer})`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      delete from exchange_photos where customer_id = ${customer} returning id`.execute(tx)
    return { photos: rows.map(({ id }) => id) }
  },
}
