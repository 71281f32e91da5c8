// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '#platform/api/client.ts'
import { queueChange, readQueued } from '#platform/browser/queued-changes.ts'
import { storeSession } from '#platform/browser/session.ts'
import type { ShopContract } from '../contract.ts'
import { loadOwnReview, saveReview } from './client.ts'

const key = { productId: 'tee', userId: 'u1' }
let sent: [method: string, body: unknown][]
const api = createApi<ShopContract>({
  base: 'http://shop/api',
  fetch: async (_, init) => {
    const review = JSON.parse(String(init?.body))
    sent.push([init?.method ?? 'GET', review])
    return Response.json({ review, updatedReview: review })
  },
})

beforeEach(() => {
  sent = []
  storeSession({ token: 'abc', user: { id: 'u1', name: 'Asha', email: 'asha@example.com' } })
})
afterEach(() => localStorage.clear())

function queueReview(isFirst: boolean): void {
  const input = { stars: 4, comment: 'Soft.', fit: 'true' }
  const content = { productId: 'tee', input, isFirst, idempotencyKey: 'key' }
  queueChange('u1', { key: 'review tee', kind: 'review', content })
}

test('a queued review that is changed without a connection keeps its fit', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  queueReview(true)
  expect(await saveReview(api, key, { stars: 5, comment: 'Softer.' }, false)).toMatchObject({ ok: true })
  expect(await loadOwnReview(api, key)).toMatchObject({ stars: 5, comment: 'Softer.', fit: 'true' })
})

test.each([
  [true, 'POST'],
  [false, 'PUT'],
])(
  'a queued review (first: %s) that is changed with a connection is sent whole by %s, and leaves the queue',
  async (isFirst, method) => {
    vi.stubGlobal('navigator', { onLine: true })
    queueReview(isFirst)
    expect(await saveReview(api, key, { stars: 5, comment: 'Softer.' }, false)).toMatchObject({ ok: true })
    expect(sent).toMatchObject([[method, { stars: 5, comment: 'Softer.', fit: 'true' }]])
    expect(readQueued('u1')).toEqual([])
  },
)
