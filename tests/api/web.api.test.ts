import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { openTestShop, STAFF, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('where Hindi is off its pages redirect to the English ones, never to another host', async () => {
  await changeSettings(shop.shop, STAFF, { 'hindi.on': false })
  const locationOf = async (path: string) => (await shop.fetch(path)).headers.get('location')
  expect(await locationOf('/hi/categories?colors=Red')).toBe('/categories?colors=Red')
  expect(await locationOf('/hi')).toBe('/')
  expect(await locationOf('/hi//evil.example')).toBe('/evil.example')
  expect(await locationOf('/hi///evil.example')).toBe('/evil.example')
})

test('the shop’s icon is also where browsers look for one that no page names', async () => {
  const [named, guessed] = await Promise.all([shop.fetch('/favicon.svg'), shop.fetch('/favicon.ico')])
  expect([guessed.status, guessed.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(await guessed.text()).toBe(await named.text())
})

test('a webhook that fails gets a problem document: 503 without the database, else a logged 500', async () => {
  const log = vi.spyOn(shop.shop.log, 'error')
  const verify = vi.spyOn(shop.shop.payments, 'verifyWebhook')
  const send = () => shop.fetch('/api/webhooks/razorpay', { method: 'POST', body: '{}' })
  verify.mockImplementation(() => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  })
  const busy = await send()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2'])
  expect(busy.headers.get('content-type')).toContain('application/problem+json')
  expect(log).not.toHaveBeenCalled()
  verify.mockImplementation(() => {
    throw new Error('a bug')
  })
  const failed = await send()
  expect(failed.status).toBe(500)
  expect(await failed.json()).toMatchObject({ status: 500, message: 'An unexpected error occurred' })
  expect(log).toHaveBeenCalledOnce()
})

test('parameters that a call doesn’t have make no cached response of their own', async () => {
  const before = shop.cache.stats()
  const first = await shop.fetch('/api/user/filterProduct?colors=Black&limit=5')
  for (const path of ['?colors=Black&limit=5&x=1', '?y=2&colors=Black&limit=5'])
    expect((await shop.fetch(`/api/user/filterProduct${path}`)).headers.get('etag')).toBe(first.headers.get('etag'))
  const { entries, renders } = shop.cache.stats()
  expect([entries - before.entries, renders - before.renders]).toEqual([1, 1])
  expect((await shop.fetch('/api/user/filterProduct?colors=Black&limit=5&limit=5')).status).toBe(400)
  expect((await shop.fetch('/api/user/filterProduct?x=1&colors=Black&limit=5&x=2')).status).toBe(400)
})

test('a long response is compressed, its repetition by Idempotency-Key too, a short one not', async () => {
  const asha = await shop.signIn()
  const send = (path: string, body: object, more: Record<string, string> = {}) =>
    shop.fetch(path, {
      method: 'POST',
      body: JSON.stringify({ userId: asha.id, ...body }),
      headers: {
        authorization: `Bearer ${asha.token}`,
        'content-type': 'application/json',
        'accept-encoding': 'gzip, br',
        ...more,
      },
    })
  const review = { productId: 'boxy-tee', stars: 5, comment: 'A good tee. '.repeat(150).trim() }
  const post = () => send('/api/user/productReview', review, { 'idempotency-key': 'a-review' })
  for (const response of [await post(), await post()]) {
    expect(response.status).toBe(201)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    const json = gunzipSync(await response.arrayBuffer()).toString()
    expect(JSON.parse(json)).toMatchObject({ review: { comment: review.comment } })
  }
  const line = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  const short = await send('/api/user/addToCart', line)
  expect(short.headers.has('content-encoding')).toBe(false)
  expect(await short.json()).toMatchObject({ success: true })
})
