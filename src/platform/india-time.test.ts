import { expect, test } from 'vitest'
import { indianDay, indianHour, toIndianTime } from './india-time.ts'

test('days and hours are those of India', () => {
  const [evening, midnight] = [new Date('2026-11-23T18:29:59Z'), new Date('2026-11-23T18:30:00Z')]
  expect([indianDay(evening), indianHour(evening)]).toEqual(['2026-11-23', 23])
  expect([indianDay(midnight), indianHour(midnight)]).toEqual(['2026-11-24', 0])
})

test('an instant is shifted to the clock of India, whole days later', () => {
  const indianMidnight = new Date('2026-11-23T18:30:00Z')
  expect(toIndianTime(indianMidnight, 2).toISOString()).toBe('2026-11-26T00:00:00.000Z')
})
