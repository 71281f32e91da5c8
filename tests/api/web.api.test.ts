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
