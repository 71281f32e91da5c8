import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ settings: { SERVICE_WORKER: 'off' } })
})
afterAll(() => shop.close())

test('with SERVICE_WORKER=off browsers get a worker that deletes what is cached, and itself', async () => {
  const response = await shop.fetch('/sw.js')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toContain('javascript')
  const text = await response.text()
  expect(text).toContain('registration.unregister()')
  expect(text).toContain('caches.delete')
})

test('the offline page has the shop’s name and a retry', async () => {
  const response = await shop.fetch('/offline')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<title>You’re offline | Fourth Seat</title>')
  expect(html).toMatch(/<a class="button" href="">\s*Try again/)
})
