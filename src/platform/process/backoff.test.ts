import { expect, test } from 'vitest'
import { backOff } from './backoff.ts'

test('the wait doubles with each attempt, up to the longest', () => {
  const wait = (attempts: number) => backOff(attempts, { first: 5, most: 900 })
  expect([1, 2, 3, 4, 8, 9].map(wait)).toEqual([5, 10, 20, 40, 640, 900])
  expect(wait(100_000)).toBe(900)
})
