import { expect, test } from 'vitest'
import { reviewDay } from './review-day.ts'

test('a review late in the evening in UTC is of the next day in India', () => {
  expect(reviewDay('2025-11-21T21:21:08.000Z')).toBe('22 Nov 2025')
  expect(reviewDay('2025-09-01T08:00:00.000Z')).toBe('1 Sep 2025')
})

test('no date, no day', () => {
  expect(reviewDay('')).toBe('')
})
