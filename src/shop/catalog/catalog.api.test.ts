import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILTER_GARMENTS, garmentLines } from '../../../tests/support/garments.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import { createViewCounter, writeViews } from './views-sql.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: FILTER_GARMENTS })
})
afterAll(() => shop.close())

const status = async (productId: string) =>
  (await shop.api('GET /product/getProductDetail/{productId}', { params: { productId } })).status
const viewsOf = async (productId: string) => {
  const views = shop.shop.db.selectFrom('product_views').select('views').where('product_id', '=', productId)
  return Number((await views.executeTakeFirst())?.views)
}

test('a product’s sizes are summed over its colours, from small to large', { tags: ['C3.34', 'C3.51'] }, async () => {
  const response = await shop.api('GET /product/getProductDetail/{productId}', { params: { productId: 'boxy-tee' } })
  expect(response).toMatchObject({ ok: true, data: { status: 200, message: expect.any(String) } })
  if (response.ok)
    expect(response.data.data.sizes.map(({ size, quantity }) => [size, quantity])).toEqual([
      ['S', 5],
      ['M', 3],
      ['L', 0],
    ])
})

test.each(['no-such-shirt', 'No_Such', '..', 'x'.repeat(101)])('%s is not found', async (productId) => {
  expect(await status(productId)).toBe(404)
})

test('a client’s views of a product count once an hour', async () => {
  const { db } = shop.shop
  await writeViews(db, [
    { productId: 'boxy-tee', client: '1.2.3.4' },
    { productId: 'gone', client: '1.2.3.4' },
  ])
  await writeViews(db, [
    { productId: 'boxy-tee', client: '1.2.3.4' },
    { productId: 'boxy-tee', client: '5.6.7.8' },
  ])
  expect(await viewsOf('boxy-tee')).toBe(2)
})

test('the view counter writes recorded views when it stops, and ignores unknown products', async () => {
  const { db, log } = shop.shop
  const counter = createViewCounter(db, log)
  for (let n = 0; n < 50; n++) counter.record('linen-shirt', `10.0.0.${n % 3}`)
  counter.record('no-such-shirt', '10.0.0.1')
  await counter.stop()
  expect(await viewsOf('linen-shirt')).toBe(3)
})

test('a new product replaces a cached 404', async () => {
  expect(await status('late-tee')).toBe(404)
  const lines = garmentLines([{ id: 'late-tee', price: 10, stock: { Red: { S: 1 } } }])
  expect((await importCatalog(shop.shop.db, lines)).ok).toBe(true)
  await expect.poll(() => status('late-tee')).toBe(200)
  await expect
    .poll(async () => {
      const list = await shop.api('GET /user/filterProduct')
      return list.ok && list.data[0]?._id
    })
    .toBe('late-tee')
})

test('a Hindi call gets the Hindi description, care and alternative texts', async () => {
  const [line = ''] = garmentLines([{ id: 'kurta', name: 'Short Kurta', price: 10, stock: { Red: { S: 1 } } }])
  const picture = { src: 'https://pics.example/k.jpg', alt: 'A kurta', color: 'Red', view: 'back', width: 3, height: 4 }
  const texts = {
    description: 'A kurta.',
    care: ['Wash cold'],
    hindi: { description: 'एक कुर्ता।', care: ['ठंडे पानी में धोएँ'] },
  }
  const product = { ...JSON.parse(line), ...texts, pictures: [picture] }
  expect(await importCatalog(shop.shop.db, [JSON.stringify(product)])).toMatchObject({ ok: true })
  const read = async (query: string) => (await shop.fetch(`/api/product/getProductDetail/kurta${query}`)).json()
  await expect
    .poll(() => read('?language=hi'))
    .toMatchObject({
      data: { ...texts.hindi, pictures: [{ alt: 'Short Kurta, लाल: पीछे से' }] },
    })
  expect(await read('')).toMatchObject({
    data: { description: 'A kurta.', care: ['Wash cold'], pictures: [{ alt: 'A kurta' }] },
  })
  // A change reaches both languages.
  const changed = { ...product, hindi: { description: 'छोटा कुर्ता।' }, price: 12 }
  await importCatalog(shop.shop.db, [JSON.stringify(changed)])
  await expect
    .poll(() => read('?language=hi'))
    .toMatchObject({ data: { description: 'छोटा कुर्ता।', care: ['Wash cold'], price: 12 } })
  expect(await read('')).toMatchObject({ data: { price: 12 } })
})
