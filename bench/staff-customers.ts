import { type Kysely, sql } from 'kysely'
import type { Tables } from '#shop/tables.server.ts'

/** Adds reviews, one for every second customer of `fillStaffOrders`, and ten lines of the log for each of its orders. */
export async function fillCustomers(db: Kysely<Tables>, orders: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`insert into reviews (id, product_id, customer_id, stars, comment, verified_buyer, created_at, answer, answered_at)
      select 'bench-review-' || lpad(n::text, 9, '0'), p.id, c.id, 1 + n % 5, 'Soft and heavy. ' || md5(c.id), true,
        now() - n * interval '13 minutes', case when n > 400 then 'Thank you.' end, case when n > 400 then now() end
      from (select id, row_number() over (order by id) as n from customers where id like 'bench-customer-%') c
      cross join lateral (select id from products where id not like 'bench-%' order by id offset c.n % 50 limit 1) p
      where n % 2 = 0`.execute(tx)
    await sql`insert into staff (id, email, role) select 'bench-staff-' || n, 'bench-' || n || '@staff.test', 'manager'
      from generate_series(1, 5) n`.execute(tx)
    await sql`insert into audit_log (at, actor_kind, actor, actor_id, action, subject, before, after)
      select now() - (${orders * 10}::integer - n) * interval '30 seconds', 'staff', 'bench (manager)', 'bench-staff-' || 1 + n % 5,
        (array['order.ship', 'stock.change', 'product.set', 'order.refund', 'review.hide'])[1 + n / 7 % 5],
        'order:bench-order-' || 1 + n % ${orders}::integer, '{"price": 999}', '{"price": 1199}'
      from generate_series(1, ${orders * 10}::integer) n`.execute(tx)
  })
  await sql`analyze reviews, audit_log, customers`.execute(db)
}

interface Sample {
  id: string
  name: string
  email: string
  number: number
  phone: string
  day: string
}

/** The addresses of each kind of call, `rounds` of each. */
export async function customerCalls(db: Kysely<Tables>, rounds: number): Promise<Record<string, string[]>> {
  const { rows } = await sql<Sample>`
    select c.id, c.name, c.email, o.number, o.address ->> 'phoneNumber' as phone, to_char(o.created_at, 'YYYY-MM-DD') as day
    from customers c join orders o on o.customer_id = c.id where c.id like 'bench-customer-%' order by md5(o.id) limit ${rounds}`.execute(
    db,
  )
  const same = (path: string) => rows.map(() => path)
  const search = (textOf: (sample: Sample) => string) =>
    rows.map((sample) => `/customers?${new URLSearchParams({ q: textOf(sample) })}`)
  return {
    customers: same('/customers'),
    'customers: phone': search(({ phone }) => phone.replace('+91 ', '0')),
    'customers: name': search(({ name }) => name),
    'customers: half a name': search(({ name }) => name.slice(0, 2)),
    'customers: one letter': search(({ name }) => name.slice(0, 1)),
    'customers: e-mail': search(({ email }) => email),
    'customers: beginning of an e-mail': search(({ email }) => email.slice(0, 8)),
    'customers: order number': search(({ number }) => `FS-${number}`),
    'customers: nobody': search(({ id }) => `nobody ${id.slice(-5)}`),
    'one customer': rows.map(({ id }) => `/customers/${id}`),
    'reviews waiting': same('/reviews?state=waiting&limit=20'),
    'reviews answered': same('/reviews?state=answered&limit=20'),
    newsletters: same('/newsletters'),
    'log, newest': same('/audit'),
    'log of a subject': rows.map((_, index) => `/audit?subject=order:bench-order-${index + 1}`),
    'log of a person': rows.map((_, index) => `/audit?staff=bench-staff-${1 + (index % 5)}`),
    'log of an action': same('/audit?action=review.hide'),
    'log of a person and an action': same('/audit?staff=bench-staff-2&action=order.refund'),
    'log of a day': rows.map(({ day }) => `/audit?from=${day}&to=${day}`),
    'log of a person on a day': rows.map(({ day }) => `/audit?staff=bench-staff-3&from=${day}&to=${day}`),
    'log, a person who did nothing': same('/audit?staff=nobody'),
    'actions of the log': same('/audit/actions'),
  }
}
