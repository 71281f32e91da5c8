import { expect, test } from 'vitest'
import { creditFor } from './rules.ts'

test.each([
  [100_000, 0, 0],
  [100_000, 25_000, 25_000],
  [100_000, 100_000, 100_000],
  [100_000, 250_000, 100_000],
  [100_000, 99_900, 99_900],
  [100_000, 99_901, 99_900],
  [100_000, 99_999, 99_900],
  [100, 50, 0],
  [100, 100, 100],
])('of %i paise, %i of credit pay %i', (total, available, used) => {
  expect(creditFor(total, available)).toBe(used)
})
