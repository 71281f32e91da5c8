import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithRetry } from './fetch-with-retry.ts'

const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '2' } })
const answered = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answered.mockReset())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function statusOf(init: RequestInit): Promise<number> {
  const response = fetchWithRetry('/api/admin/x', init)
  await vi.runAllTimersAsync()
  return (await response).status
}

test('a busy shop is asked again after the wait that it names', async () => {
  answered.mockResolvedValueOnce(busy()).mockResolvedValue(new Response('{}'))
  const response = fetchWithRetry('/api/admin/x', { method: 'PUT' })
  await vi.advanceTimersByTimeAsync(1999)
  expect(answered).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await response).status).toBe(200)
})

test('a shop that stays busy is asked three times', async () => {
  answered.mockImplementation(async () => busy())
  expect(await statusOf({ method: 'GET' })).toBe(503)
  expect(answered).toHaveBeenCalledTimes(3)
})

test('a call that may not happen twice is made once, unless it has an idempotency key', async () => {
  answered.mockImplementation(async () => busy())
  await statusOf({ method: 'POST' })
  expect(answered).toHaveBeenCalledTimes(1)
  await statusOf({ method: 'POST', headers: { 'idempotency-key': 'a' } })
  expect(answered).toHaveBeenCalledTimes(4)
})

test('other answers are passed on at once', async () => {
  answered.mockResolvedValue(new Response('{}', { status: 500 }))
  expect(await statusOf({ method: 'GET' })).toBe(500)
  expect(answered).toHaveBeenCalledTimes(1)
})
