import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILTER_GARMENTS } from '../../../tests/support/garments.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { setBanner } from './staff.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: FILTER_GARMENTS })
})
afterAll(() => shop.close())

test('rows are ordered by rank', { tags: 'C3.18' }, async () => {
  const latest = await shop.api('GET /home/latestArrivals')
  const top = await shop.api('GET /home/topCollection')
  expect(latest.ok && latest.data.data.map((one) => one._id)).toEqual(['boxy-tee', 'zari-hoodie'])
  expect(top.ok && top.data).toMatchObject({ status: 200, data: [{ _id: 'zari-hoodie' }] })
})

test('the banner is an https URL or a path of the shop, and changes at once', { tags: ['C3.19', 'C6.8'] }, async () => {
  const { db, index } = shop.shop
  const url = async () => {
    const response = await shop.api('GET /user/banner')
    return response.ok ? response.data.url : undefined
  }
  expect(await url()).toBeNull()
  const wrong = [
    'http://x.example/a.jpg',
    'javascript:alert(1)',
    '//x.example/a.jpg',
    'data:image/png,',
    'https://',
    '/\\x',
  ]
  for (const bad of wrong) expect(await setBanner(db, STAFF, bad)).toMatchObject({ ok: false, code: 'invalid_input' })
  expect((await setBanner(db, STAFF, 'https://pics.example/sale.jpg')).ok).toBe(true)
  await expect.poll(url).toBe('https://pics.example/sale.jpg')
  await expect.poll(() => index.imageHosts()).toEqual(['https://pics.example'])
  expect((await setBanner(db, STAFF, '/media/home/sale.webp')).ok).toBe(true)
  await expect.poll(url).toBe('/media/home/sale.webp')
  await setBanner(db, STAFF, null)
  await expect.poll(url).toBeNull()
})
