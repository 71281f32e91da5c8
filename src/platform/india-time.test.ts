import { afterEach, describe, expect, test, vi } from 'vitest'
import { indianDay, indianHour, indianTimestamp, parseIndianTime, toIndianTime } from './india-time.ts'

test('days and hours are those of India', () => {
  const [evening, midnight] = [new Date('2026-11-23T18:29:59Z'), new Date('2026-11-23T18:30:00Z')]
  expect([indianDay(evening), indianHour(evening)]).toEqual(['2026-11-23', 23])
  expect([indianDay(midnight), indianHour(midnight)]).toEqual(['2026-11-24', 0])
  expect(indianTimestamp(midnight)).toBe('2026-11-24 00:00:00')
})

test('an instant is shifted to the clock of India, whole days later', () => {
  const indianMidnight = new Date('2026-11-23T18:30:00Z')
  expect(toIndianTime(indianMidnight, 2).toISOString()).toBe('2026-11-26T00:00:00.000Z')
})

describe.each([
  ['America/New_York', 5],
  ['Asia/Kolkata', -5.5],
  ['UTC', 0],
  ['Pacific/Auckland', -13],
])('on a machine in %s', (zone, hours) => {
  afterEach(() => void vi.unstubAllEnvs())

  test('a day is a whole day of India, and a time without a zone is India’s', () => {
    vi.stubEnv('TZ', zone)
    expect(new Date('2026-12-31').getTimezoneOffset()).toBe(hours * 60)
    const day = { from: new Date('2026-12-30T18:30:00Z'), to: new Date('2026-12-31T18:30:00Z') }
    expect(parseIndianTime('2026-12-31')).toEqual(day)
    for (const [text, moment] of [
      ['2026-12-01T10:00', '2026-12-01T04:30:00.000Z'],
      ['2026-12-01 10:00:05', '2026-12-01T04:30:05.000Z'],
      ['2026-03-29 2:30', '2026-03-28T21:00:00.000Z'],
      ['2026-12-01T10:00Z', '2026-12-01T10:00:00.000Z'],
      ['2026-12-01t10:00:00.250z', '2026-12-01T10:00:00.250Z'],
      ['2026-12-01T10:00:00-05:00', '2026-12-01T15:00:00.000Z'],
      ['2026-12-01T13:00+0530', '2026-12-01T07:30:00.000Z'],
      ['2026-12-01 13:00 +02', '2026-12-01T11:00:00.000Z'],
      ['2026-12-01 10:00 IST', '2026-12-01T04:30:00.000Z'],
      [' 2028-02-29 ', '2028-02-28T18:30:00.000Z'],
    ] as const)
      expect(parseIndianTime(text)?.from.toISOString(), text).toBe(moment)
  })
})

test.each([
  '',
  'tomorrow',
  '2026-02-30',
  '2027-02-29',
  '2026-13-01',
  '2026-11-31T10:00',
  '2026-11-30T25:00',
  '2026-11-30T10:61',
  '2026-11-30T10:00+99:00',
  '2026-11-30T10',
  '05/12/2026',
  '2026-1-5',
  '0001-01-01',
  '12026-01-01',
  '1764000000',
])('“%s” isn’t a time', (text) => {
  expect(parseIndianTime(text)).toBeNull()
})
