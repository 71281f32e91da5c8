import { expect, test } from 'vitest'
import type { OrderLine } from './contract.ts'
import { exchangedText, linePriceText, variantText } from './line-text.ts'

// Safe cast: only the fields that the texts read.
const line = { _id: 'a', size: 'M', color: 'Black', quantity: 3, productId: { price: 500 } } as OrderLine

test('an exchange of some pieces says how many of those bought it is about', () => {
  const exchange = (quantity: number) => ({ pieces: [{ lineId: 'a', quantity }], isCancelled: false })
  expect(exchangedText(line, exchange(1))).toBe('1 of 3 exchanged')
  expect(exchangedText({ ...line, _id: 'b' }, exchange(1))).toBe('0 of 3 exchanged')
  expect(exchangedText(line, exchange(3))).toBeNull()
  expect(exchangedText(line, { ...exchange(1), isCancelled: true })).toBeNull()
  expect(exchangedText(line, { pieces: [], isCancelled: false })).toBeNull()
})

test('a line says what was bought and the price of a piece', () => {
  expect(variantText(line)).toBe('M · Black · 3')
  expect(linePriceText(line)).toMatch(/500\.00 each$/)
  expect(linePriceText({ ...line, quantity: 1 })).not.toContain('each')
})
