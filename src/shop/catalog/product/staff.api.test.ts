import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newShopper, order } from '../../../../tests/support/checkout-fixture.ts'
import { garmentLines } from '../../../../tests/support/garments.ts'
import { openTestShop, STAFF, type TestShop } from '../../../../tests/support/shop.ts'
import { signInStaff } from '../../../../tests/support/staff.ts'
import { listAudit } from '../../audit/sql.server.ts'
import { importCatalog } from '../../imports/import-catalog.server.ts'
import { changeSettings } from '../../settings/staff.server.ts'
import { applyDueChanges } from '../jobs.server.ts'
import { findUnusualPrice } from '../schedule/sales.server.ts'
import { changeStock, setLowStockThreshold } from '../stock/sql.server.ts'
import { listProducts } from './sql.server.ts'
import { changeProduct, changeProductState, moveProduct, showProduct, unscheduleProduct } from './staff.server.ts'

let shop: TestShop
let db: TestShop['shop']['db']

beforeAll(async () => {
  shop = await openTestShop({
    products: [
      { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 5 } } },
      { id: 'tin-tote', name: 'Tin Tote', price: 27, stock: { White: { 'Free Size': 2 } } },
      { id: 'sea-cap', name: 'Sea Cap', price: 499, stock: { Blue: { 'Free Size': 9 } } },
    ],
  })
  db = shop.shop.db
})
afterAll(() => shop.close())

const detail = (productId: string) => shop.api('GET /product/getProductDetail/{productId}', { params: { productId } })
const listed = async () => {
  const result = await shop.api('GET /user/filterProduct', { query: {} })
  return result.ok ? result.data.map((product) => product._id) : []
}
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds)
const DAY = 24 * 60 * 60 * 1000

