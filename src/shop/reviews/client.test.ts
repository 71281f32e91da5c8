// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createApi } from '#platform/api/client.ts'
import { fetchChecked } from '#platform/browser/connection.ts'
import type { ShopContract } from '../contract.ts'
import { saveReview } from './client.ts'

const key = { productId: 'tee', userId: 'u1' }
const api = createApi<ShopContract>({ base: 'http://shop/api', fetch: fetchChecked })

test('a review whose response was lost says so, and is sent again under the same key', async () => {
  const keys: (string | null)[] = []
  let isConnected = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/productReview')) keys.push(new Headers(init.headers).get('idempotency-key'))
    if (!isConnected) throw new TypeError('no connection')
    return Response.json({ review: { _id: 'r1', ...JSON.parse(String(init.body)) } })
  })
  const review = { stars: 4, comment: 'Soft.' }
  const lost = await saveReview(api, key, review, true)
  expect(lost).toEqual({ ok: false, message: expect.stringMatching(/^You’re offline/) })
  isConnected = true
  expect(await saveReview(api, key, review, true)).toMatchObject({ ok: true, review })
  expect(await saveReview(api, key, review, true)).toMatchObject({ ok: true })
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
