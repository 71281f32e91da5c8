import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import type { TaxRate } from './field-contract.ts'
import { apportion, containedTax, findBetterPrice, tableRate } from './tax-rules.ts'

/** Clothes before and after 22 September 2025. */
const TABLE: TaxRate[] = [
  { hsn: '61', upTo: 1000, percent: 5, from: '2017-07-01' },
  { hsn: '61', percent: 12, from: '2017-07-01' },
  { hsn: '61', percent: 18, from: '2025-09-22' },
  { hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' },
  { hsn: '610910', percent: 3, from: '2026-01-01' },
]

test.each([
  ['6109', 1000, '2025-09-21', 5],
  ['6109', 1000.01, '2025-09-21', 12],
  ['6109', 2500, '2025-09-22', 5],
  ['6109', 2500.01, '2025-09-22', 18],
  ['61091000', 2600, '2025-12-31', 18],
  ['61091000', 2600, '2026-01-01', 3],
  ['6109', 100, '2017-06-30', null],
  ['4202', 100, '2026-01-01', null],
])('a piece of HSN %s at %d rupees on %s: %s %%', (hsn, rupees, day, percent) => {
  expect(tableRate(TABLE, { hsn, price: paise(Math.round(rupees * 100)), day, included: false })).toBe(percent)
})

test('if prices include tax, the band is that of the price before tax', () => {
  const rate = (rupees: number) =>
    tableRate(TABLE, { hsn: '6109', price: paise(rupees * 100), day: '2026-01-01', included: true })
  expect(rate(2625)).toBe(5)
  expect(rate(2626)).toBe(18)
})

test('a price just above a band leaves less than the band’s end', () => {
  const better = (rupees: number) =>
    findBetterPrice(TABLE, { hsn: '6109', price: paise(Math.round(rupees * 100)), day: '2026-01-01' })
  expect(better(2649)).toEqual({
    now: { price: 264900, percent: 18, leaves: 224492 },
    better: { price: 262500, percent: 5, leaves: 250000 },
  })
  for (const rupees of [999, 2625, 2951]) expect(better(rupees), String(rupees)).toBeNull()
  expect(findBetterPrice(TABLE, { hsn: '4202', price: paise(264900), day: '2026-01-01' })).toBeNull()
})

test('an amount is divided without losing a paisa, each part within one of its share', () => {
  fc.assert(
    fc.property(
      fc.nat(2_000_000_000),
      fc.array(fc.nat(2_000_000_000), { minLength: 1, maxLength: 20 }),
      (amount, weights) => {
        const parts = apportion(paise(amount), weights)
        expect(parts.reduce<number>((sum, part) => sum + part, 0)).toBe(amount)
        const all = weights.reduce((sum, weight) => sum + weight, 0)
        if (all > 0)
          for (const [index, part] of parts.entries())
            expect(Math.abs(part - (amount * (weights[index] ?? 0)) / all)).toBeLessThanOrEqual(1)
      },
    ),
  )
  expect(apportion(paise(7), [0, 0])).toEqual([7, 0])
  expect(containedTax(paise(4000), 5)).toBe(190)
})
