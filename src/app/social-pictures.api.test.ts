import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeProduct } from '#shop/catalog/staff.server.ts'
import { FILTER_GARMENTS } from '../../tests/support/garments.ts'
import { openTestShop, STAFF, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: FILTER_GARMENTS })
})
afterAll(() => shop.close())

async function fetchCard(id: string, etag = '') {
  const response = await shop.fetch(`/social/${id}.jpg`, { headers: { 'if-none-match': etag } })
  return { status: response.status, etag: response.headers.get('etag') ?? '', bytes: await response.arrayBuffer() }
}

test('a product and the shop have a drawn preview, which changes with the name', async () => {
  const tee = await fetchCard('boxy-tee')
  expect(await sharp(tee.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect((await fetchCard('boxy-tee', tee.etag)).status).toBe(304)
  const whole = await fetchCard('shop')
  expect(whole.status).toBe(200)
  expect(Buffer.from(whole.bytes).equals(Buffer.from(tee.bytes))).toBe(false)
  await changeProduct(shop.shop.db, STAFF, 'boxy-tee', { name: 'टी-शर्ट <b>&</b>' })
  await expect.poll(async () => (await fetchCard('boxy-tee', tee.etag)).status).toBe(200)
})

test.each(['no-such-tee', 'boxy%20tee', 'boxy-tee.jpg'])('there is no preview of %s', async (id) => {
  expect((await fetchCard(id)).status).toBe(404)
})
