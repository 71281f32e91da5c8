import { type Kysely, sql } from 'kysely'
import type { Tables } from '#shop/tables.server.ts'

/** One delivered order in ten of `fillStaffOrders` has an exchange, and one in twenty of its customers wrote a message. */
export function fillToday(db: Kysely<Tables>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await fill(tx)
  })
}

async function fill(db: Kysely<Tables>): Promise<void> {
  await sql`insert into exchanges (id, order_id, order_line_id, product_id, reason, problem, status, requested_at, arrival_at,
      packaging_at, ontheway_at, delivered_at, received_at, cancelled_at, refusal, hold)
    select 'bench-exchange-' || lpad(n::text, 7, '0'), o.id, l.id, l.product_id, 'Size Issue', 'Too tight at the arms, and a little long. ' || md5(o.id),
      case when n % 50 = 9 then 'ordered' else s end, o.delivered_at + interval '1 day', o.delivered_at + interval '9 days',
      case when n % 50 <> 9 and s <> 'ordered' then o.delivered_at + interval '2 days' end,
      case when n % 50 <> 9 and s in ('ontheway', 'delivered') then o.delivered_at + interval '3 days' end,
      case when n % 50 <> 9 and s = 'delivered' then o.delivered_at + interval '5 days' end,
      case when n % 50 <> 9 and (s = 'delivered' or n % 3 = 0) then o.delivered_at + interval '4 days' end,
      case when n % 50 = 9 then o.delivered_at + interval '2 days' end, case when n % 50 = 9 then 'The tags are cut off.' end,
      case when n % 50 = 9 then 'released' when s in ('ordered', 'packaging') then 'held' else 'taken' end
    from (select o.*, row_number() over (order by o.paid_at desc) as n from orders o
      where o.id like 'bench-order-%' and o.status = 'delivered' and o.number % 10 = 0) o
    join order_lines l on l.order_id = o.id and l.position = 0
    cross join lateral (select case when n <= 40 then 'ordered' when n <= 90 then 'packaging' when n <= 200 then 'ontheway'
      else 'delivered' end as s) stage`.execute(db)
  await sql`insert into exchange_lines (exchange_id, order_line_id, quantity, replacement_sku)
    select e.id, e.order_line_id, 1, l.sku from exchanges e join order_lines l on l.id = e.order_line_id
    where e.id like 'bench-exchange-%'`.execute(db)
  await sql`insert into contact_messages (id, first_name, last_name, email, phone, message, created_at, answer, answered_at)
    select 'bench-message-' || lpad(n::text, 8, '0'), 'Asha', 'Kale', c.email, '98200 00028', 'Where is my order? ' || repeat(md5(c.id), 6),
      now() - n * interval '40 minutes', case when n > 40 then 'It left this morning.' end, case when n > 40 then now() end
    from (select *, row_number() over (order by id) as n from customers where id like 'bench-customer-%') c where n <= 5000`.execute(
    db,
  )
  await sql`analyze exchanges, exchange_lines, contact_messages`.execute(db)
}

/** The addresses of each kind of call, `rounds` of each. */
export async function todayCalls(db: Kysely<Tables>, rounds: number): Promise<Record<string, string[]>> {
  const { rows: exchanges } = await sql<{ id: string; key: number }>`
    select id, (extract(epoch from requested_at) * 1000000)::float8 as key from exchanges order by md5(id) limit ${rounds}`.execute(
    db,
  )
  const { rows: messages } = await sql<{ id: string }>`
    select id from contact_messages order by md5(id) limit ${rounds}`.execute(db)
  const same = (path: string) => Array.from({ length: rounds }, () => path)
  const cursor = (key: number, id: string) => Buffer.from(JSON.stringify([key, id])).toString('base64url')
  return {
    'all exchanges': same('/exchanges'),
    'exchanges to approve': same('/exchanges?state=waiting'),
    'exchanges done, deep pages': exchanges.map(({ id, key }) => `/exchanges?state=done&cursor=${cursor(key, id)}`),
    'one exchange': exchanges.map(({ id }) => `/exchanges/${id}`),
    'messages to answer': same('/messages?state=waiting'),
    'messages answered': same('/messages?state=answered'),
    'one thread': messages.map(({ id }) => `/messages/${id}`),
  }
}

/** Home, for each role, and the newest orders, which it reads once it stands. */
export const HOME_CALLS = {
  home: '/home',
  today: '/today',
  'counts of the menu': '/badges',
  'newest orders': '/orders?limit=5',
} as const
