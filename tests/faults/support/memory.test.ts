import { expect, test } from 'vitest'
import { floors, type Sample, slope } from './memory.ts'

/** Memory that grows by that many MB an hour, with garbage of up to 30 MB on top, sampled each minute. */
function growing(megabytesAnHour: number, minutes = 120): Sample[] {
  return Array.from({ length: minutes }, (_, minute) => ({
    hours: minute / 60,
    megabytes: 200 + (megabytesAnHour * minute) / 60 + (minute % 7) * 5,
    loopMs: 1,
  }))
}

test('the slope is the growth of the memory without garbage', () => {
  expect(slope(floors(growing(0), 12))).toBeCloseTo(0, 6)
  expect(Math.abs(slope(floors(growing(6), 12)) - 6)).toBeLessThan(0.5)
})

test('one outlier does not change the slope', () => {
  const samples = growing(0)
  samples[119] = { hours: 119 / 60, megabytes: 900, loopMs: 1 }
  expect(Math.abs(slope(samples))).toBeLessThan(0.5)
})
