import { expect, test } from 'vitest'
import {
  ageText,
  type BackupState,
  backupAgeMs,
  backupsToRemove,
  isBackupDue,
  isBackupOld,
  isScheduledName,
  isVerificationDue,
  scheduledName,
} from './rules.ts'

const NOW = new Date('2026-11-26T09:00:00Z')
const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
const plan = { everyHours: 24, to: '/mnt/backups' }
const made = (hours: number) => ({ id: 1, at: ago(hours), bytes: 1, place: '/mnt/backups', name: 'shop.tar' })
const state = (more: Partial<BackupState> = {}): BackupState => ({
  last: null,
  triedAt: null,
  failure: null,
  verifiedAt: null,
  verifyProblem: null,
  missing: null,
  since: ago(1),
  openedAt: null,
  ...more,
})

test('a backup is due at once, and then after the interval, but a failed attempt is repeated after half an hour', () => {
  expect(isBackupDue(plan, state(), NOW)).toBe(true)
  expect(isBackupDue(plan, state({ last: made(23.9) }), NOW)).toBe(false)
  expect(isBackupDue(plan, state({ last: made(24) }), NOW)).toBe(true)
  expect(isBackupDue({ ...plan, everyHours: 0 }, state(), NOW)).toBe(false)
  expect(isBackupDue({ ...plan, to: '' }, state(), NOW)).toBe(false)
  const failed = (hours: number) => state({ last: made(30), triedAt: ago(hours), failure: 'The disk is full.' })
  expect([0.4, 0.5].map((hours) => isBackupDue(plan, failed(hours), NOW))).toEqual([false, true])
})

test('a backup is due when the shop opens, however new the last one is, and once', () => {
  const due = (openedHours: number) => isBackupDue(plan, state({ last: made(2), openedAt: ago(openedHours) }), NOW)
  expect([1, 3].map(due)).toEqual([true, false])
  expect(isBackupDue({ ...plan, everyHours: 0 }, state({ openedAt: ago(1) }), NOW)).toBe(false)
})

test('backups are old after two days, or twice the interval, counted from the last good one or the first day', () => {
  expect([47, 48].map((hours) => isBackupOld(plan, state({ last: made(hours) }), NOW))).toEqual([false, true])
  expect([47, 48].map((hours) => isBackupOld(plan, state({ since: ago(hours) }), NOW))).toEqual([false, true])
  const weekly = { ...plan, everyHours: 168 }
  expect([335, 336].map((hours) => isBackupOld(weekly, state({ last: made(hours) }), NOW))).toEqual([false, true])
  expect(isBackupOld({ ...plan, everyHours: 0 }, state({ last: made(999) }), NOW)).toBe(false)
  expect(backupAgeMs(state({ last: made(3) }), NOW)).toBe(3 * HOUR)
})

test('a check is due once a month', () => {
  const days = (count: number) => isVerificationDue(state({ verifiedAt: ago(24 * count) }), NOW)
  expect([isVerificationDue(state(), NOW), days(29.9), days(30)]).toEqual([true, false, true])
})

test('names sort by time, and only planned backups are removed, the newest ones staying', () => {
  const name = scheduledName(NOW, false)
  expect([name, scheduledName(NOW, true)]).toEqual(['shop-20261126T090000Z.tar', 'shop-20261126T090000Z.tar.age'])
  expect([name, 'shop.tar', 'before-0009-20261126T090000Z.tar', `${name}.json`].map(isScheduledName)).toEqual([
    true,
    false,
    false,
    false,
  ])
  const names = ['shop.tar', ...[1, 2, 3].map((day) => scheduledName(new Date(`2026-11-0${day}`), day === 2))]
  expect(backupsToRemove(names, 2)).toEqual(['shop-20261101T000000Z.tar'])
  expect(backupsToRemove(names, 9)).toEqual([])
})

test('ages in the largest whole unit', () => {
  const texts = [0.2, 1, 1.9, 47.5, 48, 100].map((hours) => ageText(hours * HOUR))
  expect(texts).toEqual(['12 minutes', '1 hour', '1 hour', '47 hours', '2 days', '4 days'])
})
