import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper, type Shopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, setShopKind, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { setLowStockThreshold } from '../catalog/stock/sql.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import type { Report } from '../reports/staff-contract.ts'
import { readOwnToday, salesPeriods } from './home.server.ts'
import type { Home } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
let packer: SignedInStaff

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newShopper(shop)
  owner = await signInStaff(shop, 'owner')
  packer = await signInStaff(shop, 'packer')
})
afterAll(() => shop.close())

const home = async (by = owner) => (await by.browser.call('GET', '/home')).body as unknown as Home
const counts = async (by = owner) =>
  Object.fromEntries((await home(by)).waiting.map(({ kind, count }) => [kind, count]))

test('in an empty shop nothing waits', async () => {
  await sql`update stock set on_hand = 500`.execute(shop.shop.db)
  expect(await home()).toMatchObject({
    waiting: [{ kind: 'sandbox' }, { kind: 'gstin' }],
    setUp: null,
    sales: { week: { orders: 0, money: 0 } },
  })
})

test('seven kinds of waiting, each with its count and its list', { tags: 'C2.16' }, async () => {
  const { db } = shop.shop
  // To pack, and sold.
  await buy(shop, asha, [tee])
  const { orderId } = await buy(shop, asha, [{ ...tee, quantity: 2 }])
  for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  // To approve.
  await asha.api('POST /user/addExchange', {
    body: { orderId, productId: tee.productId, reasonForExchange: 'Product Damaged', problem: 'A hole.' },
  })
  // To answer.
  const message = { firstName: 'Ila', lastName: 'Rao', email: 'ila@example.test', phone: '1', message: 'Hello' }
  await shop.api('POST /user/addContactUs', { body: message })
  // Running out.
  const { sku, on_hand } = await db
    .selectFrom('stock')
    .select(['sku', 'on_hand'])
    .where('product_id', '=', tee.productId)
    .orderBy('sku')
    .executeTakeFirstOrThrow()
  await setLowStockThreshold(db, STAFF, sku, on_hand)
  // Stuck, in doubt, failed.
  await sql`
    insert into refunds (id, payment_id, order_id, amount_paise, reason, note, state, created_at)
    select gen_random_uuid(), payment_id, id, 100, 'amount', '', s, now() - interval '3 hours'
    from orders cross join unnest(array['pending', 'failed']) s where id = ${orderId}`.execute(db)
  await sql`update orders set capture_unconfirmed = true where id = ${orderId}`.execute(db)
  const { waiting, sales } = await home()
  expect(waiting.map(({ kind, count, to }) => [kind, count, to])).toEqual([
    ['sandbox', 1, '/settings/connections#payments'],
    ['gstin', 1, '/settings/tax#shop.gstin'],
    ['payments-in-doubt', 1, '/orders?stage=problems'],
    ['failed-refunds', 1, '/orders?stage=problems'],
    ['stuck-refunds', 1, '/orders?stage=problems'],
    ['pack', 1, '/pack'],
    ['exchanges-to-approve', 1, '/exchanges?state=waiting'],
    ['messages', 1, '/messages?state=waiting'],
    ['sizes', expect.any(Number), '/stock?low=true'],
  ])
  expect(sales).toMatchObject({ today: { orders: 2, pieces: 3 }, week: { orders: 2 }, weekBefore: { orders: 0 } })
  expect((await owner.browser.call('GET', '/badges')).body).toEqual({
    pack: 1,
    exchanges: 1,
    returns: 0,
    orders: 1,
    messages: 1,
  })
})

test('each number is that of the list that it opens', async () => {
  for (const { kind, count, to } of (await home()).waiting) {
    if (!/^\/(exchanges|messages|pack|orders|stock)/.test(to) || to.includes('problems')) continue
    const { body } = await owner.browser.call('GET', to)
    expect((body.items as unknown[]).length, kind).toBe(count)
  }
  const { body } = await owner.browser.call('GET', '/orders?stage=problems')
  expect(body.items).toHaveLength(1)
})

