import { type Kysely, sql } from 'kysely'
import type { Tables } from '#shop/tables.server.ts'

const FIRST =
  'Asha Ravi Meera Kiran Latha Arjun Divya Farah Gopal Hema Imran Jaya Kavya Lokesh Mohan Nisha Omkar Priya Rahul Sana Tara Uma Vikram Yash Zoya'
const LAST =
  'Kale Nair Rao Iyer Khan Das Patel Shah Gupta Kumar Singh Reddy Menon Joshi Bose Pillai Mehta Varghese Chopra Fernandes'
const PINS = 200

/**
 * Adds so many orders of a year to a shop: delivered ones, and of the newest some hundred to pack, twice as many on their
 * way, part shipped, in doubt, disputed; one in fifty is cancelled. Names, PINs and SKUs repeat as they do in a shop.
 */
export async function fillStaffOrders(db: Kysely<Tables>, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const [first, last] = [FIRST.split(' '), LAST.split(' ')]
    const name = sql`(${first}::text[])[1 + (n * 7) % ${first.length}]`
    const surname = sql`(${last}::text[])[1 + (n * 11) % ${last.length}]`
    const customers = Math.ceil(count / 3)
    await sql`insert into customers (id, email, name)
      select 'bench-customer-' || lpad(n::text, 7, '0'), 'buyer-' || n || '@example.test', ${name} || ' ' || ${surname}
      from generate_series(0, ${customers}::integer) n`.execute(tx)
    await sql`insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
        prices_include_tax, address, payment_method, provider_order_id, created_at, expires_at, payment_id, paid_at,
        capture_unconfirmed, status, estimated_at, packaging_at, ontheway_at, delivered_at, exchange_days, cancelled_at,
        cancelled_by, cancel_reason)
      select 'bench-order-' || n, 'bench-customer-' || lpad((n % ${customers}::integer)::text, 7, '0'), case when gone then 'cancelled' else 'paid' end,
        md5('f' || n), 129900, 4000, 6495, 140395, false,
        jsonb_build_object('_id', 'bench', 'firstName', ${name}, 'lastName', ${surname},
          'phoneNumber', '+91 9' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'), 'email', '', 'streetAddress', md5('a' || n),
          'country', 'India', 'townCity', 'Mumbai', 'state', 'Maharashtra',
          'zipCode', (400001 + floor(power(hashint4(n)::bigint % 1000 / 1000.0, 2) * ${PINS}))::integer::text),
        'upi', 'bench-at-provider-' || n, at, at + interval '30 minutes', 'bench-payment-' || n, at + interval '1 minute',
        n in (3, 8), stage, at + interval '6 days', case when stage <> 'ordered' then at + interval '1 day' end,
        case when stage in ('ontheway', 'delivered') then at + interval '2 days' end,
        case when stage = 'delivered' then at + interval '5 days' end, 7,
        case when gone then at + interval '1 hour' end, case when gone then 'customer' end, case when gone then 'too big' end
      from generate_series(1, ${count}::integer) n, lateral (select now() - n * least(interval '5 minutes', interval '365 days' / ${count}::integer) as at, n % 50 = 0 as gone) t,
        lateral (select case when gone then 'ordered' when n <= ${Math.floor(count / 200)}::integer then 'ordered'
          when n <= ${Math.floor(count / 80)}::integer then 'ontheway' else 'delivered' end as stage) s`.execute(tx)
    await sql`insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity, pictures,
        cancelled, hsn, tax_percent)
      select 'bench-line-' || n || '-' || p, 'bench-order-' || n, p, s.sku, s.product_id, q.name, 64950, s.color, s.size, 1,
        q.pictures, case when n % 50 = 0 then 1 else 0 end, '6109', 5
      from generate_series(1, ${count}::integer) n cross join generate_series(0, 1) p
      join (select sku, product_id, color, size, row_number() over (order by sku) - 1 as i, count(*) over () as c from stock) s
        on s.i = (n * 31 + p * 17) % s.c
      join products q on q.id = s.product_id where p = 0 or n % 3 > 0`.execute(tx)
    await sql`insert into payments (id, order_id, status, amount_paise, currency, source)
      select payment_id, id, 'captured', total_paise, 'INR', 'webhook' from orders where id like 'bench-order-%'`.execute(
      tx,
    )
    await sql`insert into shipments (id, order_id, carrier, tracking_number, shipped_at, delivered_at)
      select 'bench-parcel-' || id, id, 'DTDC', 'D' || (100000000 + number), ontheway_at, delivered_at
      from orders where id like 'bench-order-%' and status in ('ontheway', 'delivered')`.execute(tx)
    // The first line of one parcel in twenty is all that has left.
    await sql`insert into shipment_lines (shipment_id, order_line_id, quantity)
      select s.id, l.id, l.quantity from shipments s join order_lines l on l.order_id = s.order_id
      where s.id like 'bench-parcel-%' and (l.position = 0 or s.delivered_at is not null or hashtext(s.id) % 20 <> 0)`.execute(
      tx,
    )
    await sql`insert into disputes (id, payment_id, order_id, amount_paise, status, phase, reason, respond_by)
      select 'bench-dispute-' || number, payment_id, id, total_paise, 'open', 'chargeback', 'fraud', now() + interval '5 days'
      from orders where id like 'bench-order-%' and status = 'delivered' and number % 5000 = 0`.execute(tx)
    await sql`insert into refunds (id, payment_id, order_id, amount_paise, reason, state)
      select 'bench-refund-' || number, payment_id, id, 5000, 'amount', case when number % 9000 = 1 then 'failed' else 'done' end
      from orders where id like 'bench-order-%' and status = 'delivered' and number % 30 = 1`.execute(tx)
    await sql`insert into audit_log (actor_kind, actor, action, subject, after)
      select 'staff', 'bench (owner)', 'order.ship', 'order:' || id, '{"status": "ontheway", "carrier": "DTDC", "pieces": {"a": 1}}'
      from orders where id like 'bench-order-%' and status in ('ontheway', 'delivered')`.execute(tx)
    await sql`insert into order_notes (id, order_id, author, text)
      select 'bench-note-' || number, id, 'bench', 'Wants to be called at ' || number % 24
      from orders where id like 'bench-order-%' and number % 20 = 0`.execute(tx)
  })
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own)
    await sql`vacuum analyze`.execute(own)
  })
}
