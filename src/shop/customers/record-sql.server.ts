import { type Kysely, sql } from 'kysely'
import type { ExchangeState } from '../exchanges/desk-rules.ts'
import type { Tables } from '../tables.server.ts'
import { sumsOfOrders } from './list-sql.server.ts'

/** Everything about a customer that staff see in one place; times within are texts of PostgreSQL. */
export interface CustomerRow {
  id: string
  email: string
  name: string
  createdAt: Date
  orders: number
  spent_paise: number
  addresses: {
    firstName: string
    lastName: string
    phoneNumber: string
    streetAddress: string
    townCity: string
    state: string
    zipCode: string
    country: string
    isDefault: boolean
  }[]
  exchanges: { id: string; number: number; product: string; state: ExchangeState; requestedAt: string }[]
  messages: { id: string; sentAt: string; message: string; answered: boolean; hidden: boolean }[]
  reviews: {
    id: string
    product: string
    productName: string
    stars: number
    comment: string
    hidden: boolean
    answer: string | null
    createdAt: string
  }[]
  alerts: {
    product: string
    productName: string
    color: string
    size: string
    since: string
    confirmed: boolean
    notifiedAt: string | null
  }[]
  newsletter: 'subscribed' | 'unconfirmed' | 'none'
  forgetRequestedAt: Date | null
  remains: Remains
}

/** The newest of each. */
const MOST = 50
const SHORT = 200

/** A customer with an account, or null. One query. */
export async function readCustomer(db: Kysely<Tables>, id: string): Promise<CustomerRow | null> {
  const { rows } = await sql<CustomerRow>`
    select c.id, c.email, c.name, c.created_at as "createdAt",
      sums.orders, sums.spent_paise,
      (select coalesce(jsonb_agg(jsonb_build_object('firstName', a.first_name, 'lastName', a.last_name, 'phoneNumber', a.phone_number,
          'streetAddress', a.street_address, 'townCity', a.town_city, 'state', a.state, 'zipCode', a.zip_code, 'country', a.country,
          'isDefault', a.is_default) order by a.is_default desc, a.created_at), '[]')
        from addresses a where a.customer_id = c.id) as addresses,
      (select coalesce(jsonb_agg(x.item order by x.requested_at desc), '[]') from (
        select e.requested_at, jsonb_build_object('id', e.id, 'number', o.number, 'product', l.name, 'requestedAt', e.requested_at,
            'state', exchange_state(e.status, e.hold, e.cancelled_at, e.received_at, e.refusal, e.refunded_at)) as item
        from orders o join exchanges e on e.order_id = o.id join order_lines l on l.id = e.order_line_id
        where o.customer_id = c.id order by e.requested_at desc limit ${MOST}) x) as exchanges,
      (select coalesce(jsonb_agg(x.item order by x.created_at desc), '[]') from (
        select m.created_at, jsonb_build_object('id', m.id, 'sentAt', m.created_at, 'message', left(m.message, ${SHORT}),
            'answered', m.answered_at is not null, 'hidden', m.hidden_at is not null) as item
        from contact_messages m where lower(m.email) = c.email order by m.created_at desc limit ${MOST}) x) as messages,
      (select coalesce(jsonb_agg(x.item order by x.created_at desc), '[]') from (
        select r.created_at, jsonb_build_object('id', r.id, 'product', r.product_id, 'productName', p.name, 'stars', r.stars,
            'comment', left(r.comment, ${SHORT}), 'hidden', r.hidden_at is not null, 'answer', r.answer, 'createdAt', r.created_at) as item
        from reviews r join products p on p.id = r.product_id
        where r.customer_id = c.id order by r.created_at desc limit ${MOST}) x) as reviews,
      (select coalesce(jsonb_agg(x.item order by x.id desc), '[]') from (
        select w.id, jsonb_build_object('product', w.product_id, 'productName', p.name, 'color', w.color, 'size', w.size,
            'since', w.created_at, 'confirmed', w.confirmed_at is not null, 'notifiedAt', w.notified_at) as item
        from stock_alerts w join products p on p.id = w.product_id
        where w.email = c.email order by w.id desc limit ${MOST}) x) as alerts,
      coalesce((select case when s.confirmed_at is null then 'unconfirmed' else 'subscribed' end
        from subscribers s where s.email = c.email), 'none') as newsletter,
      (select f.requested_at from forget_requests f where f.customer_id = c.id) as "forgetRequestedAt",
      (select to_jsonb(x) from (${remains(id)}) x) as remains
    from customers c ${sumsOfOrders} where c.id = ${id} and c.email is not null`.execute(db)
  return rows[0] ?? null
}

/** The address of a customer with an account, or null. */
export async function findCustomerEmail(db: Kysely<Tables>, id: string): Promise<string | null> {
  const row = await db.selectFrom('customers').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? null
}

/** What an erasure leaves of a customer. */
export interface Remains {
  orders: number
  documents: number
  reviews: number
}

const remains = (id: string) => sql<Remains>`
  select (select count(*)::integer from orders where customer_id = ${id}) as orders,
    (select count(*)::integer from invoices i join orders o on o.id = i.order_id where o.customer_id = ${id})
      + (select count(*)::integer from credit_notes n join orders o on o.id = n.order_id where o.customer_id = ${id})
      + (select count(*)::integer from debit_notes n join orders o on o.id = n.order_id where o.customer_id = ${id}) as documents,
    (select count(*)::integer from reviews where customer_id = ${id}) as reviews`

export async function countRemains(db: Kysely<Tables>, id: string): Promise<Remains> {
  const { rows } = await remains(id).execute(db)
  return rows[0] ?? { orders: 0, documents: 0, reviews: 0 }
}
