import { expect, test } from 'vitest'
import type { OrderLine } from './contract.ts'
import { exchangedText, linePriceText, replacementText, variantText } from './line-text.ts'

// Safe cast: only the fields that the texts read.
const line = { _id: 'a', size: 'M', color: 'Black', quantity: 3, productId: { price: 500 } } as OrderLine

test('an exchange of some pieces says how many of those bought it is about', () => {
  const exchange = (quantity: number) => ({
    pieces: [{ lineId: 'a', quantity, replacement: null }],
    isCancelled: false,
  })
  expect(exchangedText(line, exchange(1))).toBe('1 of 3 exchanged')
  expect(exchangedText({ ...line, _id: 'b' }, exchange(1))).toBe('0 of 3 exchanged')
  expect(exchangedText(line, exchange(3))).toBeNull()
  expect(exchangedText(line, { ...exchange(1), isCancelled: true })).toBeNull()
  expect(exchangedText(line, { pieces: [], isCancelled: false })).toBeNull()
})

test('an exchange says what comes instead, and nothing if it’s the same again', { tags: 'R43' }, () => {
  const instead = (color: string, size: string) => ({
    pieces: [{ lineId: 'a', quantity: 1, replacement: { color, size } }],
    color: null,
    size: null,
    other: null,
  })
  expect(replacementText(line, instead('Black', 'XL'))).toBe('M → XL')
  expect(replacementText(line, instead('White', 'M'))).toBe('Black → White')
  expect(replacementText(line, instead('Black', 'M'))).toBeNull()
  expect(replacementText({ ...line, _id: 'b' }, instead('Black', 'XL'))).toBeNull()
  expect(replacementText(line, { pieces: [], color: null, size: 'L', other: null })).toBe('M → L')
  const other = { _id: 'linen-shirt', name: 'Linen Shirt' }
  expect(replacementText(line, { ...instead('Blue', 'XL'), other })).toBe('Linen Shirt, Blue, XL')
})

test('a line says what was bought and the price of a piece', () => {
  expect(variantText(line)).toBe('M · Black · 3')
  expect(linePriceText(line)).toMatch(/500\.00 each$/)
  expect(linePriceText({ ...line, quantity: 1 })).not.toContain('each')
})
