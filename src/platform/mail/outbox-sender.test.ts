import { expect, test } from 'vitest'
import { retryDelay } from './outbox-sender.server.ts'

test('retries a temporary failure at least twice a minute at first, then every ten minutes, for three days', () => {
  expect([1, 2, 3, 4].map((attempts) => retryDelay(attempts, 10, false))).toEqual([2, 4, 8, 16])
  for (let attempts = 5; attempts < 400; attempts++) expect(retryDelay(attempts, 3600, false)).toBeLessThanOrEqual(30)
  expect(retryDelay(40, 5 * 3600, false)).toBe(600)
  expect(retryDelay(9, 3 * 24 * 3600 + 1, false)).toBeNull()
})

test('retries a permanent failure with growing delays, for a day', () => {
  expect(retryDelay(5, 60, true)).toBe(32)
  expect(retryDelay(40, 7200, true)).toBe(3600)
  expect(retryDelay(9, 24 * 3600 + 1, true)).toBeNull()
})
