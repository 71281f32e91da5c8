import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { closeDays, hasOpenDays } from './days-sql.server.ts'
import type { Report, ReportTable } from './staff-contract.ts'

let shop: TestShop
let manager: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  manager = await signInStaff(shop, 'manager', 'asha')
  const { id } = await shop.signIn()
  customer = id
})
afterAll(() => shop.close())

let customer = ''
let orders = 0

interface Sold {
  at: string
  pin?: string
  size?: string
  quantity?: number
  state?: 'paid' | 'cancelled'
}

/** An order of the boxy tee for Rs. 100 a piece, paid at this moment. */
async function sell({ at, pin = '302001', size = 'M', quantity = 1, state = 'paid' }: Sold): Promise<string> {
  orders += 1
  const id = `order-${orders}`
  const goods = 10_000 * quantity
  await sql`insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
      prices_include_tax, address, payment_method, provider_order_id, created_at, expires_at, payment_id, paid_at, status,
      estimated_at, exchange_days, cancelled_at, cancelled_by, cancel_reason)
    values (${id}, ${customer}, ${state}, ${id}, ${goods}, 4000, 500, ${goods + 4500}, false,
      ${JSON.stringify({ firstName: 'Asha', lastName: 'Kale', zipCode: pin })}::jsonb, 'upi', ${`p-${id}`}, ${at}::timestamptz,
      ${at}::timestamptz, ${`pay-${id}`}, ${at}::timestamptz, 'ordered', ${at}::timestamptz, 7,
      ${state === 'cancelled' ? at : null}::timestamptz, ${state === 'cancelled' ? 'staff' : null},
      ${state === 'cancelled' ? 'wrong price' : null})`.execute(shop.shop.db)
  await sql`insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity, cancelled,
      hsn, tax_percent)
    values (${`line-${id}`}, ${id}, 0, 'sku', 'boxy-tee', 'Boxy tee', 10000, 'Black', ${size}, ${quantity},
      ${state === 'cancelled' ? quantity : 0}, '6109', 5)`.execute(shop.shop.db)
  await sql`insert into payments (id, order_id, status, amount_paise, currency, source)
    values (${`pay-${id}`}, ${id}, 'captured', ${goods + 4500}, 'INR', 'webhook')`.execute(shop.shop.db)
  return id
}

async function report(name: string, query = ''): Promise<Report> {
  const { status, body } = await manager.browser.call('GET', `/reports/${name}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Report
}
const tableOf = ({ tables }: Report): ReportTable => {
  const [table] = tables
  if (!table) throw new Error('the report has no table')
  return table
}
const totalsOf = (one: Report) => {
  const { columns, totals } = tableOf(one)
  return Object.fromEntries(columns.map(({ label }, at) => [label, totals?.[at]]))
}
const rowOf = (one: Report, first: string) => tableOf(one).rows.find(({ cells }) => cells[0] === first)?.cells

async function listedTotal(query: string): Promise<{ orders: number; total: number }> {
  let [orders, total, cursor] = [0, 0, '' as string | null]
  while (cursor !== null) {
    const { body } = await manager.browser.call(
      'GET',
      `/reports/orders?${query}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    const page = body as unknown as { items: { total: number }[]; next: string | null }
    orders += page.items.length
    total += page.items.reduce((sum, one) => sum + one.total, 0)
    cursor = page.next
  }
  return { orders, total }
}

test('a day is India’s: an order of 23:59 on 31 March and one of midnight are in two financial years', {
  tags: 'A9',
}, async () => {
  await sell({ at: '2026-03-31T23:59:59+05:30', quantity: 2 })
  await sell({ at: '2026-04-01T00:00:00+05:30', pin: '400050', size: 'L' })
  await sell({ at: '2026-04-01T23:59:59+05:30', state: 'cancelled' })
  await sell({ at: '2026-04-02T00:00:00+05:30' })
  const march = await report('sales', '?from=2026-03-31&to=2026-03-31')
  expect(totalsOf(march)).toMatchObject({ Orders: 1, Pieces: 2, 'Gross sales': 200, Total: 245 })
  const april = await report('sales', '?from=2026-04-01&to=2026-04-02')
  expect(rowOf(april, '2026-04-01')).toMatchObject(['2026-04-01', 2, 2, 200, 80, 10, 290, 0, 290])
  expect(totalsOf(april)).toMatchObject({ Orders: 3, Total: 435 })
  // 31 March stands beside 2 April, two days before.
  expect(tableOf(april).rows[1]?.before).toEqual(['2026-03-31', 1, 2, 200, 40, 5, 245, 0, 245])
  expect(tableOf(april).totalsBefore?.[1]).toBe(1)
})

