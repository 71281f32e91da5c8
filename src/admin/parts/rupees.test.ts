import { expect, test } from 'vitest'
import { parseRupees } from './rupees.ts'

test.each([
  ['1,499', 1499],
  ['1499.5', 1499.5],
  ['₹ 1499', 1499],
  ['Rs. 1,49,900.25', 149900.25],
  ['149,900', 149900],
  [' 0.01 ', 0.01],
  ['11', 11],
  ['0', 0],
])('%s is read', (text, rupees) => {
  expect(parseRupees(text)).toBe(rupees)
})

test.each(['', ' ', '1,01', '1,01.00', '10.999', '-5', '1e3', '1.2.3', '१०', '12 34', '1,4,99', 'ten', '999999999'])(
  '%j is refused',
  (text) => {
    expect(parseRupees(text)).toBeNull()
  },
)
