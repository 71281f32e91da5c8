import { expect, test } from 'vitest'
import { clockTime, dayTime, fullDay, shortDay, weekDay } from './dates.ts'

test('days and times are written in one form, by the clock in India', () => {
  const evening = '2026-12-02T20:40:00Z'
  expect(shortDay(evening)).toBe('3 Dec')
  expect(weekDay(evening)).toBe('Thu, 3 Dec')
  expect(fullDay(evening)).toBe('3 Dec 2026')
  expect(dayTime(evening)?.replace('\u202f', ' ')).toBe('3 Dec, 2:10 am')
  expect(clockTime(evening)?.replace('\u202f', ' ')).toBe('2:10 am')
  expect(weekDay('2026-12-03')).toBe('Thu, 3 Dec')
})

test('an invalid date is null', () => {
  expect([shortDay('soon'), weekDay(null), fullDay(''), dayTime(null), clockTime('2026-13-01')]).toEqual(
    Array(5).fill(null),
  )
})