test('what should have left already is counted beside what is to pack', async () => {
  const pack = async () => (await home()).waiting.find(({ kind }) => kind === 'pack')
  expect(await pack()).toMatchObject({ detail: null })
  const [order] = (
    await sql<{
      id: string
      at: Date
    }>`select id, paid_at as at from orders where status <> 'delivered' and state = 'paid'`.execute(shop.shop.db)
  ).rows
  await sql`update orders set paid_at = paid_at - interval '30 days' where id = ${order?.id}`.execute(shop.shop.db)
  expect(await pack()).toMatchObject({ count: 1, detail: '1 late' })
  const { body } = await owner.browser.call('GET', '/pack')
  // Safe cast: the call's response.
  expect((body.items as { isLate: boolean }[]).filter(({ isLate }) => isLate)).toHaveLength(1)
  await sql`update orders set paid_at = ${order?.at} where id = ${order?.id}`.execute(shop.shop.db)
})

test('a packer sees what packers work on: no sums, no money, no messages', async () => {
  expect(await home(packer)).toMatchObject({ sales: null, setUp: null })
  expect(Object.keys(await counts(packer))).toEqual(['pack'])
  expect((await packer.browser.call('GET', '/badges')).body).toEqual({ pack: 1, exchanges: 1, returns: 0 })
  const { body } = await packer.browser.call('GET', '/today')
  expect(Object.keys(body).sort()).toEqual([
    'exchangeStates',
    'exchanges',
    'exchangesToPack',
    'parcels',
    'runningOut',
    'runningOutCount',
    'toPack',
  ])
})

test('today is what the command prints', async () => {
  const { body } = await owner.browser.call('GET', '/today')
  expect(body).toEqual(JSON.parse(JSON.stringify(await readOwnToday(shop.shop))))
})

test('days and weeks begin at midnight in India, whatever the zone of the machine', () => {
  const at = (now: string) => {
    const { today, monday } = salesPeriods(new Date(now))
    return [today.toISOString(), monday.toISOString()]
  }
  // Sunday 23:59 in India, and a minute later Monday.
  expect(at('2026-03-29T18:29:00Z')).toEqual(['2026-03-28T18:30:00.000Z', '2026-03-22T18:30:00.000Z'])
  expect(at('2026-03-29T18:31:00Z')).toEqual(['2026-03-29T18:30:00.000Z', '2026-03-29T18:30:00.000Z'])
})

test('the same part of the week before is compared, not all of it', async () => {
  const { db } = shop.shop
  const before = (await home()).sales?.weekBefore.orders ?? 0
  const { orderId } = await buy(shop, asha, [tee])
  const move = (interval: string) =>
    sql`update orders set paid_at = now() - interval '7 days' + ${interval}::interval where id = ${orderId}`.execute(db)
  await move('-1 second')
  expect((await home()).sales?.weekBefore.orders).toBe(before + 1)
  await move('1 minute')
  expect((await home()).sales?.weekBefore.orders).toBe(before)
})

test('net sales of today are those of the report, after a refund, a cancelled order and a lost dispute', async () => {
  const { db } = shop.shop
  const place = async () => (await buy(shop, asha, [tee])).orderId
  const [refunded, cancelled, lost] = [await place(), await place(), await place()]
  const full = (await home()).sales?.today.money ?? 0
  await owner.browser.call('POST', `/orders/${refunded}/refund`, { amount: 100, reason: 'late' })
  await owner.browser.call('POST', `/orders/${cancelled}/cancel`, { reason: 'none left' })
  await sql`insert into disputes (id, payment_id, order_id, amount_paise, phase, reason, status, decided_at)
    select 'dispute-lost', payment_id, id, 50000, 'chargeback', 'fraud', 'lost', now() from orders where id = ${lost}`.execute(
    db,
  )
  const today = (await home()).sales?.today ?? { orders: 0, pieces: 0, money: 0 }
  expect(today.money).toBeLessThan(full - 600)

  const { body } = await owner.browser.call('GET', '/reports/sales')
  const [table] = (body as unknown as Report).tables
  const last = table?.rows.at(-1)?.cells ?? []
  const cell = (label: string) => last[table?.columns.findIndex((column) => column.label === label) ?? -1]
  expect(today).toEqual({ orders: cell('Orders'), pieces: cell('Pieces'), money: cell('Net sales') })
  const { body: customer } = await owner.browser.call('GET', `/customers?q=${encodeURIComponent(asha.email)}`)
  const paid = await sql<{
    sum: number
  }>`select sum(total_paise)::float8 / 100 as sum from orders where state = 'paid'`.execute(db)
  expect(customer.items).toMatchObject([
    {
      // With the rupee that is pending since the test of what waits.
      spent: expect.closeTo((paid.rows[0]?.sum ?? 0) - 601, 2),
    },
  ])
})

