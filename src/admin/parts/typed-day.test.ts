import { expect, test } from 'vitest'
import { parseDay, parseDayTime, shownDay } from './typed-day.ts'

/** A Sunday. */
const today = '2026-11-29'

test.each([
  ['30 Oct 2026', '2026-10-30'],
  ['30 october', '2026-10-30'],
  ['30th Oct', '2026-10-30'],
  ['Oct 30', '2026-10-30'],
  ['October 30, 2025', '2025-10-30'],
  ['30/10', '2026-10-30'],
  ['30-10-25', '2025-10-30'],
  ['30.10.2025', '2025-10-30'],
  ['3/4/2026', '2026-04-03'],
  ['2026-10-30', '2026-10-30'],
  ['Thu, 3 Dec', '2026-12-03'],
  ['5 Jan', '2027-01-05'],
  ['29 Feb', '2028-02-29'],
  ['today', '2026-11-29'],
  ['Tomorrow', '2026-11-30'],
  ['yesterday', '2026-11-28'],
  ['fri', '2026-12-04'],
  ['next Sunday', '2026-12-06'],
])('%s is %s', (text, day) => {
  // 29 February is looked for a year around today at most.
  const options = text === '29 Feb' ? { today: '2027-11-29' } : { today }
  expect(parseDay(text, options)).toBe(day)
})

test.each(['', 'soon', '31/11', '13/13', '30 Foo', '2026-02-29', 'monthday', '30', '1/2/3/4'])(
  '%j is no day',
  (text) => {
    expect(parseDay(text, { today })).toBeNull()
  },
)

test('of a report, a day without a year lies behind', () => {
  expect(parseDay('5 Jan', { today, isPast: true })).toBe('2026-01-05')
  expect(parseDay('fri', { today, isPast: true })).toBe('2026-11-27')
  expect(parseDay('sun', { today, isPast: true })).toBe('2026-11-22')
})

test.each([
  ['tomorrow 9 am', '2026-11-30T09:00'],
  ['tomorrow 9am', '2026-11-30T09:00'],
  ['30/10/2026 21:30', '2026-10-30T21:30'],
  ['30 Oct 2026, 12 am', '2026-10-30T00:00'],
  ['fri at 12:15 p.m.', '2026-12-04T12:15'],
  ['9:05 pm', '2026-11-29T21:05'],
  ['4 Dec', '2026-12-04T00:00'],
  ['2026-12-04T09:00', '2026-12-04T09:00'],
  ['2026-12-04 09:00', '2026-12-04T09:00'],
])('%s is %s', (text, time) => {
  expect(parseDayTime(text, { today })).toBe(time)
})

test.each(['', 'tomorrow 25:00', 'tomorrow 13 pm', '9:75 am', 'soon 9 am', '0 am'])('%j is no time', (text) => {
  expect(parseDayTime(text, { today })).toBeNull()
})

test('a value is shown so that it reads as the same', () => {
  expect(shownDay('2026-10-30')).toBe('30 Oct 2026')
  expect(shownDay('2026-10-30T09:00')).toBe('30 Oct 2026, 09:00')
  expect(shownDay('soon')).toBe('soon')
  for (const day of ['2026-01-05', '2026-05-31', '2026-09-30']) expect(parseDay(shownDay(day), { today })).toBe(day)
  expect(parseDayTime(shownDay('2026-10-30T09:00'), { today })).toBe('2026-10-30T09:00')
})
