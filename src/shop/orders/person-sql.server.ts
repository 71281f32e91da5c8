import { sql, type Transaction } from 'kysely'
import type { Person, PersonHooks } from '../person.server.ts'
import type { Tables } from '../tables.server.ts'
import { namesPerson, type PersonWords } from './search-terms.ts'
import { forgetViewRows, listViewTexts } from './views-sql.server.ts'

export const ordersPerson: PersonHooks = {
  async read({ db }, { customer }) {
    const { rows } = await sql<{ orders: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(o) - 'customer_id' - 'fingerprint' - 'next_check_at' || jsonb_build_object('lines', (
          select jsonb_agg(jsonb_build_object('product', l.name, 'color', l.color, 'size', l.size, 'quantity', l.quantity,
            'price_paise', l.price_paise, 'discount_paise', l.discount_paise) order by l.position) from order_lines l where l.order_id = o.id),
          'parcels', (select coalesce(jsonb_agg(to_jsonb(s) - 'order_id'), '[]') from shipments s where s.order_id = o.id))
        order by o.created_at), '[]') as orders from orders o where customer_id = ${customer}`.execute(db)
    return { orders: rows[0]?.orders }
  },

  /** Orders are kept for the books: money, goods, the buyer's tax number, and of the address the place of supply, which tax records need. */
  async forget(tx, { email, customer }) {
    await forgetViews(tx, { email, customer })
    const orders = sql`(select id from orders where customer_id = ${customer})`
    // What staff wrote about the person, and what would bring an address or a note back.
    await sql`delete from order_notes where order_id in ${orders}`.execute(tx)
    await sql`delete from undos where coalesce(data ->> 'orderId', data ->> 'order_id') in ${orders}`.execute(tx)
    await sql`delete from shop_events where subject in (select 'order:' || id from ${orders} o)`.execute(tx)
    const { rows } =
      await sql`update orders set note = '', address = jsonb_build_object('_id', '', 'firstName', '', 'lastName', '',
        'phoneNumber', '', 'email', '', 'streetAddress', '', 'townCity', '', 'zipCode', '',
        'state', address ->> 'state', 'country', address ->> 'country')
      where customer_id = ${customer} returning id`.execute(tx)
    return { orders: rows.length }
  },
}

/** Deletes staff's saved views that look for a person. */
async function forgetViews(tx: Transaction<Tables>, { email, customer }: Person): Promise<void> {
  const { rows } = await sql<Omit<PersonWords, 'email'>>`
    with written as (select address ->> 'firstName' as first, address ->> 'lastName' as last, address ->> 'phoneNumber' as phone,
        address ->> 'streetAddress' as street from orders where customer_id = ${customer}
      union select first_name, last_name, phone_number, street_address from addresses where customer_id = ${customer})
    select array(select concat_ws(' ', first, last) from written union select name from customers where id = ${customer}) as names,
      array(select phone from written where phone is not null) as phones,
      array(select street from written where street is not null) as streets`.execute(tx)
  const person = { email, ...(rows[0] ?? { names: [], phones: [], streets: [] }) }
  const views = await listViewTexts(tx)
  const found = views.filter(({ name, q }) => namesPerson(q, person) || namesPerson(name, person))
  await forgetViewRows(
    tx,
    found.map(({ id }) => id),
  )
}
