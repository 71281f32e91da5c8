import { expect, test } from 'vitest'
import { amountProblem, readAmount } from './amounts.ts'

test.for([
  ['1299', 1299],
  ['1299.50', 1299.5],
  ['799.0000', 799],
  ['0.500', 0.5],
  ['1,299.00', 1299],
  ['1,299', 1299],
  ['12,50', 12.5],
  ['1,29,900.50', 129900.5],
  ['1,234,567', 1234567],
  ['1.299,00', 1299],
  ['1.29.900,00', 129900],
  ['1.234.567', 1234567],
  ['1 299', 1299],
  ['1\u00a0299,00', 1299],
  ['1\u202f29\u202f900.00', 129900],
  ['1’299.00', 1299],
  ['₹ 1,299', 1299],
  ['₹1,299.00', 1299],
  ['Rs. 1,299/-', 1299],
  ['Rs 499', 499],
  ['Rs499', 499],
  ['INR1,299', 1299],
  ['INR 1299.00', 1299],
  ['1299 INR', 1299],
  ['-1,200', -1200],
  ['१,२९९', 1299],
] as const)('%s is %d', ([text, amount]) => {
  expect(readAmount(text)).toBe(amount)
})

test.for(['', '-', 'free', '1,2,3', '$12', '1e3', '1 2', '12 50', '1,299.000,00', '1..2', '1,299,00'])(
  '"%s" isn’t a number',
  (text) => {
    expect(readAmount(text)).toBeNull()
    expect(amountProblem(text)).toBe('isn’t a number')
  },
)

test('a number that could be two is named as both', () => {
  expect(readAmount('1.299')).toBeNull()
  expect(readAmount('₹ 1.299')).toBeNull()
  expect(amountProblem('1.299')).toBe('could be 1299 or 1.299; write it without a mark between thousands')
})
