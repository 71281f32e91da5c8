import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageStars, fitSentence } from './rules.ts'

test('the average of no reviews is 0', () => {
  expect(averageStars([0, 0, 0, 0, 0])).toBe(0)
})

test('the average has one decimal; half a tenth rounds up', () => {
  expect(averageStars([0, 0, 0, 1, 1])).toBe(4.5)
  expect(averageStars([0, 0, 0, 19, 1])).toBe(4.1)
  expect(averageStars([1, 0, 0, 0, 2])).toBe(3.7)
})

test('the average is within 0.05 of the exact one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0)
      fc.pre(total > 0)
      const mean = counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / total
      expect(Math.abs(averageStars(counts) - mean)).toBeLessThanOrEqual(0.05 + 1e-9)
    }),
  )
})

test.each([
  [{ small: 2, true: 0, large: 0 }, null],
  [{ small: 2, true: 2, large: 0 }, null],
  [{ small: 3, true: 1, large: 1 }, 'Runs small, say 3 of 5'],
  [{ small: 0, true: 3, large: 0 }, 'True to size, say 3 of 3'],
])('the answers %j make the sentence %s', (counts, sentence) => {
  expect(fitSentence(counts)).toBe(sentence)
})