test('a new shop is shown what it lacks, each step with the place where it’s done', async () => {
  await setShopKind(shop, { real: true })
  try {
    const { setUp } = await home()
    expect(setUp?.map(({ step }) => step)).toEqual([
      'name',
      'address',
      'details',
      'gstin',
      'prices',
      'hsn',
      'mail',
      'owner-mail',
      'payments',
      'delivery',
      'policies',
      'grievance',
      'backups',
      'brand',
      'product',
      'home-page',
      'preview',
      'open',
    ])
    expect(setUp?.find(({ step }) => step === 'product')?.isDone).toBe(true)
    expect(setUp?.find(({ step }) => step === 'payments')).toEqual({
      step: 'payments',
      isDone: false,
      to: '/settings/connections#payments',
      lacks: [],
    })
    expect(setUp?.find(({ step }) => step === 'details')).toMatchObject({
      to: '/settings/shop#shop.legalName',
      lacks: expect.arrayContaining(['Legal name of the seller', 'Phone number']),
    })
    // Each leads to a setting that its screen has.
    const { body } = await owner.browser.call('GET', '/settings')
    const places = (body.items as { name: string; page: string }[]).map(({ name, page }) => `/settings/${page}#${name}`)
    const others = [
      '/products/new',
      '/home-page',
      ...['mail', 'payments', 'preview'].map((part) => `/settings/connections#${part}`),
    ]
    for (const { to } of setUp ?? []) expect([...places, ...others]).toContain(to)
    expect((await home(packer)).setUp).toBeNull()
  } finally {
    await setShopKind(shop, { real: false })
  }
})

test('what an owner is asked is done once it’s set, even to what it was', async () => {
  await setShopKind(shop, { real: true })
  const stepOf = async (name: string) => (await home()).setUp?.find(({ step }) => step === name)
  const setting = async (name: string) => (await owner.browser.call('GET', `/settings/${name}`)).body
  try {
    for (const [step, name] of [
      ['prices', 'tax.pricesInclude'],
      ['hsn', 'tax.hsn'],
      ['owner-mail', 'owner.email'],
      ['grievance', 'grievance.name'],
      ['backups', 'backup.to'],
      ['delivery', 'order.delivery'],
    ] as const) {
      // Only a name can't stay: a new shop has none of its own.
      const value = name === 'grievance.name' ? 'Meera Rao' : (await setting(name)).value
      expect([name, (await setting(name)).isUndecided, (await stepOf(step))?.isDone]).toEqual([name, true, false])
      const set = await owner.browser.call('PATCH', '/settings', { values: { [name]: value } })
      expect([set.status, (await setting(name)).isUndecided, (await stepOf(step))?.isDone]).toEqual([200, false, true])
    }
    const policies = ['page.terms', 'page.shipping', 'page.exchanges', 'page.privacy']
    await owner.browser.call('PATCH', '/settings', { values: Object.fromEntries(policies.map((name) => [name, ''])) })
    // Adopted as they are, and the privacy policy still has blanks.
    expect(await stepOf('policies')).toMatchObject({
      isDone: false,
      to: '/settings/policies#privacy.updated',
      lacks: expect.arrayContaining(['Privacy policy: who delivers the parcels']),
    })
    const blanks = { updated: '1 December 2026', orderYears: '8', courier: 'Delhivery', mailService: 'Zoho' }
    const facts = { ...blanks, mapService: 'OpenStreetMap', pictureHost: 'ourselves', authority: 'the Board' }
    const values = Object.fromEntries(Object.entries(facts).map(([name, value]) => [`privacy.${name}`, value]))
    await owner.browser.call('PATCH', '/settings', { values })
    expect(await stepOf('policies')).toMatchObject({ isDone: true, lacks: [] })
  } finally {
    await setShopKind(shop, { real: false })
  }
})

test('a shop that charges no GST isn’t asked about prices with it, nor about HSN codes', async () => {
  await setShopKind(shop, { real: true })
  const values = { 'order.taxPercent': 0, 'tax.pricesInclude': null, 'tax.hsn': null }
  try {
    expect((await owner.browser.call('PATCH', '/settings', { values })).status).toBe(200)
    const { setUp } = await home()
    const taxSteps = setUp?.filter(({ step }) => ['gstin', 'prices', 'hsn'].includes(step))
    expect(taxSteps?.map(({ isDone }) => isDone)).toEqual([true, true, true])
  } finally {
    await setShopKind(shop, { real: false })
  }
})
