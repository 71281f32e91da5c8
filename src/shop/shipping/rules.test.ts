import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../settings/rules.ts'
import { deliveryDays } from './rules.ts'

const days = (paidAt: string, settings: Partial<Settings> = {}) =>
  deliveryDays(new Date(paidAt), { ...DEFAULT_SETTINGS, ...settings })

const monToSat = { 'shipping.workingDays': ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] } as const

test('an order is expected after 5 days unless the owner sets a calendar', () => {
  for (let day = 1; day <= 9; day++) expect(days(`2026-11-0${day}T12:00:00Z`)).toBe(5)
})

test('only working days count, by the day in India', () => {
  // Friday: Saturday, Monday to Thursday.
  expect(days('2026-11-20T06:00:00Z', monToSat)).toBe(6)
  // Sunday: leaves on Monday, and arrives five working days later, on Saturday.
  expect(days('2026-11-22T06:00:00Z', monToSat)).toBe(6)
  // Friday evening in India, and half past midnight on Saturday, which is still Friday in Greenwich.
  expect(days('2026-11-20T18:00:00Z', { ...monToSat, 'shipping.deliverDays': 1 })).toBe(1)
  expect(days('2026-11-20T19:00:00Z', { ...monToSat, 'shipping.deliverDays': 1 })).toBe(2)
})

test('holidays and days to pack come on top', () => {
  // Friday: packed on Saturday and Monday, delivered two working days later, which are Wednesday and Thursday.
  const settings = {
    ...monToSat,
    'shipping.holidays': ['2026-11-24'],
    'shipping.packDays': 2,
    'shipping.deliverDays': 2,
  }
  expect(days('2026-11-20T06:00:00Z', settings)).toBe(6)
  // On a holiday: packed on the next two working days.
  expect(days('2026-11-24T06:00:00Z', settings)).toBe(4)
  expect(days('2026-11-23T06:00:00Z', { 'shipping.deliverDays': 0 })).toBe(0)
})
