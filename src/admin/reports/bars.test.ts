import { expect, test } from 'vitest'
import { scaleFor } from './bars.tsx'

test.each([
  [1, [0, 0.5, 1, 1.5]],
  [2.9, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3]],
  [3.1, [0, 2, 4, 6]],
  [26_540, [0, 10_000, 20_000, 30_000]],
  [143_210, [0, 50_000, 100_000, 150_000]],
])('the scale of a chart with a bar of %d has round steps above it: %j', (highest, scale) => {
  expect(scaleFor(highest).map((value) => Number(value.toFixed(6)))).toEqual(scale)
})