test('the sum of a report is that of the list that it links to, and of every other report of the same days', {
  tags: 'A9',
}, async () => {
  for (let n = 0; n < 7; n++)
    await sell({ at: `2026-05-0${n + 1}T0${n}:30:00+05:30`, pin: n % 2 ? '400050' : '302012' })
  await sell({ at: '2026-05-03T12:00:00+05:30', state: 'cancelled', quantity: 3 })
  // Today's, which aren't added up yet.
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  await sell({ at: new Date().toISOString() })
  for (const query of [
    'from=2026-05-01&to=2026-05-31',
    'from=2026-05-02&to=2026-05-03',
    `from=2026-05-01&to=${today}`,
  ]) {
    const sales = totalsOf(await report('sales', `?${query}`))
    expect(await listedTotal(query), query).toEqual({ orders: sales.Orders, total: sales.Total })
    for (const name of ['products', 'sizes', 'colours', 'places'])
      expect(totalsOf(await report(name, `?${query}`)), name).toMatchObject({
        Pieces: sales.Pieces,
        'Gross sales': sales['Gross sales'],
      })
    const places = tableOf(await report('places', `?${query}`))
    expect(places.rows[0]?.to).toContain('place=302')
    for (const { cells, to } of places.rows)
      expect(await listedTotal(String(to).split('?')[1] ?? '')).toEqual({ orders: cells[2], total: cells.at(-1) })
  }
})

test('days that are over are added up once, and anew when one of their orders changes', async () => {
  const { db } = shop.shop
  const id = await sell({ at: '2026-06-10T10:00:00+05:30', quantity: 3 })
  const query = '?from=2026-06-10&to=2026-06-10'
  expect(await hasOpenDays(db, '2026-06-10')).toBe(true)
  expect(totalsOf(await report('products', query))).toMatchObject({ Pieces: 3, Cancelled: 0 })
  expect(await hasOpenDays(db, '2026-06-10')).toBe(false)
  expect(await closeDays(db)).toBe(0)
  await sql`update order_lines set cancelled = 2 where order_id = ${id}`.execute(db)
  expect(totalsOf(await report('products', query))).toMatchObject({ Pieces: 3, Cancelled: 2 })
  await sql`update orders set address = address || '{"zipCode": "560001"}' where id = ${id}`.execute(db)
  expect(rowOf(await report('places', query), '560…')).toMatchObject([
    '560…',
    expect.stringContaining('Karnataka'),
    1,
    3,
    2,
    300,
    345,
  ])
  // A payment that never came.
  await sql`update orders set state = 'expired', status = null, payment_id = null, paid_at = null, estimated_at = null
    where id = ${id}`.execute(db)
  expect(totalsOf(await report('sales', query))).toMatchObject({ Orders: 0 })
  // What doesn't change the sums leaves the day as it is.
  const other = await sell({ at: '2026-06-11T10:00:00+05:30' })
  await closeDays(db)
  await sql`update orders set status = 'packaging', packaging_at = now() where id = ${other}`.execute(db)
  expect(await hasOpenDays(db, '2026-06-10')).toBe(false)
})

test('money returned counts on the day it was decided', async () => {
  await sql`insert into refunds (id, payment_id, order_id, amount_paise, reason, state, created_at)
    values ('refund-1', 'pay-order-1', 'order-1', 5000, 'amount', 'done', '2026-04-02T23:59:00+05:30'),
      ('refund-2', 'pay-order-1', 'order-1', 7000, 'late', 'done', '2026-04-02T10:00:00+05:30'),
      ('refund-3', 'pay-order-1', 'order-1', 7000, 'amount', 'failed', '2026-04-02T10:00:00+05:30')`.execute(
    shop.shop.db,
  )
  expect(rowOf(await report('sales', '?from=2026-04-01&to=2026-04-02'), '2026-04-02')).toMatchObject([
    '2026-04-02',
    1,
    1,
    100,
    40,
    5,
    145,
    50,
    95,
  ])
})

