import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../settings/definitions.ts'
import { zoneOf } from './directory.server.ts'
import { deliveryDays, lateBefore, leaveBy } from './rules.ts'

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
  // Friday evening in India, and half past midnight on Saturday, which is still Friday in UTC.
  expect(days('2026-11-20T18:00:00Z', { ...monToSat, 'shipping.deliverDays': 1 })).toBe(1)
  expect(days('2026-11-20T19:00:00Z', { ...monToSat, 'shipping.deliverDays': 1 })).toBe(2)
})

test('holidays and packing days are added', () => {
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

test('an order paid after the last dispatch of the day leaves on the next working day', () => {
  const settings = { ...monToSat, 'shipping.cutoffHour': 14, 'shipping.deliverDays': 2 }
  // 13:59 and 14:00 on Monday in India.
  expect(days('2026-11-23T08:29:00Z', settings)).toBe(2)
  expect(days('2026-11-23T08:30:00Z', settings)).toBe(3)
  // After the hour on a Saturday: leaves on Monday.
  expect(days('2026-11-21T09:00:00Z', settings)).toBe(4)
})

test('the zone of a PIN is that of the longest matching prefix, else of its state', () => {
  const zone = (where: string) => ({ where, days: null, serviceable: true, pickup: true })
  const zones = [zone('4'), zone('40005'), zone('Assam'), zone('781')]
  const found = (pin: string, state: string) => zoneOf(zones, { pin, state })?.where
  expect(found('400050', 'Maharashtra')).toBe('40005')
  expect(found('411001', 'Maharashtra')).toBe('4')
  expect(found('781001', 'Assam')).toBe('781')
  expect(found('785001', 'Assam')).toBe('Assam')
  expect(found('110001', 'Delhi')).toBeUndefined()
  const short = [zone('KA'), zone('Pondicherry')]
  expect(zoneOf(short, { pin: '560001', state: 'Karnataka' })?.where).toBe('KA')
  expect(zoneOf(short, { pin: '605001', state: 'Puducherry' })?.where).toBe('Pondicherry')
})

test('the moment before which an order must have been paid to be late is that at which the day to leave changes', () => {
  const now = new Date('2026-11-29T06:00:00Z')
  for (const packDays of [0, 1, 2, 5]) {
    const calendar = { ...DEFAULT_SETTINGS, ...monToSat, 'shipping.packDays': packDays }
    const before = lateBefore(now, calendar)
    expect(leaveBy(new Date(before.getTime() - 1), calendar) < '2026-11-29').toBe(true)
    expect(leaveBy(before, calendar) >= '2026-11-29').toBe(true)
  }
})
