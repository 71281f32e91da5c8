import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ settings: { METRICS_TOKEN: 'figures-please' } })
})
afterAll(() => shop.close())

test('the figures are for this machine, and for who has the token', async () => {
  const status = async (authorization?: string) =>
    (await shop.fetch('/metrics', authorization ? { headers: { authorization } } : {})).status
  expect(await status('Bearer figures-please')).toBe(200)
  for (const wrong of [
    undefined,
    'Bearer ',
    'Bearer figures',
    'Bearer figures-please ?',
    'figures-please',
    'Bearer null',
  ])
    expect(await status(wrong), wrong).toBe(403)
})
