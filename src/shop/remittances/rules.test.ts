import { expect, test } from 'vitest'
import { type CashParcel, judgeRows, type RemittedRow } from './rules.ts'

const parcel = (awb: string, due: number, more: Partial<CashParcel> = {}): CashParcel => {
  return { id: `s-${awb}`, orderId: `o-${awb}`, awb, due, received: 0, utrs: [], ...more }
}
const row = (awb: string, amount: number, utr = 'U1'): RemittedRow => ({ awb, amount, utr, date: '2026-11-28' })
const nothing = { matched: 0, short: [], double: [], unknown: [] }

test('what is due is matched, and only that is taken', () => {
  const { outcome, taken } = judgeRows([row('A', 1000), row('B', 500)], [parcel('A', 1000), parcel('B', 500)])
  expect(outcome).toEqual({ ...nothing, matched: 2 })
  expect(taken.map(({ parcel: { id }, amount }) => [id, amount])).toEqual([
    ['s-A', 1000],
    ['s-B', 500],
  ])
})

test('less than due is short, and its rest isn’t double', () => {
  const first = judgeRows([row('A', 900)], [parcel('A', 1000)])
  expect(first.outcome).toEqual({ ...nothing, short: [{ awb: 'A', due: 1000, got: 900 }] })
  expect(first.taken).toHaveLength(1)
  const half = parcel('A', 1000, { received: 900, utrs: ['U1'] })
  expect(judgeRows([row('A', 100, 'U2')], [half]).outcome).toEqual({ ...nothing, matched: 1 })
  // Both in one file.
  expect(judgeRows([row('A', 900), row('A', 100, 'U2')], [parcel('A', 1000)]).outcome).toEqual({
    ...nothing,
    matched: 1,
  })
})

test('a parcel that is paid whole, or by the same transfer, is double', () => {
  const whole = parcel('A', 1000, { received: 1000, utrs: ['U1'] })
  const double = { ...nothing, double: [{ awb: 'A', utr: 'U1' }] }
  expect(judgeRows([row('A', 1000)], [whole])).toEqual({ outcome: double, taken: [] })
  expect(judgeRows([row('A', 100)], [parcel('A', 1000, { received: 900, utrs: ['U1'] })]).outcome).toEqual(double)
  expect(judgeRows([row('A', 1000), row('A', 1000)], [parcel('A', 1000)]).outcome).toEqual({ ...double, matched: 1 })
})

test('unknown: no such parcel, one that was paid before, and more than is due', () => {
  const parcels = [parcel('P', 0), parcel('A', 1000)]
  expect(judgeRows([row('X', 1), row('P', 500), row('A', 1001)], parcels)).toEqual({
    outcome: { ...nothing, unknown: ['X', 'P', 'A'] },
    taken: [],
  })
})
