import { expect, test } from 'vitest'
import { failingApi, offlineApi, stubApi } from '../../../tests/support/stub-api.ts'
import { loadBanner, loadRow } from './client.ts'

test.each([
  ['an error', failingApi(500), 'Failed to fetch products.'],
  ['no response', offlineApi, 'Error fetching products. Please try again later.'],
])('a row shows the message of the specification for %s', async (_, api, message) => {
  expect(await loadRow(api, 'GET /home/topCollection')).toEqual({ ok: false, message })
})

test('a banner that can’t be loaded isn’t shown', async () => {
  expect(await loadBanner(offlineApi)).toBeNull()
  expect(await loadBanner(stubApi(() => Response.json({ url: null })))).toBeNull()
})