describe('a product', () => {
  test('that is hidden is in no list and not found; published again, it is as before', async () => {
    expect(await listed()).toContain('boxy-tee')
    expect((await detail('boxy-tee')).ok).toBe(true)
    expect(await changeProductState(db, STAFF, 'boxy-tee', 'hidden')).toMatchObject({ ok: true })
    await expect.poll(listed).not.toContain('boxy-tee')
    await expect.poll(() => detail('boxy-tee')).toMatchObject({ ok: false, status: 404 })
    expect(await (await shop.fetch('/sitemap.xml')).text()).not.toContain('boxy-tee')
    const home = await Promise.all([shop.api('GET /home/latestArrivals', {}), shop.api('GET /home/topCollection', {})])
    expect(JSON.stringify(home)).not.toContain('boxy-tee')
    expect(await listProducts(db, { hidden: true })).toMatchObject([{ id: 'boxy-tee', state: 'hidden' }])
    await changeProductState(db, STAFF, 'boxy-tee', 'published')
    await expect.poll(listed).toContain('boxy-tee')
    await expect.poll(async () => (await detail('boxy-tee')).ok).toBe(true)
  })

  test('that is archived gets 410, even if it was hidden before', async () => {
    await changeProductState(db, STAFF, 'sea-cap', 'hidden')
    await expect.poll(() => detail('sea-cap')).toMatchObject({ status: 404 })
    await changeProductState(db, STAFF, 'sea-cap', 'archived')
    await expect.poll(() => detail('sea-cap')).toMatchObject({ ok: false, status: 410 })
  })

  test('that is no longer sold doesn’t block a cart: its line is sold out, and can’t be ordered or added', async () => {
    const asha = await newShopper(shop)
    const line = { productId: 'tin-tote', color: 'White', size: 'Free Size', quantity: 1 }
    const add = () => asha.api('POST /user/addToCart', { body: { userId: asha.id, ...line } })
    expect((await add()).ok).toBe(true)
    await changeProductState(db, STAFF, 'tin-tote', 'hidden')
    const cart = await asha.api('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })
    expect(JSON.stringify(cart)).toContain('"available":0')
    expect(await order(asha, [line])).toMatchObject({ ok: false, status: 409 })
    expect(await add()).toMatchObject({ ok: false, status: 404 })
    await changeProductState(db, STAFF, 'tin-tote', 'published')
    expect((await order(asha, [line])).ok).toBe(true)
  })

  test('changes field by field: its stock stays, pages follow, and the audit log records who changed what', async () => {
    const changed = await changeProduct(db, STAFF, 'boxy-tee', { price: 999, mrp: 1499, name: 'Boxy Tee II' })
    expect(changed).toMatchObject({ ok: true, data: { fields: { price: 999, mrp: 1499, name: 'Boxy Tee II' } } })
    await expect.poll(async () => JSON.stringify(await detail('boxy-tee'))).toContain('"price":999,"mrp":1499')
    expect((await showProduct(db, 'boxy-tee'))?.stock).toMatchObject([{ onHand: 5, held: 0 }])
    expect((await listAudit(db, { subject: 'product:boxy-tee', limit: 1 }))[0]).toMatchObject({
      actorKind: 'staff',
      actor: 'tests (owner)',
      action: 'product.set',
      before: { price: 1299, mrp: null, name: 'Boxy Tee' },
      after: { price: 999, mrp: 1499, name: 'Boxy Tee II' },
    })
  })

  test('can replace its Markdown description with a plain one', async () => {
    const descriptionMarkdown = 'Made of **tin**.'
    await changeProduct(db, STAFF, 'tin-tote', { descriptionMarkdown })
    const data = { description: 'Made of tin.', descriptionHtml: '<p>Made of <strong>tin</strong>.</p>\n' }
    await expect.poll(() => detail('tin-tote')).toMatchObject({ data: { data } })
    await changeProduct(db, STAFF, 'tin-tote', { description: 'Of 2 * 3 parts' })
    const fields = (await showProduct(db, 'tin-tote'))?.fields
    expect(fields).toMatchObject({ description: 'Of 2 * 3 parts', descriptionMarkdown: null })
  })

  test('is never sold above its MRP, and an unknown one is not found', async () => {
    expect(await changeProduct(db, STAFF, 'boxy-tee', { price: 1500 })).toMatchObject({
      ok: false,
      message: 'The MRP can’t be below the price: nothing may be sold above its maximum retail price.',
    })
    expect(await changeProduct(db, STAFF, 'nowhere', { price: 1 })).toMatchObject({ code: 'not_found' })
  })
})

describe('a scheduled change', () => {
  /** Brings the due times of all scheduled changes forward. */
  const pass = (days: number) =>
    sql`update product_changes set due_at = due_at - make_interval(days => ${days})`.execute(db)

  test('is applied once when due: a sale begins, and the former price returns at its end', async () => {
    const period = { from: inFuture(DAY), to: inFuture(3 * DAY) }
    const sale = await changeProduct(db, STAFF, 'boxy-tee', { price: 799 }, period)
    expect(sale).toMatchObject({ ok: true, data: { fields: { price: 999 }, scheduled: [{}, {}] } })
    expect(await applyDueChanges(db)).toBe(0)
    await pass(2)
    const rounds = await Promise.all([applyDueChanges(db), applyDueChanges(db)])
    expect(rounds.toSorted()).toEqual([0, 1])
    await expect.poll(async () => JSON.stringify(await detail('boxy-tee'))).toContain('"price":799,"mrp":1499')
    const second = { from: inFuture(DAY), to: inFuture(2 * DAY) }
    expect(await changeProduct(db, STAFF, 'boxy-tee', { price: 5 }, second)).toMatchObject({ code: 'conflict' })
    await pass(2)
    expect(await applyDueChanges(db)).toBe(1)
    expect(await showProduct(db, 'boxy-tee')).toMatchObject({ fields: { price: 999 }, scheduled: [] })
  })

  test('several overdue ones are applied in the order of due times, not of scheduling', async () => {
    await changeProductState(db, STAFF, 'boxy-tee', 'published', inFuture(2 * DAY))
    await changeProductState(db, STAFF, 'boxy-tee', 'hidden', inFuture(DAY))
    await pass(3)
    expect(await applyDueChanges(db)).toBe(2)
    expect(await showProduct(db, 'boxy-tee')).toMatchObject({ state: 'published' })
  })

  test('publishes a product; a time that has passed and an end before the beginning are refused', async () => {
    await changeProductState(db, STAFF, 'boxy-tee', 'hidden')
    await changeProductState(db, STAFF, 'boxy-tee', 'published', inFuture(DAY))
    await pass(1)
    await applyDueChanges(db)
    expect(await showProduct(db, 'boxy-tee')).toMatchObject({ state: 'published' })
    const late = await changeProductState(db, STAFF, 'boxy-tee', 'hidden', inFuture(-DAY))
    expect(late).toMatchObject({ ok: false, code: 'invalid_input' })
    const period = { from: inFuture(2 * DAY), to: inFuture(DAY) }
    expect(await changeProduct(db, STAFF, 'boxy-tee', { price: 5 }, period)).toMatchObject({
      code: 'invalid_input',
    })
  })

  test('a sale that is cancelled while it runs ends: the price of before returns', async () => {
    await changeProduct(db, STAFF, 'sea-cap', { price: 299 }, { to: inFuture(DAY) })
    expect(await showProduct(db, 'sea-cap')).toMatchObject({ fields: { price: 299 } })
    expect(await unscheduleProduct(db, STAFF, 'sea-cap')).toMatchObject({
      ok: true,
      data: { fields: { price: 499 }, scheduled: [] },
    })
    // A sale that hasn't begun, and a later price without an end, are just removed.
    await changeProduct(db, STAFF, 'sea-cap', { price: 299 }, { from: inFuture(DAY), to: inFuture(2 * DAY) })
    await unscheduleProduct(db, STAFF, 'sea-cap')
    await changeProduct(db, STAFF, 'sea-cap', { price: 599 }, { from: inFuture(DAY) })
    expect(await unscheduleProduct(db, STAFF, 'sea-cap')).toMatchObject({ data: { fields: { price: 499 } } })
  })

  test('the usual price can be corrected before and during a sale, which keeps its own', async () => {
    const set = (changes: { price?: number; mrp?: number }) => changeProduct(db, STAFF, 'sea-cap', changes)
    await changeProduct(db, STAFF, 'sea-cap', { price: 299 }, { from: inFuture(DAY), to: inFuture(3 * DAY) })
    expect(await set({ price: 549, mrp: 599 })).toMatchObject({ ok: true, data: { fields: { price: 549, mrp: 599 } } })
    await pass(2)
    await applyDueChanges(db)
    expect(await showProduct(db, 'sea-cap')).toMatchObject({ fields: { price: 299, mrp: 599 } })
    expect(await set({ price: 499, mrp: 649 })).toMatchObject({
      ok: true,
      data: { fields: { price: 299, mrp: 649 }, scheduled: [{ change: { price: 499, mrp: 649, endsSale: true } }] },
    })
    expect(await set({ price: 700 })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await set({ price: 200, mrp: 250 })).toMatchObject({ ok: false, message: expect.stringContaining('sale') })
    await pass(2)
    await applyDueChanges(db)
    expect(await showProduct(db, 'sea-cap')).toMatchObject({ fields: { price: 499, mrp: 649 }, scheduled: [] })
    await changeProduct(db, STAFF, 'sea-cap', { mrp: null })
  })

  test('can be cancelled', async () => {
    await changeProductState(db, STAFF, 'boxy-tee', 'archived', inFuture(DAY))
    expect(await unscheduleProduct(db, STAFF, 'boxy-tee')).toMatchObject({
      ok: true,
      data: { scheduled: [] },
    })
  })
})

describe('stock', () => {
  test('has its own low-stock threshold, and its changes are audited', async () => {
    const lowIds = async (low: number) => (await listProducts(db, { low })).map(({ id }) => id)
    const sku = (await showProduct(db, 'sea-cap'))?.stock[0]?.sku ?? ''
    expect(await lowIds(0)).not.toContain('sea-cap')
    expect(await setLowStockThreshold(db, STAFF, sku, 9)).toMatchObject({ ok: true, data: { before: null, low: 9 } })
    expect(await listProducts(db, { low: 0 })).toMatchObject([{ id: 'sea-cap', low: [{ sku, left: 9 }] }])
    expect((await showProduct(db, 'sea-cap'))?.stock).toMatchObject([{ sku, low: 9 }])
    await setLowStockThreshold(db, STAFF, sku, 3)
    expect(await lowIds(20), 'its own threshold counts, not the list’s').not.toContain('sea-cap')
    const change = { action: 'stock.level', before: { low: 9 }, after: { low: 3 } }
    expect((await listAudit(db, { subject: `sku:${sku}`, limit: 5 }))[0]).toMatchObject(change)
    await setLowStockThreshold(db, STAFF, sku, null)
    expect(await lowIds(20)).toContain('sea-cap')
    expect(await setLowStockThreshold(db, STAFF, 'NONE', 3)).toMatchObject({ ok: false, code: 'not_found' })
  })

  test('is changed with a reason, in ledger and audit log, and never goes below zero', async () => {
    const [row] = (await showProduct(db, 'boxy-tee'))?.stock ?? []
    const sku = row?.sku ?? ''
    const add = (delta: number) => changeStock(db, STAFF, sku, { delta, reason: 'counted' })
    expect(await add(3)).toMatchObject({ ok: true, data: { before: 5, quantity: 8 } })
    expect(await add(-9)).toMatchObject({ ok: false, code: 'invalid_input' })
    expect((await listAudit(db, { subject: `sku:${sku}`, limit: 5 }))[0]).toMatchObject({
      before: { quantity: 5 },
      after: { quantity: 8, reason: 'counted' },
    })
    expect(await listProducts(db, { low: 7 })).not.toContainEqual(expect.objectContaining({ id: 'boxy-tee' }))
  })
})

describe('the owner’s manual sort order', () => {
  const move = async (id: string, to: Parameters<typeof moveProduct>[3]) =>
    expect(await moveProduct(db, STAFF, id, to)).toMatchObject({ ok: true })
  const sorted = async (sortBy: 'lowToHigh' | 'highToLow') => {
    const result = await shop.api('GET /user/filterProduct', { query: { sortBy } })
    return result.ok ? result.data.map((product) => product._id) : []
  }

  test('applies if no other is chosen; products without a position follow by price, page by page', async () => {
    await changeProductState(db, STAFF, 'sea-cap', 'published')
    const byPrice = ['tin-tote', 'sea-cap', 'boxy-tee']
    await expect.poll(() => sorted('lowToHigh')).toEqual(byPrice)
    expect(await listed()).toEqual(byPrice)
    await move('boxy-tee', 'first')
    await expect.poll(listed).toEqual(['boxy-tee', 'tin-tote', 'sea-cap'])
    await move('sea-cap', 'first')
    await expect.poll(listed).toEqual(['sea-cap', 'boxy-tee', 'tin-tote'])
    await move('tin-tote', { before: 'boxy-tee' })
    await expect.poll(listed).toEqual(['sea-cap', 'tin-tote', 'boxy-tee'])
    await move('sea-cap', 'last')
    await expect.poll(listed).toEqual(['tin-tote', 'boxy-tee', 'sea-cap'])
    await move('sea-cap', { before: 'boxy-tee' })
    await expect.poll(listed).toEqual(['tin-tote', 'sea-cap', 'boxy-tee'])
    await changeProduct(db, STAFF, 'sea-cap', { position: null })
    await expect.poll(listed).toEqual(['tin-tote', 'boxy-tee', 'sea-cap'])
    expect(await sorted('lowToHigh')).toEqual(byPrice)
    expect(await sorted('highToLow')).toEqual(byPrice.toReversed())
    const pages: string[] = []
    for (let path = '/api/user/filterProduct?limit=1'; path !== ''; ) {
      const response = await shop.fetch(path)
      for (const { _id } of (await response.json()) as { _id: string }[]) pages.push(_id)
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(pages).toEqual(await listed())
  })

  test('is changed with an audit line; no product moves before one without a position', async () => {
    const [last] = await listAudit(db, { subject: 'product:sea-cap', limit: 1 })
    expect(last).toMatchObject({ action: 'product.set', after: { position: null } })
    expect(await moveProduct(db, STAFF, 'tin-tote', { before: 'sea-cap' })).toMatchObject({
      ok: false,
      code: 'conflict',
    })
    expect(await moveProduct(db, STAFF, 'no-such', 'first')).toMatchObject({ ok: false, code: 'not_found' })
  })
})

test('a price of 0, below half or above twice that of a day ago is unusual; a correction back isn’t', async () => {
  const unusual = (price: number) => findUnusualPrice(db, 'tin-tote', { price })
  expect(await unusual(0)).toBe('With a price of 0 it’s given away.')
  expect(await unusual(13)).toBe('Rs. 13.00 is less than half of yesterday’s Rs. 27.00.')
  expect(await unusual(270)).toBe('Rs. 270.00 is more than twice yesterday’s Rs. 27.00.')
  expect([await unusual(14), await unusual(54), await findUnusualPrice(db, 'nowhere', { price: 0 })]).toEqual([
    null,
    null,
    null,
  ])
  expect(await findUnusualPrice(db, 'tin-tote', { name: 'Tote' })).toBeNull()
  await changeProduct(db, STAFF, 'tin-tote', { price: 270 })
  expect(await unusual(27)).toBeNull()
  await changeProduct(db, STAFF, 'tin-tote', { price: 15 })
  expect(await unusual(10), 'in two steps').toContain('less than half')
  await changeProduct(db, STAFF, 'tin-tote', { price: 27 })
})

test('the staff site is told what the command asks about a price, and that a lower one leaves more after GST', async () => {
  const { browser } = await signInStaff(shop, 'owner', 'asha')
  const advice = async (price: string) => await browser.call('GET', `/products/tin-tote/price-advice?price=${price}`)
  expect((await advice('0')).body).toEqual({ unusual: 'With a price of 0 it’s given away.', tax: null })
  expect((await advice('27')).body).toEqual({ unusual: null, tax: null })
  expect((await advice('cheap')).status).toBe(400)
  const table = [
    { hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' },
    { hsn: '61', percent: 18, from: '2025-09-22' },
  ]
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': true, 'tax.table': table })
  expect((await advice('2650')).body.tax).toMatch(
    /^Rs. 2,650.00 includes 18% GST and leaves you Rs. [\d,.]+; Rs. 2,625.00 includes 5%/,
  )
  const bulk = async (price: number) =>
    (await browser.call('POST', '/products/bulk', { ids: ['tin-tote'], change: { price }, dryRun: true })).body.warnings
  expect(await bulk(2650), 'many at once').toEqual([
    expect.stringMatching(/^Just above the end of a GST rate, .*: 1 of the new prices\.$/),
  ])
  expect(await bulk(2625)).toEqual([])
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': null, 'tax.table': null })
})

test('a price that an import changed is compared with the one before the import', async () => {
  const cap = { id: 'sea-cap', name: 'Sea Cap', price: 99, stock: { Blue: { 'Free Size': 9 } } }
  expect(await importCatalog(db, garmentLines([cap]), { keepStock: true })).toMatchObject({ ok: true })
  expect(await findUnusualPrice(db, 'sea-cap', { price: 499 })).toBeNull()
  expect(await findUnusualPrice(db, 'sea-cap', { price: 49 })).toContain('less than half of yesterday’s Rs. 499.00')
})

test('the audit log rejects updates and deletes', async () => {
  await expect(sql`update audit_log set actor = 'somebody'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
})
