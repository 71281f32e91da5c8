import { expect, it } from 'vitest'
import { nextTry } from './outbox-round.server.ts'

it('tries a mail that a mailbox put off at least twice a minute at first, then seldom, for three days', () => {
  expect([1, 2, 3, 4].map((attempts) => nextTry(attempts, 10, false))).toEqual([2, 4, 8, 16])
  for (let attempts = 5; attempts < 400; attempts++) expect(nextTry(attempts, 3600, false)).toBeLessThanOrEqual(30)
  expect(nextTry(40, 5 * 3600, false)).toBe(600)
  expect(nextTry(9, 3 * 24 * 3600 + 1, false)).toBeNull()
})

it('asks a mailbox that said no ever more seldom, for a day', () => {
  expect(nextTry(5, 60, true)).toBe(32)
  expect(nextTry(40, 7200, true)).toBe(3600)
  expect(nextTry(9, 24 * 3600 + 1, true)).toBeNull()
})