test('exchanges stand by reason, product and size, with their rate and the shoppers’ words', {
  tags: 'A34',
}, async () => {
  const id = await sell({ at: '2026-07-01T10:00:00+05:30', size: 'S', quantity: 4 })
  await sql`insert into exchanges (id, order_id, order_line_id, product_id, reason, problem, size, arrival_at, hold, requested_at)
    values ('exchange-1', ${id}, ${`line-${id}`}, 'boxy-tee', 'Size Issue', 'Too tight at the =shoulders', 'M', now(), 'held', '2026-07-03T10:00:00+05:30')`.execute(
    shop.shop.db,
  )
  await sql`insert into exchange_lines (exchange_id, order_line_id, quantity, replacement_sku)
    values ('exchange-1', ${`line-${id}`}, 1, 'other')`.execute(shop.shop.db)
  const { tables, words } = await report('exchanges', '?from=2026-07-01&to=2026-07-31')
  const [reasons, products, sizes] = tables
  expect(reasons?.rows.map(({ cells }) => cells.slice(0, 2))).toContainEqual(['Size Issue', 1])
  expect(products?.rows).toMatchObject([{ cells: ['Boxy tee', 1, 1, 4, 25, 0, 0, 1, 0, 0] }])
  expect(sizes?.rows).toMatchObject([{ cells: ['S', 1, 1, 4, 25, 0, 0, 1, 0, 0] }])
  expect(words).toMatchObject([{ id: 'exchange-1', variant: 'Black, S', text: 'Too tight at the =shoulders' }])
})

