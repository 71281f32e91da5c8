import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const ordersPerson: PersonHooks = {
  async read({ db }, { customer }) {
    const { rows } = await sql<{ orders: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(o) - 'customer_id' - 'fingerprint' - 'next_check_at' || jsonb_build_object('lines', (
          select jsonb_agg(jsonb_build_object('product', l.name, 'color', l.color, 'size', l.size, 'quantity', l.quantity,
            'price_paise', l.price_paise) order by l.position) from order_lines l where l.order_id = o.id),
          'parcels', (select coalesce(jsonb_agg(to_jsonb(s) - 'order_id'), '[]') from shipments s where s.order_id = o.id))
        order by o.created_at), '[]') as orders from orders o where customer_id = ${customer}`.execute(db)
    return { orders: rows[0]?.orders }
  },

  /** Orders are kept for the books: money, goods, and of the address the place of supply, which tax records need. */
  async forget(tx, { customer }) {
    const orders = sql`(select id from orders where customer_id = ${customer})`
    // What staff wrote about the person, and what would bring an address or a note back.
    await sql`delete from order_notes where order_id in ${orders}`.execute(tx)
    await sql`delete from undos where coalesce(data ->> 'orderId', data ->> 'order_id') in ${orders}`.execute(tx)
    await sql`delete from shop_events where subject in (select 'order:' || id from ${orders} o)`.execute(tx)
    const { rows } =
      await sql`update orders set address = jsonb_build_object('_id', '', 'firstName', '', 'lastName', '',
        'phoneNumber', '', 'email', '', 'streetAddress', '', 'townCity', '', 'zipCode', '',
        'state', address ->> 'state', 'country', address ->> 'country')
      where customer_id = ${customer} returning id`.execute(tx)
    return { orders: rows.length }
  },
}
