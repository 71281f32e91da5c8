import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareSizes, discountPercent } from './rules.ts'

test('a discount of whole per cents is shown as that number, of any price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 100_000 }), (percent, hundreds) => {
      // Both prices are whole paise if the MRP is a whole number of rupees.
      expect(discountPercent((hundreds * (100 - percent)) / 100, hundreds)).toBe(percent)
    }),
  )
})

test('anything else is rounded down, and nothing is shown below one per cent or without a higher MRP', () => {
  expect(discountPercent(80, 100)).toBe(20)
  expect(discountPercent(999, 1499)).toBe(33)
  for (const mrp of [null, undefined, 0, 999, 1000]) expect(discountPercent(999, mrp)).toBeNull()
})

test('sizes go from small to large, whatever the order of the rows', () => {
  expect(['XXL', 'Tall', 'M', 'XS', 'XXXL', 'S', 'XL', 'L'].toSorted(compareSizes).join()).toBe(
    'XS,S,M,L,XL,XXL,XXXL,Tall',
  )
  expect(['34', '28', '30'].toSorted(compareSizes).join()).toBe('28,30,34')
  expect(['3XL', '2XL', 'XL'].toSorted(compareSizes).join()).toBe('XL,2XL,3XL')
})
