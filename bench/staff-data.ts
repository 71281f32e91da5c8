import { type Kysely, sql } from 'kysely'
import { closeDays } from '#shop/reports/days-sql.server.ts'
import type { Tables } from '#shop/tables.server.ts'

const FIRST =
  'Asha Ravi Meera Kiran Latha Arjun Divya Farah Gopal Hema Imran Jaya Kavya Lokesh Mohan Nisha Omkar Priya Rahul Sana Tara Uma Vikram Yash Zoya'
const LAST =
  'Kale Nair Rao Iyer Khan Das Patel Shah Gupta Kumar Singh Reddy Menon Joshi Bose Pillai Mehta Varghese Chopra Fernandes'
const PINS = 200
/** One delivered order in so many is disputed. */
const DISPUTED = 5000

/** Whole paise of each order: three pieces, with 5 % on top, and delivery that contains 5 %. */
const PRICE = 44_000
const GOODS = 3 * PRICE
const DELIVERY = 4_200
const TAX = GOODS / 20
const TOTAL = GOODS + DELIVERY + TAX

/**
 * Adds so many orders of a year to a shop, of three lines each and three orders for ten customers: delivered ones, and of the
 * newest some to pack, on their way, part shipped, in doubt, disputed; one in fifty is cancelled. Names, PINs and SKUs repeat as
 * they do in a shop, and each has its parcel, payment, invoice, movements of stock and lines of the log. The oldest come first,
 * as in a shop. Afterwards the tables are as a shop that has run for a while has them: analyzed, with each day added up.
 */
export async function fillStaffOrders(db: Kysely<Tables>, count: number, print = (_line: string) => {}): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`set local work_mem = '256MB'`.execute(tx)
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    // Millions of rows that fit each other: their keys needn't be looked up one by one. Only a superuser may say so, as the
    // bench is and tests aren't.
    await sql`select set_config('session_replication_role', 'replica', true)
      from pg_roles where rolname = current_user and rolsuper`.execute(tx)
    const parts: typeof PARTS = { ...PARTS, indexes: await dropIndexes(tx), 'orders sent in part': markPartlySent }
    for (const [what, fill] of Object.entries(parts)) {
      const from = performance.now()
      await fill(tx, count)
      print(`${what}: ${((performance.now() - from) / 1000).toFixed(0)} s`)
    }
  })
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own)
    await sql`vacuum analyze`.execute(own)
  })
  await closeDays(db)
}

const PARTS: Readonly<Record<string, (tx: Kysely<Tables>, count: number) => Promise<void>>> = {
  orders: fillOrders,
  lines: fillLines,
  'payments and parcels': fillPayments,
  'movements of stock': fillLedger,
  documents: fillDocuments,
  'log, notes and events': fillLog,
  'products bought together': fillPairs,
}

