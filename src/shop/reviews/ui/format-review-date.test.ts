import { expect, test } from 'vitest'
import { formatReviewDate } from './format-review-date.ts'

test('a review late in the evening in UTC is dated the next day in India', () => {
  expect(formatReviewDate('2025-11-21T21:21:08.000Z')).toBe('22 Nov 2025')
  expect(formatReviewDate('2025-09-01T08:00:00.000Z')).toBe('1 Sep 2025')
})

test('an invalid date gives an empty text', () => {
  expect(formatReviewDate('')).toBe('')
})
