import { expect, test } from 'vitest'
import { changedSince, recordVersion } from './record-version.server.ts'

const before = { name: 'Bandra', phone: '1', hours: [{ from: '09:00' }], note: null }
const version = recordVersion(before)

test('a version tells which fields have changed since, whoever asks about which', () => {
  const now = { ...before, phone: '2', hours: [{ from: '10:00' }] }
  expect(changedSince(version, now, ['name', 'phone', 'hours', 'note'])).toEqual(['phone', 'hours'])
  expect(changedSince(version, now, ['name', 'note'])).toEqual([])
  expect(changedSince(version, before, Object.keys(before))).toEqual([])
  expect(recordVersion({ note: undefined, hours: before.hours, phone: '1', name: 'Bandra' })).toBe(version)
})

test('without a version nothing counts as changed, and of one of another kind everything does', () => {
  expect(changedSince(null, before, ['name'])).toEqual([])
  for (const other of ['', '3', recordVersion({ name: 'Bandra' })])
    expect(changedSince(other, before, ['name', 'phone'])).toEqual(['name', 'phone'])
})
