import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPrice, paise, percentOf, productCardPrice, toPaise, toRupees } from './money.ts'

/** Any amount, in paise. */
const amount = fc.integer({ min: 0, max: 10 ** 13 })

test.each<[number, string, string]>([
  [0, '₹0', 'Rs. 0.00'],
  [999, '₹999', 'Rs. 999.00'],
  [1299, '₹1,299', 'Rs. 1,299.00'],
  [1403.95, '₹1,403.95', 'Rs. 1,403.95'],
  [1299.5, '₹1,299.50', 'Rs. 1,299.50'],
  [99999, '₹99,999', 'Rs. 99,999.00'],
  [129900, '₹1,29,900', 'Rs. 1,29,900.00'],
  [12345678, '₹1,23,45,678', 'Rs. 1,23,45,678.00'],
])('%d rupees are written %s and %s', (rupees, card, rs) => {
  expect(productCardPrice(rupees)).toBe(card)
  expect(formatPrice(rupees)).toBe(rs)
})

test('prices are formatted as by Intl for India, with Rs. or ₹ in front', { tags: 'R48' }, () => {
  const two = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const none = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
  fc.assert(
    fc.property(amount, (whole) => {
      const rupees = toRupees(paise(whole))
      expect(formatPrice(rupees)).toBe(`Rs. ${two.format(rupees)}`)
      expect(productCardPrice(rupees)).toBe(`₹${(whole % 100 === 0 ? none : two).format(rupees)}`)
    }),
    { numRuns: 2000 },
  )
})

test('rupees convert to paise and back without loss', { tags: 'C3.3' }, () => {
  fc.assert(fc.property(amount, (whole) => toPaise(toRupees(paise(whole))) === whole))
  expect(toPaise(2.3)).toBe(230)
  for (const invalid of [0.001, 12.345, Number.NaN, Number.POSITIVE_INFINITY]) expect(toPaise(invalid)).toBeNull()
  expect(() => paise(0.5)).toThrow(RangeError)
})

test('a percentage rounds half a paisa up', { tags: 'C3.47' }, () => {
  expect(percentOf(paise(50), 5)).toBe(3)
  expect(percentOf(paise(49), 5)).toBe(2)
  expect(percentOf(paise(129900), 5)).toBe(6495)
})
