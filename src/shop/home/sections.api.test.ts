import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buy, newShopper } from '../../../tests/support/checkout-fixture.ts'
import { FILTER_GARMENTS } from '../../../tests/support/garments.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { changeProduct, changeProductState } from '../catalog/product/staff.server.ts'
import { closeDays } from '../reports/days-sql.server.ts'
import type { RowSource } from '../settings/section-contract.ts'
import { querySettings } from '../settings/sql.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { storeHomePicture } from './page.server.ts'
import { importSections, moveSection, setSectionHidden } from './staff.server.ts'

let shop: TestShop
let second: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: FILTER_GARMENTS })
  second = await openTestShop({ beside: shop })
})
afterEach(async () => {
  await changeSettings(shop.shop, STAFF, { 'home.sections': null })
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const set = (sections: unknown) => importSections(shop.shop, STAFF, JSON.stringify(sections))

/** Sets one row, followed by one that's never empty, and waits until the second instance shows the latter. */
async function setRow(title: string, products: RowSource): Promise<void> {
  const fixed = { type: 'products', title, products: { by: 'latestArrivals' } }
  expect(await set([{ type: 'products', title, products }, fixed])).toMatchObject({ ok: true })
  await expect.poll(async () => (await sectionsOf(second)).at(-1)).toMatchObject({ title })
}

async function sectionsOf(instance: TestShop) {
  const response = await instance.api('GET /user/homeSections')
  if (!response.ok) throw new Error(response.message)
  return response.data.sections
}

/** The ids of the first row, as the second instance shows it. Null if the row is left out. */
async function row(): Promise<string[] | null> {
  const sections = await sectionsOf(second)
  const [first] = sections
  return sections.length > 1 && first?.type === 'products' ? first.products.map(({ _id }) => _id) : null
}

test('the default has the sections of the specification, whose rows come with their own calls', async () => {
  const sections = await sectionsOf(shop)
  expect(sections.map((one) => one.type)).toEqual([
    'hero',
    'banner',
    'tiles',
    'products',
    'collection',
    'products',
    'testimonials',
    'instagram',
  ])
  expect(sections.filter((one) => one.type === 'products')).toEqual([
    {
      type: 'products',
      title: 'Popular This Week',
      call: 'latestArrivals',
      more: '/categories?sortBy=newest',
      products: [],
    },
    { type: 'products', title: 'Best Seller', call: 'topCollection', more: '/categories', products: [] },
  ])
})

test('a row by hand keeps its order, shows a change at once, and never a hidden or archived product', async () => {
  const { db } = shop.shop
  await setRow('By hand', { by: 'hand', ids: ['plain-tee', 'nowhere', 'boxy-tee', 'plain-tee'] })
  expect(await row()).toEqual(['plain-tee', 'boxy-tee'])
  await changeProduct(db, STAFF, 'plain-tee', { name: 'Plainer Tee' })
  await expect.poll(async () => JSON.stringify(await sectionsOf(second))).toContain('Plainer Tee')
  await changeProductState(db, STAFF, 'boxy-tee', 'hidden')
  await expect.poll(row).toEqual(['plain-tee'])
  await changeProductState(db, STAFF, 'plain-tee', 'archived')
  await expect.poll(row).toBeNull()
  await changeProductState(db, STAFF, 'boxy-tee', 'published')
  await changeProductState(db, STAFF, 'plain-tee', 'published')
  await expect.poll(row).toEqual(['plain-tee', 'boxy-tee'])
})

test('a row of the newest products updates when one is published', async () => {
  const { db } = shop.shop
  await setRow('New', { by: 'newest', count: 2 })
  // The test before published these again.
  await expect.poll(row).toEqual(['boxy-tee', 'linen-shirt'])
  await changeProductState(db, STAFF, 'boxy-tee', 'hidden')
  await expect.poll(row).toEqual(['linen-shirt', 'plain-tee'])
  await changeProductState(db, STAFF, 'boxy-tee', 'published')
  await expect.poll(row).toEqual(['boxy-tee', 'linen-shirt'])
})

test('a row by filter is the listing of that filter', async () => {
  const { db } = shop.shop
  const filter = { categories: ['Man'], minPrice: 1000 }
  await setRow('Filtered', { by: 'filter', filter: { ...filter, sortBy: 'highToLow' }, count: 2 })
  expect(await row()).toEqual(['zari-hoodie', 'plain-tee'])
  await changeProduct(db, STAFF, 'plain-tee', { price: 3000 })
  await expect.poll(row).toEqual(['plain-tee', 'zari-hoodie'])
  await setRow('One colour', { by: 'filter', filter: { colors: ['Blue'] } })
  expect(await row()).toEqual(['linen-shirt'])
  await setRow('Nothing', { by: 'filter', filter: { colors: ['Blue'], sizes: ['XXXL'] } })
  expect(await row()).toBeNull()
})

test('a row of best sellers has the products with most pieces in recently paid orders', async () => {
  await setRow('Sold', { by: 'bestSold', days: 30 })
  expect(await row()).toBeNull()
  const asha = await newShopper(shop)
  const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  const { orderId } = await buy(shop, asha, [tee])
  await expect.poll(row).toEqual(['boxy-tee'])
  await buy(shop, asha, [{ productId: 'linen-shirt', color: 'Blue', size: 'M', quantity: 2 }])
  await expect.poll(row).toEqual(['linen-shirt', 'boxy-tee'])
  const setCancelled = (cancelled: number) =>
    shop.shop.db.updateTable('order_lines').set({ cancelled }).where('product_id', '=', 'linen-shirt').execute()
  await setCancelled(2)
  await setRow('Sold, without what was cancelled', { by: 'bestSold', days: 30 })
  expect(await row()).toEqual(['boxy-tee'])
  await setCancelled(0)
  const setPaid = async (daysAgo: number) => {
    const { db } = shop.shop
    const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000)
    await db.updateTable('orders').set({ paid_at: at }).where('id', '=', orderId).execute()
    await closeDays(db)
  }
  // From the sums of a day that is over.
  await setPaid(10)
  await setRow('Sold this month', { by: 'bestSold', days: 30 })
  expect(await row()).toEqual(['linen-shirt', 'boxy-tee'])
  await setPaid(31)
  await setRow('Sold lately', { by: 'bestSold', days: 30 })
  expect(await row()).toEqual(['linen-shirt'])
})

test('Best Seller goes by sales if the owner has ranked nothing', async () => {
  const { db } = shop.shop
  const top = async () => {
    const response = await shop.api('GET /home/topCollection')
    return response.ok ? response.data.data.map((one) => one._id) : []
  }
  await changeProduct(db, STAFF, 'zari-hoodie', { topCollection: null })
  await expect.poll(async () => (await top()).slice(0, 2)).toEqual(['linen-shirt', 'boxy-tee'])
  const asha = await newShopper(shop)
  await buy(shop, asha, [{ productId: 'boxy-tee', color: 'Black', size: 'S', quantity: 3 }])
  await expect.poll(async () => (await top()).slice(0, 2)).toEqual(['boxy-tee', 'linen-shirt'])
})

test('no change is lost when several are made at once', async () => {
  const { db } = shop.shop
  const numbers = (await querySettings(db))['home.sections'].map((_, at) => String(at + 1))
  await Promise.all(numbers.map((number) => setSectionHidden(shop.shop, STAFF, number, true)))
  expect((await querySettings(db))['home.sections'].map(({ hidden }) => hidden)).toEqual(numbers.map(() => true))
})

test('sections are hidden, shown and moved, each with an audit line', async () => {
  const { db } = shop.shop
  const types = async () => (await sectionsOf(second)).map((one) => one.type)
  await setSectionHidden(shop.shop, STAFF, 'testimonials', true)
  await expect.poll(types).not.toContain('testimonials')
  expect(await listAudit(db, { subject: 'settings', limit: 1 })).toMatchObject([{ action: 'settings.set' }])
  expect((await querySettings(db))['home.sections']).toHaveLength(8)
  await setSectionHidden(shop.shop, STAFF, '7', false)
  await moveSection(shop.shop, STAFF, 'testimonials', 2)
  await expect.poll(async () => (await types()).slice(0, 3)).toEqual(['hero', 'testimonials', 'banner'])
  for (const [section, to] of [
    ['products', 1],
    ['99', 1],
    ['hero', 0],
    ['hero', 9],
  ] as const)
    expect(await moveSection(shop.shop, STAFF, section, to)).toMatchObject({ ok: false, code: 'invalid_input' })
})

const sectionsWith = (products: unknown) => [{ type: 'products', title: 'A row', products }]
test.each([
  ['{"a":1}', 'The file must contain one list of sections.'],
  ['[{', 'This isn’t JSON'],
  [[{ type: 'carousel' }], 'section 1, type: must be hero, banner, tiles'],
  [[{ type: 'banner' }, { type: 'banner' }], 'can have only one hero, one banner'],
  [[{ type: 'banner' }, { type: 'testimonials', heading: 'x', voices: [] }], 'section 2, voices: must have at least 1'],
  [[{ type: 'banner', colour: 'red' }], 'section 1: has the unknown field colour'],
  [sectionsWith({ by: 'views' }), 'section 1, products.by: must be latestArrivals'],
  [sectionsWith({ by: 'bestSold' }), 'section 1, products.days: must be a whole number'],
  [sectionsWith({ by: 'bestSold', days: 0 }), 'section 1, products.days: must be from 1 to 365'],
  [
    sectionsWith({ by: 'filter', filter: { colour: ['Red'] } }),
    'section 1, products.filter: has the unknown field colour',
  ],
  [
    [{ type: 'tiles', heading: 'x', tiles: [{ name: 'x', picture: 'https://x.example/a.png', link: '//x' }] }],
    'section 1, tiles.1.picture: must be a path of this shop',
  ],
  [
    [
      {
        type: 'tiles',
        heading: 'x',
        tiles: [{ name: 'x', picture: '/media/a.webp', link: '/categories?subcategory=Co-ord Set' }],
      },
    ],
    'section 1, tiles.1.link: can’t have spaces',
  ],
])('%j is refused, naming section, field and reason', async (file, message) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const before = await querySettings(shop.shop.db)
  expect(await importSections(shop.shop, STAFF, text)).toMatchObject({
    ok: false,
    code: 'invalid_input',
    message: expect.stringContaining(message),
  })
  expect(await querySettings(shop.shop.db)).toEqual(before)
})

test('a large picture on which dark words can’t be read is darkened by itself', async () => {
  const draw = (dark: { left: number; width: number }) =>
    sharp({ create: { width: 800, height: 400, channels: 3, background: '#e8e2d4' } })
      .composite([
        { input: { create: { ...dark, height: 400, channels: 3, background: '#201c1c' } }, left: dark.left, top: 0 },
      ])
      .png()
      .toBuffer()
  const show = async (dark: { left: number; width: number }) => {
    const stored = await storeHomePicture(shop.shop, await draw(dark))
    const picture = stored.ok ? stored.data.path : ''
    const button = { text: 'Look', link: '/categories' }
    await set([{ type: 'hero', label: '', heading: 'New', text: '', picture, phonePicture: picture, button }])
    const [hero] = await sectionsOf(shop)
    return hero?.type === 'hero' && (hero.darken ?? false)
  }
  expect(await show({ left: 160, width: 300 })).toBe(true)
  expect(await show({ left: 500, width: 300 })).toBe(false)
})