/** Drops the indexes of the tables that are filled, which is quicker than adding each row to them. @returns the function that makes them again */
async function dropIndexes(tx: Kysely<Tables>): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any(${FILLED}::regclass[]) and not i.indisunique`.execute(tx)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(tx)
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(tx)
  }
}

const FILLED = [
  'orders',
  'order_lines',
  'payments',
  'shipments',
  'shipment_lines',
  'stock_ledger',
  'invoices',
  'audit_log',
]

const customersOf = (count: number) => Math.ceil((count * 3) / 10)
const ofBench = sql`o.id like 'bench-order-%'`

async function fillOrders(tx: Kysely<Tables>, count: number): Promise<void> {
  const [first, last] = [FIRST.split(' '), LAST.split(' ')]
  const name = sql`(${first}::text[])[1 + (n * 7) % ${first.length}]`
  const surname = sql`(${last}::text[])[1 + (n * 11) % ${last.length}]`
  const customers = customersOf(count)
  await sql`insert into customers (id, email, name, created_at)
    select 'bench-customer-' || lpad(n::text, 7, '0'), 'buyer-' || n || '@example.test', ${name} || ' ' || ${surname},
      now() - interval '366 days' + n * (interval '365 days' / ${customers}::integer)
    from generate_series(0, ${customers}::integer) n`.execute(tx)
  await sql`insert into addresses (id, customer_id, first_name, phone_number, street_address, town_city, zip_code, is_default)
    select 'bench-address-' || c.id, c.id, c.name, '98200 00028', md5(c.id), 'Mumbai', '400028', true
    from customers c where c.id like 'bench-customer-%'`.execute(tx)
  await sql`insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
      prices_include_tax, address, payment_method, provider_order_id, created_at, expires_at, payment_id, paid_at,
      capture_unconfirmed, status, estimated_at, packaging_at, ontheway_at, delivered_at, exchange_days, cancelled_at,
      cancelled_by, cancel_reason, products_counted_at)
    select 'bench-order-' || n, 'bench-customer-' || lpad((n % ${customers}::integer)::text, 7, '0'), case when gone then 'cancelled' else 'paid' end,
      md5('f' || n), ${GOODS}, ${DELIVERY}, ${TAX}, ${TOTAL}, false,
      jsonb_build_object('_id', 'bench', 'firstName', ${name}, 'lastName', ${surname},
        'phoneNumber', '+91 9' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'), 'email', '', 'streetAddress', md5('a' || n),
        'country', 'India', 'townCity', 'Mumbai', 'state', 'Maharashtra',
        'zipCode', (400001 + floor(power(hashint4(n)::bigint % 1000 / 1000.0, 2) * ${PINS}))::integer::text),
      'upi', 'bench-at-provider-' || n, at, at + interval '30 minutes', 'bench-payment-' || n, at + interval '1 minute',
      n in (3, 8), stage, at + interval '6 days', case when stage <> 'ordered' then at + interval '1 day' end,
      case when stage in ('ontheway', 'delivered') then at + interval '2 days' end,
      case when stage = 'delivered' then at + interval '5 days' end, 7,
      case when gone then at + interval '1 hour' end, case when gone then 'customer' end, case when gone then 'too big' end,
      at + interval '2 minutes'
    from generate_series(${count}::integer, 1, -1) n, lateral (select now() - n * least(interval '5 minutes', interval '365 days' / ${count}::integer) as at, n % 50 = 0 as gone) t,
      lateral (select case when gone then 'ordered' when n <= ${Math.floor(count / 200)}::integer then 'ordered'
        when n <= ${Math.floor(count / 80)}::integer then 'ontheway' else 'delivered' end as stage) s`.execute(tx)
}

/** A few products sell most. */
async function fillLines(tx: Kysely<Tables>, count: number): Promise<void> {
  await sql`create temporary table bench_skus on commit drop as
    select s.sku, s.product_id, s.color, s.size, p.name, p.pictures, row_number() over (order by md5(s.sku)) - 1 as i
    from stock s join products p on p.id = s.product_id`.execute(tx)
  await sql`create unique index on bench_skus (i)`.execute(tx)
  await sql`analyze bench_skus`.execute(tx)
  const { rows } = await sql<{ skus: number }>`select count(*)::integer as skus from bench_skus`.execute(tx)
  const skus = sql.lit(rows[0]?.skus ?? 0)
  await sql`insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity, pictures,
      cancelled, hsn, tax_percent)
    select 'bench-line-' || n || '-' || p, 'bench-order-' || n, p, s.sku, s.product_id, s.name, ${PRICE}, s.color, s.size, 1,
      s.pictures, case when n % 50 = 0 then 1 else 0 end, '6109', 5
    from (select n, p, (floor(power((hashint4(n)::bigint & 1048575) / 1048576.0, 3) * ${skus})::bigint + p * 7) % ${skus} as i
      from generate_series(${count}::integer, 1, -1) n cross join generate_series(0, 2) p) l
    join bench_skus s on s.i = l.i`.execute(tx)
}

async function fillPayments(tx: Kysely<Tables>): Promise<void> {
  await sql`insert into payments (id, order_id, status, amount_paise, currency, source, created_at)
    select payment_id, id, 'captured', total_paise, 'INR', 'webhook', paid_at from orders o where ${ofBench} order by number`.execute(
    tx,
  )
  await sql`insert into shipments (id, order_id, carrier, tracking_number, shipped_at, delivered_at, state)
    select 'bench-parcel-' || id, id, 'DTDC', 'D' || (100000000 + number), ontheway_at, delivered_at,
      case when delivered_at is null then 'on_the_way' else 'delivered' end
    from orders o where ${ofBench} and status in ('ontheway', 'delivered') order by number`.execute(tx)
  // The first line of one parcel in twenty is all that has left.
  await sql`insert into shipment_lines (shipment_id, order_line_id, quantity)
    select s.id, l.id, l.quantity from shipments s join order_lines l on l.order_id = s.order_id
    where s.id like 'bench-parcel-%' and (l.position = 0 or s.delivered_at is not null or hashtext(s.id) % 20 <> 0)`.execute(
    tx,
  )
  await sql`insert into disputes (id, payment_id, order_id, amount_paise, status, phase, reason, respond_by)
    select 'bench-dispute-' || number, payment_id, id, total_paise, 'open', 'chargeback', 'fraud', now() + interval '5 days'
    from orders o where ${ofBench} and status = 'delivered' and number % ${DISPUTED} = 0`.execute(tx)
  await sql`insert into refunds (id, payment_id, order_id, amount_paise, reason, state, created_at, done_at)
    select 'bench-refund-' || number, payment_id, id, 5000, 'amount', case when number % 9000 = 1 then 'failed' else 'done' end,
      delivered_at + interval '1 day', case when number % 9000 <> 1 then least(delivered_at + interval '2 days', now()) end
    from orders o where ${ofBench} and status = 'delivered' and number % 30 = 1
    union all
    select 'bench-refund-' || number, payment_id, id, total_paise, 'cancelled', 'done', cancelled_at, least(cancelled_at + interval '1 day', now())
    from orders o where ${ofBench} and state = 'cancelled'`.execute(tx)
}

/** What triggers keep, which a superuser's don't run. It reads each order by itself, so it needs the indexes. */
async function markPartlySent(tx: Kysely<Tables>): Promise<void> {
  await sql`analyze orders, order_lines, shipments, shipment_lines`.execute(tx)
  await sql`update orders o set partly_sent = true where ${ofBench} and o.status = 'ontheway' and is_partly_sent(o.id)`.execute(
    tx,
  )
}

/** Each piece was held, then sold; what was sold had been received before. */
async function fillLedger(tx: Kysely<Tables>): Promise<void> {
  const lines = sql`order_lines l join orders o on o.id = l.order_id where ${ofBench}`
  await sql`insert into stock_ledger (sku, delta_on_hand, reason, at)
    select l.sku, count(*), 'import', now() - interval '366 days' from ${lines} group by l.sku`.execute(tx)
  await sql`insert into stock_ledger (sku, delta_on_hand, delta_reserved, reason, order_id, at)
    select l.sku, -move, 1 - 2 * move, case move when 0 then 'hold' else 'sold' end, o.id, o.created_at + move * interval '1 minute'
    from generate_series(0, 1) move cross join ${lines} order by o.number, move, l.position`.execute(tx)
}

async function fillDocuments(tx: Kysely<Tables>): Promise<void> {
  const seller = {
    ...{ shop: 'Bench', legalName: 'Bench Garments', gstin: '27AAPFU0939F1ZV', address: '1 Mill Road, Mumbai' },
    ...{ state: '27', email: 'bench@example.test', phone: '98200 00028' },
  }
  const document = (
    part: number,
  ) => sql`jsonb_build_object('seller', ${JSON.stringify(seller)}::jsonb, 'placeOfSupply', '27',
    'pricesInclude', false, 'lines', (select jsonb_agg(line) from (
      select jsonb_build_object('description', l.name || ', ' || l.color || ', ' || l.size, 'hsn', l.hsn, 'quantity', 1, 'price', l.price_paise,
        'percent', 5, 'taxable', l.price_paise / ${part}, 'cgst', l.price_paise / ${40 * part}, 'sgst', l.price_paise / ${40 * part}, 'igst', 0,
        'total', l.price_paise / ${part} + 2 * (l.price_paise / ${40 * part})) as line
      from order_lines l where l.order_id = o.id
      union all select jsonb_build_object('description', 'Delivery', 'hsn', '6109', 'quantity', 1, 'price', null, 'percent', 5,
        'taxable', ${4_000 / part}::integer, 'cgst', ${100 / part}::integer, 'sgst', ${100 / part}::integer, 'igst', 0, 'total', ${DELIVERY / part}::integer)) lines))`
  await sql`insert into invoices (order_id, number, year, position, issued_at, document)
    select id, 'INV/' || year || '/' || position, year, position, at, document from (
      select o.id, o.paid_at as at, financial_year(o.paid_at) as year, ${document(1)} as document,
        row_number() over (partition by financial_year(o.paid_at) order by o.number) as position
      from orders o where ${ofBench}) i order by at`.execute(tx)
  await sql`insert into credit_notes (refund_id, order_id, number, year, position, issued_at, document)
    select id, order_id, 'CN/' || year || '/' || position, year, position, at, document from (
      select r.id, o.id as order_id, r.done_at as at, financial_year(r.done_at) as year,
        ${document(20)} || '{"reason": "Too small"}' as document,
        row_number() over (partition by financial_year(r.done_at) order by r.done_at, r.id) as position
      from refunds r join orders o on o.id = r.order_id where ${ofBench} and r.done_at is not null) n order by at`.execute(
    tx,
  )
  await sql`insert into document_counters (series, year, last)
    select 'invoice', year, max(position) from invoices group by year
    union all select 'credit_note', year, max(position) from credit_notes group by year
    on conflict (series, year) do update set last = excluded.last`.execute(tx)
}

async function fillLog(tx: Kysely<Tables>): Promise<void> {
  await sql`insert into audit_log (at, actor_kind, actor, action, subject, after)
    select ontheway_at, 'staff', 'bench (owner)', 'order.ship', 'order:' || id, '{"status": "ontheway", "carrier": "DTDC", "pieces": {"a": 1}}'
    from orders o where ${ofBench} and status in ('ontheway', 'delivered') order by number`.execute(tx)
  await sql`insert into order_notes (id, order_id, author, text, created_at)
    select 'bench-note-' || number, id, 'bench', 'Wants to be called at ' || number % 24, paid_at
    from orders o where ${ofBench} and number % 20 = 0`.execute(tx)
  // Older ones are deleted by a job.
  await sql`insert into shop_events (type, subject, data, created_at, mailed_at, delivered_at)
    select 'order.paid', 'order:' || id, jsonb_build_object('order', id, 'total', total_paise), paid_at, paid_at, paid_at
    from orders o where ${ofBench} and paid_at > now() - interval '30 days' order by number`.execute(tx)
}

/** Of one order in ten, because this takes as long as all else. */
async function fillPairs(tx: Kysely<Tables>): Promise<void> {
  await sql`insert into bought_together (product_id, other_id, orders)
    select a.product_id, b.product_id, count(*) from orders o join order_lines a on a.order_id = o.id
    join order_lines b on b.order_id = o.id and b.product_id <> a.product_id
    where ${ofBench} and o.number % 10 = 0 group by 1, 2
    on conflict (product_id, other_id) do update set orders = bought_together.orders + excluded.orders`.execute(tx)
}
