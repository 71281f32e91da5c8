import { expect, test } from 'vitest'
import { normalizeSearch } from './searches.ts'

test('a search is counted in small letters with single spaces', () => {
  expect(normalizeSearch('  Black   HOODIE ')).toBe('black hoodie')
  expect(normalizeSearch('चिकनकारी कुर्ता')).toBe('चिकनकारी कुर्ता')
  expect(normalizeSearch('hoodie under 1500')).toBe('hoodie under 1500')
  expect(normalizeSearch('kurta 1000-2000')).toBe('kurta 1000-2000')
})

test.each([
  ['an address', 'asha@example.in'],
  ['a phone number', '+91 98765-43210'],
  ['a phone number in words of Hindi', '९८७६५ ४३२१०'],
  ['a PIN', 'delivery to 400001'],
  ['an order', 'order FS-10482'],
  ['signs alone', '?!'],
  ['nothing', '   '],
  ['a pasted text', 'a shirt '.repeat(10)],
])('a search that is %s isn’t kept', (_, typed) => {
  expect(normalizeSearch(typed)).toBeNull()
})
