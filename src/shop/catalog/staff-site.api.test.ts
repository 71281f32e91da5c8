import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type StaffBrowser, signInStaff } from '../../../tests/support/staff.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import { applyDueChanges } from './jobs.server.ts'

let shop: TestShop
let owner: StaffBrowser
const PRODUCTS = Array.from({ length: 23 }, (_, at) => ({
  _id: `kurta-${at + 1}`,
  name: `Kurta ${at + 1}`,
  price: 1000 + at,
  mrp: 1500,
  categories: 'Woman',
  variants: [
    { sku: `K${at + 1}-M`, color: 'Indigo', size: 'M', quantity: 20 },
    { sku: `K${at + 1}-L`, color: 'Indigo', size: 'L', quantity: at % 5 === 0 ? 0 : 20 },
  ],
}))

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await signInStaff(shop, 'owner')).browser
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { errors } = await importCatalog(
    shop.shop.db,
    PRODUCTS.map((product) => JSON.stringify({ ...product, scheduled: [] })),
  )
  expect(errors).toEqual([])
})

interface Item {
  id: string
  [field: string]: unknown
}
const itemsOf = (body: Record<string, unknown>) => body.items as Item[]

async function walk(path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor = ''
  do {
    const { status, body } = await owner.call('GET', `${path}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    items.push(...itemsOf(body))
    cursor = String(body.next ?? '')
  } while (cursor !== '')
  return items
}

const exportOf = async () => {
  const { rows } = await sql<{ id: string; price: number; mrp: number | null; state: string }>`
    select id, price_paise as price, mrp_paise as mrp, state from products order by id`.execute(shop.shop.db)
  return rows
}

const auditOf = async (subject: string) => {
  const { rows } = await sql<{ action: string; actor_id: string | null; before: unknown; after: unknown }>`
    select action, actor_id, before, after from audit_log where subject = ${subject} order by id desc limit 3`.execute(
    shop.shop.db,
  )
  return rows
}

test('walking the list by its next link meets every product once, also while one is added', {
  tags: 'A2',
}, async () => {
  const first = await owner.call('GET', '/products?limit=7')
  await importCatalog(shop.shop.db, [
    JSON.stringify({
      ...PRODUCTS[0],
      _id: 'newest',
      name: 'Newest',
      variants: [{ sku: 'N-M', color: 'Red', size: 'M', quantity: 1 }],
    }),
  ])
  const second = await owner.call('GET', `/products?limit=100&cursor=${first.body.next}`)
  const ids = [...itemsOf(first.body), ...itemsOf(second.body)].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(26)
  const all = await walk('/products?q=')
  expect(all.map(({ id }) => id)[0]).toBe('newest')
  expect(new Set(all.map(({ id }) => id)).size).toBe(27)
})

test('products are found by name, id and SKU; a filter narrows the search', async () => {
  const found = async (query: string) => (await walk(`/products?${query}`)).map(({ id }) => id)
  expect(await found('q=kurta-7')).toEqual(['kurta-7'])
  expect(await found('q=K7-m')).toEqual(['kurta-7'])
  expect((await found('q=KURTA%202')).sort()).toEqual(['kurta-2', 'kurta-20', 'kurta-21', 'kurta-22', 'kurta-23'])
  expect(await found('q=K22-')).toEqual(['kurta-22'])
  expect(await found('q=%27%5C')).toEqual([])
  expect((await found('low=0')).sort()).toEqual(['boxy-tee', 'kurta-1', 'kurta-11', 'kurta-16', 'kurta-21', 'kurta-6'])
  expect(await found('q=kurta&state=draft')).toEqual([])
  expect((await found('ids=kurta-7,boxy-tee,gone')).sort()).toEqual(['boxy-tee', 'kurta-7'])
  const [row] = await walk('/products?q=kurta-6')
  expect(row).toMatchObject({
    price: 1005,
    mrp: 1500,
    stock: 20,
    variants: 2,
    soldOut: 1,
    state: 'published',
    sale: null,
  })
  expect((await owner.call('GET', '/products?state=sold')).status).toBe(400)
  expect((await owner.call('GET', '/products?limit=101')).status).toBe(400)
  expect((await owner.call('GET', '/products?ids=')).status).toBe(400)
  expect((await owner.call('GET', '/products?cursor=x')).status).toBe(400)
  const { body } = await owner.call('GET', '/products/counts')
  expect(body.states).toMatchObject({ draft: { count: 0, isMore: false, text: '0' }, archived: { count: 0 } })
})

test('publish, hide and archive: refused from another state than the screen shows, taken back once', async () => {
  const hidden = await owner.call('POST', '/products/kurta-1/hide', { from: 'published' })
  expect(hidden).toMatchObject({ status: 200, body: { id: 'kurta-1', state: 'hidden' } })
  expect((await shop.fetch('/api/product/getProductDetail/kurta-1')).status).toBe(404)
  expect((await owner.call('POST', '/products/kurta-1/archive', { from: 'published' })).body.code).toBe('conflict')
  expect((await owner.call('POST', `/undo/${hidden.body.undo}`)).status).toBe(200)
  await expect.poll(async () => (await shop.fetch('/api/product/getProductDetail/kurta-1')).status).toBe(200)
  expect((await owner.call('POST', `/undo/${hidden.body.undo}`)).body.code).toBe('already_undone')
  expect((await auditOf('product:kurta-1'))[0]).toMatchObject({ action: 'product.state', actor_id: expect.any(String) })
  expect((await owner.call('POST', '/products/no-such/publish', {})).status).toBe(404)
  expect((await owner.call('POST', '/products/kurta-1/hide', { at: 'soon' })).status).toBe(400)
})

test('a sale runs over whole Indian days, is in the timeline, and is taken back there', { tags: 'A9' }, async () => {
  const sale = await owner.call('POST', '/products/kurta-2/sale', { price: 899, from: '2126-12-24', to: '2126-12-31' })
  expect(sale.status).toBe(200)
  expect(sale.body.scheduled).toEqual([
    { at: '2126-12-23T18:30:00.000Z', text: 'The price becomes Rs. 899 (MRP Rs. 1,500)' },
    { at: '2126-12-31T18:30:00.000Z', text: 'The sale ends: back to Rs. 1,001 (MRP Rs. 1,500)' },
  ])
  await owner.call('POST', '/products/kurta-3/archive', { at: '2126-12-25T10:00' })
  const coming = await walk('/products/timeline?')
  expect(coming.map(({ productId, text }) => `${productId}: ${text}`)).toEqual([
    'kurta-2: The price becomes Rs. 899 (MRP Rs. 1,500)',
    'kurta-3: Is archived',
    'kurta-2: The sale ends: back to Rs. 1,001 (MRP Rs. 1,500)',
  ])
  const [row] = await walk('/products?q=kurta-2')
  expect(row?.sale).toBe('Rs. 899 from 24 Dec 2126, 00:00 on')
  expect((await owner.call('DELETE', `/products/timeline/${coming[0]?.id}`)).status).toBe(204)
  expect((await owner.call('DELETE', `/products/timeline/${coming[0]?.id}`)).status).toBe(404)
  expect((await walk('/products/timeline?')).map(({ productId }) => productId)).toEqual(['kurta-3'])
  expect((await owner.call('POST', '/products/kurta-2/sale', { price: 899 })).status).toBe(400)
  const running = await owner.call('POST', '/products/kurta-2/sale', { price: 899, to: '2126-12-31' })
  expect((await walk('/products?q=kurta-2'))[0]).toMatchObject({ price: 899, sale: 'Sale until 1 Jan 2127, 00:00' })
  expect((await owner.call('POST', `/undo/${running.body.undo}`)).status).toBe(200)
  expect((await walk('/products?q=kurta-2'))[0]).toMatchObject({ price: 1001, sale: null })
})

test('a bulk change is shown first, changes what was chosen then, reports by row, and is undone as one', {
  tags: ['A4', 'A28'],
}, async () => {
  const before = await exportOf()
  const change = { price: { percent: 60, round: 9 } }
  const dry = await owner.call('POST', '/products/bulk', { filter: { q: 'kurta' }, change, dryRun: true })
  expect(dry.body).toMatchObject({ count: 23, undo: null, unchanged: 0, refusedCount: 0, warnings: [] })
  expect((dry.body.rows as unknown[]).length).toBe(10)
  expect((dry.body.rows as unknown[])[0]).toEqual({
    id: 'kurta-1',
    name: 'Kurta 1',
    changes: { price: { before: 1000, after: 1599 }, mrp: { before: 1500, after: 1599 } },
  })
  expect(await exportOf(), 'a dry run changes nothing').toEqual(before)
  await importCatalog(shop.shop.db, [
    JSON.stringify({
      ...PRODUCTS[0],
      _id: 'kurta-late',
      name: 'Kurta late',
      variants: [{ sku: 'KL', color: 'Red', size: 'M', quantity: 1 }],
    }),
  ])
  await owner.call('POST', '/products/kurta-5/sale', { price: 899, to: '2126-12-31' })
  const held = await exportOf()
  const done = await owner.call('POST', '/products/bulk', { selection: dry.body.selection, change })
  expect(done.body).toMatchObject({ count: 22, refusedCount: 1, refused: [{ id: 'kurta-5' }] })
  const after = new Map((await exportOf()).map((row) => [row.id, row]))
  expect(after.get('kurta-late'), 'it came after the choice').toMatchObject({ price: 100_000 })
  expect(after.get('kurta-1')).toMatchObject({ price: 159_900, mrp: 159_900 })
  for (const { price, mrp } of after.values()) expect(mrp ?? price).toBeGreaterThanOrEqual(price)
  await owner.call('POST', '/products/bulk', { ids: ['kurta-9'], change: { price: 777 } })
  expect((await owner.call('POST', `/undo/${done.body.undo}`)).status).toBe(200)
  const undone = await exportOf()
  expect(undone.filter(({ id }) => id !== 'kurta-9')).toEqual(held.filter(({ id }) => id !== 'kurta-9'))
  expect(
    undone.find(({ id }) => id === 'kurta-9'),
    'changed since',
  ).toMatchObject({ price: 77_700 })
  expect((await auditOf('product:kurta-1')).map(({ action }) => action)).toEqual([
    'product.bulk-undo',
    'product.bulk',
    expect.anything(),
  ])
  await sql`delete from products where id = 'kurta-late'`.execute(shop.shop.db)
})

test('a bulk change at a time waits for it, and is undone before', async () => {
  const at = '2126-10-01T09:00'
  const planned = await owner.call('POST', '/products/bulk', {
    ids: ['kurta-3', 'kurta-4', 'nothing'],
    change: { price: { percent: -20 }, state: 'hidden', at },
  })
  expect(planned.body).toMatchObject({ count: 2, refused: [{ id: 'nothing', message: 'This product doesn’t exist.' }] })
  expect(await walk('/products/timeline?'), 'one for the whole').toMatchObject([{ products: 2 }])
  expect((await owner.call('POST', `/undo/${planned.body.undo}`)).status).toBe(200)
  expect(await walk('/products/timeline?')).toEqual([])
  expect(await applyDueChanges(shop.shop.db)).toBe(0)
  const past = { ids: ['kurta-3'], change: { state: 'hidden', at: '2020-01-01' } }
  expect((await owner.call('POST', '/products/bulk', past)).status).toBe(400)
  expect((await owner.call('POST', '/products/bulk', { ids: ['kurta-3'], change: {} })).status).toBe(400)
  expect((await owner.call('POST', '/products/bulk', { change: { state: 'hidden' } })).status).toBe(400)
  expect((await owner.call('POST', '/products/bulk', { selection: 'x', change: { state: 'hidden' } })).status).toBe(404)
})

describe('a sale of many products', () => {
  const sale = { price: { percent: -15 }, at: { from: '2126-12-05', to: '2126-12-06' } }
  const ids = ['kurta-3', 'kurta-4', 'kurta-6']
  const sell = async (change: object = sale) => {
    const body = { ids, change }
    const report = await owner.call('POST', '/products/bulk', body)
    expect(report).toMatchObject({ status: 200, body: { count: 3 } })
    return report.body
  }
  const timeline = () => walk('/products/timeline?')
  const pricesNow = async () => {
    const found = await exportOf()
    return ids.map((id) => found.find((row) => row.id === id)?.price)
  }
  /** Applies what is due by then. */
  const pass = async (day: string) => {
    await sql`update product_changes set due_at = now() - (${`${day}T00:00+05:30`}::timestamptz - due_at)
      where due_at <= ${`${day}T00:00+05:30`}::timestamptz`.execute(shop.shop.db)
    await applyDueChanges(shop.shop.db)
  }
  const before = [100_200, 100_300, 100_500]
  const during = [85_200, 85_300, 85_400]

  test('begins with its first day and ends with its last; it’s one line of what is scheduled', async () => {
    expect(await pricesNow()).toEqual(before)
    const dry = await owner.call('POST', '/products/bulk', { ids, change: sale, dryRun: true })
    expect(dry.body.when).toBe(
      'It begins on 5 Dec 2126, 00:00 and ends on 7 Dec 2126, 00:00: then the former values return.',
    )
    await sell()
    expect(await timeline()).toMatchObject([
      { products: 3, text: 'Sale: −15 %, until 7 Dec 2126, 00:00', at: '2126-12-04T18:30:00.000Z' },
    ])
    await pass('2126-12-05')
    expect(await pricesNow()).toEqual(during)
    expect(await timeline()).toMatchObject([{ products: 3, text: 'The sale ends: the former prices return' }])
    await pass('2126-12-07')
    expect(await pricesNow()).toEqual(before)
    expect(await timeline()).toEqual([])
  })

  test('is taken back as one, before it begins and while it runs', async () => {
    for (const day of ['2126-12-04', '2126-12-05']) {
      const { undo } = await sell()
      await pass(day)
      expect((await owner.call('POST', `/undo/${undo}`)).status).toBe(200)
      expect([await pricesNow(), await timeline()]).toEqual([before, []])

      await sell()
      await pass(day)
      const [one] = await timeline()
      expect((await owner.call('DELETE', `/products/timeline/${one?.id}`)).status).toBe(204)
      expect([await pricesNow(), await timeline()]).toEqual([before, []])
      expect((await owner.call('DELETE', `/products/timeline/${one?.id}`)).status).toBe(404)
    }
  })

  test('begins at once without a first day, and a corrected usual price is what it ends with', async () => {
    const { undo } = await sell({ price: { percent: -15 }, at: { to: '2126-12-06' } })
    expect(await pricesNow()).toEqual(during)
    const { version } = (await owner.call('GET', '/products/kurta-4')).body
    await owner.call('PATCH', '/products/kurta-4', { price: 1104 }, { 'if-match': `"${version}"` })
    expect((await owner.call('POST', `/undo/${undo}`)).status).toBe(200)
    expect(await pricesNow()).toEqual([100_200, 110_400, 100_500])
  })

  test('a status for some days ends too, unless somebody has changed it meanwhile', async () => {
    await sell({ state: 'hidden', at: { to: '2126-12-06' } })
    await owner.call('POST', '/products/kurta-4/archive', {})
    await pass('2126-12-07')
    const states = await Promise.all(ids.map(async (id) => (await owner.call('GET', `/products/${id}`)).body.state))
    expect(states).toEqual(['published', 'archived', 'published'])
    await owner.call('POST', '/products/kurta-4/publish', {})
  })

  const statesNow = () => Promise.all(ids.map(async (id) => (await owner.call('GET', `/products/${id}`)).body.state))
  const edit = async (id: string, fields: object) => {
    const { version } = (await owner.call('GET', `/products/${id}`)).body
    const edited = await owner.call('PATCH', `/products/${id}`, fields, { 'if-match': `"${version}"` })
    expect(edited.status).toBe(200)
    return edited.body
  }
  const skipped = async (id: string) => {
    const [line] = await auditOf(`product:${id}`)
    expect(line).toMatchObject({ action: 'product.schedule-skipped' })
    return line?.after
  }

  test('a status that somebody has changed before its first day stays, also after its last', async () => {
    await sell({ state: 'hidden', at: { from: '2126-12-05', to: '2126-12-06' } })
    await owner.call('POST', '/products/kurta-4/archive', {})
    await owner.call('POST', '/products/kurta-6/hide', {})
    await pass('2126-12-05')
    expect(await statesNow()).toEqual(['hidden', 'archived', 'hidden'])
    expect(await skipped('kurta-4')).toMatchObject({ stays: { state: 'archived' }, wasScheduled: { state: 'hidden' } })
    await pass('2126-12-07')
    expect(await statesNow()).toEqual(['published', 'archived', 'hidden'])
    for (const id of ['kurta-4', 'kurta-6']) await owner.call('POST', `/products/${id}/publish`, {})
  })

  test('a price for good that was changed by hand before its day stays, and the log says so', async () => {
    await sell({ price: { percent: -15 }, at: '2126-12-05' })
    await edit('kurta-4', { price: 1104 })
    await pass('2126-12-05')
    expect(await pricesNow()).toEqual([85_200, 110_400, 85_400])
    expect(await skipped('kurta-4')).toMatchObject({ stays: { price: 1104 }, wasScheduled: { price: 853 } })
    await edit('kurta-3', { price: 1002 })
    await edit('kurta-4', { price: 1003 })
    await edit('kurta-6', { price: 1005 })
  })

  test('a corrected usual price is what a planned sale ends with, and so is one whose correction is undone', async () => {
    await sell()
    await edit('kurta-4', { price: 1104 })
    const { undo } = await edit('kurta-6', { price: 1105 })
    expect((await owner.call('POST', `/undo/${undo}`)).status).toBe(200)
    expect(await timeline(), 'it’s still one').toMatchObject([{ products: 3 }])
    await pass('2126-12-05')
    expect(await pricesNow()).toEqual(during)
    await pass('2126-12-07')
    expect(await pricesNow()).toEqual([100_200, 110_400, 100_500])
    await edit('kurta-4', { price: 1003 })
  })

  test('an MRP for some days leaves the price to whoever changes it', async () => {
    await sell({ mrp: 1800, at: { from: '2126-12-05', to: '2126-12-06' } })
    await edit('kurta-4', { price: 1104 })
    await pass('2126-12-05')
    expect(await pricesNow()).toEqual([100_200, 110_400, 100_500])
    await edit('kurta-6', { price: 1106 })
    expect(await pricesNow()).toEqual([100_200, 110_400, 110_600])
    await pass('2126-12-07')
    expect(await pricesNow()).toEqual([100_200, 110_400, 110_600])
    const mrps = (await exportOf()).filter(({ id }) => ids.includes(String(id))).map(({ mrp }) => mrp)
    expect(mrps).toEqual([150_000, 150_000, 150_000])
    await edit('kurta-4', { price: 1003 })
    await edit('kurta-6', { price: 1005 })
  })

  test('what another shop’s file has changed while it runs stays when it ends, or is undone', async () => {
    for (const end of ['its last day', 'undo']) {
      const { undo } = await sell({ price: { percent: -15 }, at: { to: '2126-12-06' } })
      await sql`update products set price_paise = 120000 where id = 'kurta-4'`.execute(shop.shop.db)
      if (end === 'undo') expect((await owner.call('POST', `/undo/${undo}`)).status).toBe(200)
      else await pass('2126-12-07')
      expect(await pricesNow(), end).toEqual([100_200, 120_000, 100_500])
      if (end !== 'undo') expect(await skipped('kurta-4')).toMatchObject({ stays: { price: 1200 } })
      await edit('kurta-4', { price: 1003 })
    }
  })

  test('days that can’t be are refused, and pieces that nobody can buy are named', async () => {
    const refused = (at: unknown) => owner.call('POST', '/products/bulk', { ids, change: { price: 9, at } })
    for (const at of [{}, 'Saturday', { from: '2126-12-06', to: '2126-12-05' }, { to: '2020-01-01' }])
      expect((await refused(at)).status, JSON.stringify(at)).toBe(400)
    await owner.call('POST', '/products/kurta-4/hide', {})
    const dry = await owner.call('POST', '/products/bulk', { ids, change: sale, dryRun: true })
    expect(dry.body.warnings).toContain('1 of 3 can’t be bought: a draft, hidden or archived.')
    await owner.call('POST', '/products/kurta-4/publish', {})
  })
})

test('exchange days of many products change with a preview, and are undone as one', async () => {
  const daysOf = async () => {
    const { rows } = await sql<{ id: string; days: number | null }>`
      select id, (details ->> 'exchangeDays')::integer as days from products where id in ('kurta-3', 'kurta-4', 'kurta-6') order by id`.execute(
      shop.shop.db,
    )
    return rows.map(({ days }) => days)
  }
  const ids = ['kurta-3', 'kurta-4', 'kurta-6']
  const one = await owner.call('POST', '/products/bulk', { ids: ['kurta-4'], change: { exchangeDays: 30 } })
  expect(await daysOf()).toEqual([null, 30, null])
  const dry = await owner.call('POST', '/products/bulk', { ids, change: { exchangeDays: 0 }, dryRun: true })
  expect(dry.body).toMatchObject({
    count: 3,
    warnings: [],
    rows: [
      { id: 'kurta-3', changes: { exchangeDays: { before: null, after: 0 } } },
      { id: 'kurta-4', changes: { exchangeDays: { before: 30, after: 0 } } },
      { id: 'kurta-6' },
    ],
  })
  await owner.call('POST', '/products/bulk', { ids: ['kurta-6'], change: { exchangeDays: 15 } })
  const done = await owner.call('POST', '/products/bulk', {
    selection: dry.body.selection,
    change: { exchangeDays: 0 },
  })
  expect(done.body).toMatchObject({
    count: 2,
    refused: [{ id: 'kurta-6', message: 'Its days to exchange were changed since the preview.' }],
  })
  expect(await daysOf()).toEqual([0, 0, 15])
  // What else a product keeps in the same place stays.
  expect((await owner.call('POST', `/undo/${done.body.undo}`)).status).toBe(200)
  expect(await daysOf()).toEqual([null, 30, 15])
  expect((await owner.call('POST', `/undo/${one.body.undo}`)).status).toBe(200)
  const back = await owner.call('POST', '/products/bulk', { ids, change: { exchangeDays: null } })
  expect(back.body).toMatchObject({ count: 1, unchanged: 2 })
  expect(await daysOf()).toEqual([null, null, null])
  for (const change of [{ exchangeDays: 61 }, { exchangeDays: 1.5 }, { exchangeDays: 3, at: '2126-10-01' }])
    expect((await owner.call('POST', '/products/bulk', { ids, change })).status).toBe(400)
})

test('a bulk change leaves alone what somebody changed since its preview', async () => {
  const change = { price: 1500 }
  const dry = await owner.call('POST', '/products/bulk', {
    ids: ['kurta-3', 'kurta-4', 'kurta-6'],
    change,
    dryRun: true,
  })
  await owner.call('POST', '/products/bulk', { ids: ['kurta-4'], change: { price: 2222 } })
  await owner.call('POST', '/products/kurta-6/hide', {})
  const done = await owner.call('POST', '/products/bulk', { selection: dry.body.selection, change })
  expect(done.body).toMatchObject({
    count: 2,
    refused: [{ id: 'kurta-4', message: 'Its price was changed since the preview.' }],
  })
  const prices = new Map((await exportOf()).map(({ id, price }) => [id, price]))
  expect(prices.get('kurta-4')).toBe(222_200)
  expect(prices.get('kurta-6'), 'only its status was changed').toBe(150_000)
  const states = await owner.call('POST', '/products/bulk', {
    ids: ['kurta-3'],
    change: { state: 'hidden' },
    dryRun: true,
  })
  await owner.call('POST', '/products/kurta-3/archive', {})
  const second = { selection: states.body.selection, change: { state: 'hidden' } }
  expect((await owner.call('POST', '/products/bulk', second)).body).toMatchObject({
    count: 0,
    refused: [{ message: 'Its status was changed since the preview.' }],
  })
})

test('an amount is added once, even if the next statement after its transaction fails', async () => {
  const quantity = async () =>
    (await sql<{ n: number }>`select on_hand as n from stock where sku = 'K2-M'`.execute(shop.shop.db)).rows[0]?.n ?? 0
  const before = await quantity()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const add = () => owner.call('POST', '/stock/K2-M', { change: 4, reason: 'arrived' }, headers)
  const { query } = pg.Client.prototype
  let committed = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (committed === 1 && committed++) return Promise.reject(new Error('Connection terminated'))
    const [{ text }] = args as [{ text: string }]
    if (text === 'commit') committed++
    return Reflect.apply(query, this, args)
  } as never)
  await add()
  spy.mockRestore()
  await add()
  expect(await quantity()).toBe(before + 4)
  await owner.call('POST', '/stock/K2-M', { change: -4, reason: 'as before' })
})

test('stock changes by an amount with a reason; a count leaves sales since it began; the ledger adds up', {
  tags: ['A12', 'A18'],
}, async () => {
  expect(await owner.call('POST', '/stock/K1-M', { change: -3, reason: 'damaged' })).toMatchObject({
    status: 200,
    body: { stock: { sku: 'K1-M', onHand: 17, available: 17 } },
  })
  expect((await owner.call('POST', '/stock/K1-M', { change: -18, reason: 'lost' })).status).toBe(400)
  expect((await owner.call('POST', '/stock/K1-M', { change: 0, reason: 'lost' })).status).toBe(400)
  expect((await owner.call('POST', '/stock/K1-M', { change: 1, reason: ' ' })).status).toBe(400)
  expect((await owner.call('POST', '/stock/no-such', { change: 1, reason: 'arrived' })).status).toBe(404)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(shop.shop.db)
  await sql`update stock set on_hand = on_hand - 2 where sku = 'K1-M'`.execute(shop.shop.db)
  await sql`insert into stock_ledger (sku, delta_on_hand, reason) values ('K1-M', -2, 'sold')`.execute(shop.shop.db)
  const counted = await owner.call('POST', '/stock/K1-M/count', { counted: 12, began: rows[0]?.now.toISOString() })
  expect(counted.body).toMatchObject({ expected: 17, difference: -5, stock: { onHand: 10, sold: 2, daysLeft: null } })
  expect((await owner.call('POST', `/undo/${counted.body.undo}`)).status).toBe(200)
  const history = await walk('/stock/K1-M/history?')
  expect(history.slice(0, 4).map(({ onHand, reason, after }) => [onHand, reason, after])).toEqual([
    [5, 'taken back: counted 12, expected 17', 15],
    [-5, 'counted 12, expected 17', 10],
    [-2, 'sold', 15],
    [-3, 'damaged', 17],
  ])
  expect((await owner.call('GET', '/stock/no-such/history')).status).toBe(404)
  const { rows: wrong } = await sql`select s.sku from stock s
    where s.on_hand <> (select sum(delta_on_hand) from stock_ledger l where l.sku = s.sku)`.execute(shop.shop.db)
  expect(wrong).toEqual([])
})

test('a count asks for one SKU however it was typed, for what lies on a shelf, and for the moment it begins', async () => {
  const before = Date.now()
  for (const sku of ['K3-M', 'k3-m'])
    expect((await owner.call('GET', `/stock?sku=${sku}`)).body).toMatchObject({ items: [{ sku: 'K3-M' }], next: null })
  expect((await owner.call('GET', '/stock?sku=K3')).body.items).toEqual([])
  expect((await owner.call('GET', '/stock?sku=')).status).toBe(400)
  const { db } = shop.shop
  await sql`insert into sku_places (sku, place) values ('K3-M', 'Shelf C1'), ('K3-L', 'Shelf C1'), ('K4-M', 'Shelf C10')`.execute(
    db,
  )
  const shelf = await walk('/stock?place=Shelf%20C1')
  expect(shelf.map(({ sku, place }) => [sku, place])).toEqual([
    ['K3-L', 'Shelf C1'],
    ['K3-M', 'Shelf C1'],
  ])
  const { at } = (await owner.call('GET', '/stock?place=nowhere')).body
  expect(Date.parse(String(at))).toBeGreaterThanOrEqual(before)
  await sql`delete from sku_places where place like 'Shelf C%'`.execute(db)
})

test('what runs out comes first, by the shop’s level or its own', async () => {
  expect((await owner.call('PATCH', '/stock/K2-L', { low: 25 })).body).toMatchObject({
    stock: { low: 25, isLow: true },
  })
  const low = await walk('/stock?low=0')
  expect(low.map(({ sku }) => sku)).toEqual(['BOXY-TEE-WHITE-L', 'K1-L', 'K11-L', 'K16-L', 'K21-L', 'K6-L', 'K2-L'])
  expect(low.at(-1)).toMatchObject({ sku: 'K2-L' })
  await owner.call('PATCH', '/stock/K2-L', { low: null })
  const all = await walk('/stock?q=kurta-2')
  expect(all.map(({ sku }) => sku)).toEqual(['K2-L', 'K2-M'])
})

test('a SKU says how many days it lasts at the last 28 days’ pace, and how many people wait for it', {
  tags: 'A33',
}, async () => {
  const { db } = shop.shop
  // 14 sold in 28 days, and one before them: 8 pieces last 16 days.
  await sql`insert into stock_ledger (sku, delta_on_hand, reason, at)
    select 'K3-M', -1, 'sold', now() - make_interval(days => 2 * day) from generate_series(1, 13) day`.execute(db)
  await sql`insert into stock_ledger (sku, delta_on_hand, reason, at)
    values ('K3-M', -1, 'sold', now() - interval '1 hour'), ('K3-M', -1, 'sold', now() - interval '29 days')`.execute(
    db,
  )
  await sql`update stock set on_hand = 8 where sku = 'K3-M'`.execute(db)
  await sql`insert into alert_recipients (email, token)
    values ('a@example.test', 'a'), ('b@example.test', 'b'), ('c@example.test', 'c')`.execute(db)
  await sql`insert into stock_alerts (email, product_id, color, size, token, confirmed_at, notified_at)
    select email, s.product_id, s.color, s.size, email, confirmed, told
    from stock s, (values ('a@example.test', now(), null), ('b@example.test', null, null),
      ('c@example.test', now(), now())) as asked (email, confirmed, told) where s.sku = 'K3-M'`.execute(db)
  expect((await walk('/stock?q=K3-M'))[0]).toMatchObject({ available: 8, sold: 14, daysLeft: 16, waiting: 1 })
  // Fewer than two weeks of sales say nothing.
  const sell = (daysAgo: number) =>
    sql`insert into stock_ledger (sku, delta_on_hand, reason, at)
      values ('K4-M', -1, 'sold', now() - make_interval(days => ${daysAgo}::integer))`.execute(db)
  await sql`update stock set on_hand = 8 where sku = 'K4-M'`.execute(db)
  await sell(13)
  expect((await walk('/stock?q=K4-M'))[0]).toMatchObject({ sold: 1, daysLeft: null })
  await sell(20)
  expect((await walk('/stock?q=K4-M'))[0]).toMatchObject({ sold: 2, daysLeft: 80 })
})
