import { expect, test } from 'vitest'
import { daysOf, monthsOf, periodOf } from './rules.ts'

test('a report is of the last 30 days in India, beside the 30 before, unless other days are asked for', () => {
  // 1 April in India already.
  const now = new Date('2026-03-31T18:30:00Z')
  expect(periodOf({}, now)).toEqual({
    ok: true,
    period: { from: '2026-03-03', to: '2026-04-01' },
    before: { from: '2026-02-01', to: '2026-03-02' },
  })
  expect(periodOf({ from: '2028-02-29', to: '2028-03-01', compare: 'year' }, now)).toMatchObject({
    before: { from: '2027-02-28', to: '2027-03-01' },
  })
})

test('days and months of a period are all of them, once', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(monthsOf({ from: '2026-11-30', to: '2027-02-01' })).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
})
