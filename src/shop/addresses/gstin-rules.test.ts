import { expect, test } from 'vitest'
import { buyerGstinProblem, creditNotice, plainGstin } from './gstin-rules.ts'

const MAHARASHTRA = '27AAPFU0939F1ZV'
const KARNATAKA = '29AAGCB7383J1Z4'

test('a GSTIN is read with spaces and in small letters, and its check character must fit', () => {
  expect(plainGstin(' 27aapfu 0939f1zv ')).toBe(MAHARASHTRA)
  for (const right of ['', MAHARASHTRA, KARNATAKA]) expect(buyerGstinProblem(right)).toBe(null)
  for (const wrong of ['27AAPFU0939F1ZW', '27AAPFU0939F1Z', '72AAPFU0939F1ZV', 'none'])
    expect(buyerGstinProblem(wrong)).toMatch(/typing error/)
})

test('a GSTIN of another state than the delivery’s gets no input credit of a tax within one state', () => {
  expect(creditNotice(KARNATAKA, 'Karnataka', '27')).toBe(null)
  expect(creditNotice('', 'Goa', '27')).toBe(null)
  expect(creditNotice(KARNATAKA, '', '27')).toBe(null)
  expect(creditNotice(KARNATAKA, 'maharashtra', '27')).toMatch(/Karnataka.*Maharashtra.*CGST and SGST can’t be claimed/)
  expect(creditNotice(KARNATAKA, 'Goa', '27')).toMatch(/Karnataka.*Goa, the place of supply.*accountant/)
})
