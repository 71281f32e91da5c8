// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { CACHED_COPY } from './cached-copy.ts'
import { fetchChecked, offlineSentence, readConnection } from './connection.ts'

const LOST = { ok: false, status: 0 }

/** Fetches from a shop that responds with `respond`, and to `/healthz` according to `isUp`. */
async function call(isUp: boolean, respond: () => Promise<Response>, init: RequestInit = {}) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/healthz') return respond()
    if (!isUp) throw new TypeError('no connection')
    return new Response('ok')
  })
  return fetchChecked('/api/stores', init).catch(() => null)
}

const fail = async () => {
  throw new TypeError('no connection')
}

test('after a request without a response the shop is asked; only if it does not respond there is no connection', async () => {
  await call(true, fail)
  expect(readConnection()).toBe('fine')
  expect(offlineSentence(LOST)).toBeNull()
  await call(false, fail)
  expect(readConnection()).toBe('unreachable')
  expect(offlineSentence(LOST)).toMatch(/^You’re offline/)
  expect(offlineSentence({ ok: false, status: 500 })).toBeNull()
  await call(true, fail)
  expect(readConnection()).toBe('fine')
})

test('a copy from the cache has the shop asked too; a request that the page gave up has not', async () => {
  const copy = async () => new Response('{}', { headers: { 'server-timing': CACHED_COPY } })
  await call(false, copy)
  await expect.poll(readConnection).toBe('unreachable')
  await call(true, copy)
  await expect.poll(readConnection).toBe('fine')
  await call(false, fail, { signal: AbortSignal.abort() })
  expect(readConnection()).toBe('fine')
})

test('without a network the device is offline, whatever the shop said before', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(readConnection()).toBe('offline')
  await call(true, fail)
  expect(offlineSentence(LOST)).toMatch(/^You’re offline/)
  vi.restoreAllMocks()
  expect(readConnection()).toBe('fine')
})
