import { expect, test } from 'vitest'
import { lateText } from './pack-text.ts'

test('a late parcel says by how many days, across the end of a month, and never none', () => {
  expect(lateText('2026-11-28', '2026-11-29')).toBe('1 day late')
  expect(lateText('2026-11-29', '2026-12-02')).toBe('3 days late')
  // The server judged it late by its own clock, which may be past midnight before this one.
  expect(lateText('2026-11-29', '2026-11-29')).toBe('1 day late')
})
