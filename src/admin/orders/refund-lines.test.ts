import { expect, test } from 'vitest'
import { parseRupees } from '../parts/rupees.ts'
import { linesOf } from './refund-dialog.tsx'

const line = (more: { amount: number; delivery: number; tax: number; goods: number; exchange?: number }) => ({
  sku: 'FS001-BLK-L',
  name: 'Four Bars Boxy Tee',
  color: 'Black',
  size: 'L',
  quantity: 1,
  exchange: 0,
  ...more,
})
const TEE = line({ goods: 1299, delivery: 19.26, tax: 64.95, amount: 1383.21 })

/** A row's sum in rupees, below zero with its minus. */
const rupeesOf = (text: unknown) => {
  const shown = String(text)
  const sum = parseRupees(shown.replace(/^[−-]\s*/, '')) ?? Number.NaN
  return /^[−-]/.test(shown) ? -sum : sum
}

test.each([
  ['a piece', TEE, 1383.21],
  ['a piece of which some was refunded before', TEE, 1000],
  ['one that a dearer piece replaced', { ...TEE, exchange: 105, amount: 1488.21 }, 1488.21],
  ['one that a cheaper piece replaced', { ...TEE, exchange: -105, amount: 1278.21 }, 1278.21],
])('the parts of a refund of %s add up to its sum', (_, piece, amount) => {
  const lines = linesOf({ lines: [piece], amount, maximum: 2872.9 })
  const parts = lines.filter(([, , kind]) => kind === 'part').map(([, value]) => rupeesOf(value))
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(amount, 2)
  expect(lines.filter(([, , kind]) => kind === 'sum').map(([, value]) => rupeesOf(value))).toEqual([amount])
})