test('a report as a file has all rows, both periods, and no cell that a spreadsheet would run', async () => {
  await sql`update products set name = '=HYPERLINK("http://x.example")' where id = 'boxy-tee'`.execute(shop.shop.db)
  const response = await shop.fetch('/api/admin/reports/products.csv?from=2026-05-01&to=2026-05-31', {
    headers: { cookie: manager.browser.cookie },
  })
  expect(response.headers.get('content-type')).toContain('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="products-2026-05-01-2026-05-31.csv"')
  const text = await response.text()
  expect(text).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  expect(text).toContain('"Pieces, 2026-03-31 to 2026-04-30"')
  expect(text.split('\r\n').filter((line) => /^"?[=+@-]/.test(line))).toEqual([])
  await sql`update products set name = 'Boxy tee' where id = 'boxy-tee'`.execute(shop.shop.db)
})

test('what is asked wrongly is refused', async () => {
  for (const query of [
    '?from=yesterday',
    '?from=2026-05-02&to=2026-05-01',
    '?from=2020-01-01&to=2026-01-01',
    '?compare=moon',
  ])
    expect((await manager.browser.call('GET', `/reports/sales${query}`)).status, query).toBe(400)
  expect((await manager.browser.call('GET', '/reports/nothing')).status).toBe(404)
  const packer = await signInStaff(shop, 'packer')
  expect((await packer.browser.call('GET', '/reports/sales')).status).toBe(403)
})

test('stock, the funnel and GST say what they can’t know', async () => {
  const stock = await report('stock')
  expect(stock.notes.join(' ')).toContain('doesn’t know what a piece cost')
  expect(Number(tableOf(stock).totals?.[1])).toBeGreaterThan(0)
  await sql`insert into view_days (day, views) values ('2026-05-05', 100)`.execute(shop.shop.db)
  const funnel = await report('funnel', '?from=2026-05-01&to=2026-05-31')
  expect(tableOf(funnel).rows.map(({ cells }) => cells.slice(0, 2))).toMatchObject([
    [expect.stringContaining('looked at'), 100],
    [expect.stringContaining('begun'), 8],
    ['Orders paid', 8],
  ])
  expect(funnel.notes.join(' ')).toContain('Not counted: pieces added to a cart')
  const tax = await report('tax', '?from=2026-03-31&to=2026-05-01')
  expect(tableOf(tax).rows.map(({ cells, to }) => [cells[0], to])).toEqual([
    ['2026-03', '/api/admin/reports/gstr-1.csv?month=2026-03'],
    ['2026-04', '/api/admin/reports/gstr-1.csv?month=2026-04'],
    ['2026-05', '/api/admin/reports/gstr-1.csv?month=2026-05'],
  ])
})

test('the stock of many products is added up whole; the screen shows those that are worth most, the file all', async () => {
  const { db } = shop.shop
  await db.transaction().execute(async (tx) => {
    await sql`insert into products (id, name, price_paise, mrp_paise, state, description, category, subcategory, colors, pictures, details)
      select 'many-' || n, 'Many ' || n, 10000 + n, 20000, 'hidden', 'Many.', 'Woman', 'Tees', '{Black}', '[]', '{}'
      from generate_series(1, 230) n`.execute(tx)
    await sql`insert into stock (sku, product_id, color, size, on_hand)
      select 'MANY-' || n || s, 'many-' || n, 'Black', s, n from generate_series(1, 230) n, unnest(array['S', 'M']) s`.execute(
      tx,
    )
    await sql`insert into stock_ledger (sku, delta_on_hand, reason) select sku, on_hand, 'import' from stock
      where sku like 'MANY-%'`.execute(tx)
  })
  const { rows } = await sql<{ products: number; pieces: number; worth: number }>`
    select count(distinct product_id)::integer as products, sum(on_hand)::integer as pieces,
      (sum(on_hand * price_paise::bigint) / 100.0)::float8 as worth
    from stock join products p on p.id = product_id where on_hand > 0`.execute(db)
  const stock = await report('stock')
  const table = tableOf(stock)
  const worths = table.rows.map(({ cells }) => Number(cells[3]))
  expect(worths).toHaveLength(200)
  expect(worths).toEqual(worths.toSorted((one, other) => other - one))
  expect({ products: 200 + table.more, pieces: table.totals?.[1], worth: table.totals?.[3] }).toEqual(rows[0])
  expect(table.rows.find(({ cells }) => cells[0] === 'Many 230')).toMatchObject({
    cells: ['Many 230', 460, 0, 47_058, 0, null],
    to: '/products/many-230',
  })
  const headers = { cookie: manager.browser.cookie }
  const text = await (await shop.fetch('/api/admin/reports/stock.csv', { headers })).text()
  const lines = text.split('\r\n').filter((line) => line.startsWith('Many '))
  expect(lines).toHaveLength(230)
  expect(text).toContain(`Total,${rows[0]?.pieces},`)
})

test('a look at a product’s page is counted on its day', async () => {
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  await shop.fetch('/api/user/product/boxy-tee?viewProduct=true')
  shop.views.record('boxy-tee', 'somebody')
  await shop.views.flush()
  const funnel = await report('funnel', `?from=${today}&to=${today}`)
  expect(Number(tableOf(funnel).rows[0]?.cells[1])).toBeGreaterThan(0)
})

test('offers are added up by code, on the days in India on which their orders were paid', async () => {
  const sellWith = async (at: string, discounts: object[], state: 'paid' | 'cancelled' = 'paid') => {
    const id = await sell({ at, quantity: 2, state })
    await sql`update orders set discounts = ${JSON.stringify(discounts)}::jsonb where id = ${id}`.execute(shop.shop.db)
  }
  const welcome = (amount: number) => ({ offer: 'welcome', name: 'Welcome', code: 'WELCOME10', amount })
  const tees = { offer: 'tees', name: 'Tees', code: null, amount: 1250 }
  await sellWith('2026-03-01T18:29:00Z', [welcome(2000)])
  await sellWith('2026-03-02T10:00:00Z', [welcome(3000), tees], 'cancelled')
  await sellWith('2026-03-02T18:31:00Z', [welcome(9900)])
  const march = await report('offers', '?from=2026-03-01&to=2026-03-02')
  expect(tableOf(march)).toMatchObject({
    rows: [
      { cells: ['Welcome', 'WELCOME10', 50, 2, 400, 12.5, 490], to: '/offers/welcome' },
      { cells: ['Tees', '', 12.5, 1, 200, 6.3, 245], to: '/offers/tees' },
    ],
    totals: ['Total', null, 62.5, null, null, null, null],
  })
  const { rows } = tableOf(await report('offers', '?from=2026-03-03&to=2026-03-04'))
  expect(rows.map(({ cells, before }) => [cells[2], before?.[2]])).toEqual([[99, 50]])
})

test('parcels that came back are counted by PIN, product, carrier and way of paying, on the days they left', async () => {
  const send = async (at: string, state: string, { carrier = 'Delhivery', pin = '302001' } = {}) => {
    const order = await sell({ at, pin })
    await sql`insert into shipments (id, order_id, carrier, tracking_number, shipped_at, state)
      values (${`parcel-${order}`}, ${order}, ${carrier}, ${order}, ${at}::timestamptz, ${state})`.execute(shop.shop.db)
    await sql`insert into shipment_lines (shipment_id, order_line_id, quantity)
      values (${`parcel-${order}`}, ${`line-${order}`}, 1)`.execute(shop.shop.db)
    return order
  }
  await send('2026-04-01T18:29:00Z', 'returned')
  await send('2026-04-02T10:00:00Z', 'returning')
  await send('2026-04-02T10:00:00Z', 'delivered')
  await send('2026-04-02T10:00:00Z', 'lost', { carrier: 'DTDC', pin: '400001' })
  const cash = await send('2026-04-02T18:31:00Z', 'returned')
  await sql`update orders set payment_method = 'cash' where id = ${cash}`.execute(shop.shop.db)
  const days = 'from=2026-04-01&to=2026-04-02'
  const byPin = await report('returns', `?${days}`)
  expect(byPin.items).toEqual([
    { key: '302001', sent: 3, back: 2, share: 66.7 },
    { key: '400001', sent: 1, back: 0, share: 0 },
  ])
  expect(tableOf(byPin)).toMatchObject({
    rows: [{ cells: [expect.stringMatching(/^302001, /), 3, 2, 66.7] }, { cells: [expect.any(String), 1, 0, 0] }],
    totals: ['Total', 4, 2, 50],
  })
  expect((await report('returns', `?${days}&by=carrier`)).items).toEqual([
    { key: 'Delhivery', sent: 3, back: 2, share: 66.7 },
    { key: 'DTDC', sent: 1, back: 0, share: 0 },
  ])
  const byProduct = await report('returns', `?${days}&by=product`)
  expect(byProduct.items).toEqual([{ key: 'boxy-tee', sent: 4, back: 2, share: 50 }])
  expect(tableOf(byProduct)).toMatchObject({ rows: [{ to: '/products/boxy-tee' }], totals: null })
  expect((await report('returns', '?from=2026-04-01&to=2026-04-03&by=method')).items).toEqual([
    { key: 'online', sent: 4, back: 2, share: 50 },
    { key: 'cash', sent: 1, back: 1, share: 100 },
  ])
  expect((await manager.browser.call('GET', `/reports/returns?${days}&by=colour`)).status).toBe(400)
  const file = await shop.fetch(`/api/admin/reports/returns.csv?${days}&by=carrier`, {
    headers: { cookie: manager.browser.cookie },
  })
  expect(await file.text()).toContain('Delhivery,3,2,66.7')
})

test('searches that found nothing or little are listed with their last day, on the screen and in the file', async () => {
  await sql`insert into searches (day, text, times, found) values
    ('2026-04-01', 'sherwani', 4, 0), ('2026-04-10', 'sherwani', 3, 0), ('2026-04-12', 'saree', 9, 0),
    ('2026-04-11', 'lungi', 5, 0), ('2026-04-12', 'lungi', 5, 12), ('2026-04-12', '=dhoti', 2, 3),
    ('2026-04-12', 'tee', 50, 4), ('2026-03-31', 'sherwani', 1, 0)`.execute(shop.shop.db)
  const query = '?from=2026-04-10&to=2026-04-12'
  const { tables, notes } = await report('searches', query)
  expect(tables).toMatchObject([
    {
      title: 'Found nothing',
      rows: [{ cells: ['saree', 9, '2026-04-12'] }, { cells: ['sherwani', 3, '2026-04-10'] }],
      totals: ['Total', 12, null],
    },
    {
      title: 'Found 1 to 3 products',
      rows: [{ cells: ['=dhoti', 2, 3, '2026-04-12'] }],
      totals: ['Total', 2, null, null],
    },
  ])
  expect(notes.join(' ')).toContain('never who searched')
  const compared = await report('searches', '?from=2026-04-01&to=2026-04-01')
  expect(tableOf(compared).rows).toMatchObject([
    { cells: ['sherwani', 4, '2026-04-01'], before: ['sherwani', 1, '2026-03-31'] },
  ])
  const headers = { cookie: manager.browser.cookie }
  const file = await (await shop.fetch(`/api/admin/reports/searches.csv${query}`, { headers })).text()
  expect(file).toContain('\r\nsaree,9,2026-04-12,')
  expect(file).toContain("\r\n'=dhoti,2,3,2026-04-12,")
})
