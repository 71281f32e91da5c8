import { expect, test } from 'vitest'
import { createSizeTable } from './size-table.ts'

const measurements = { unit: 'cm', S: { chest: 110, trouserLength: 101 }, M: { chest: 116.5 } }

test('measurements become a table with a row for each size', () => {
  expect(createSizeTable(measurements, 'cm')).toEqual({
    names: ['Chest', 'Trouser length'],
    rows: [
      { size: 'S', values: ['110', '101'] },
      { size: 'M', values: ['116.5', '–'] },
    ],
  })
})

test('sizes are sorted from small to large', () => {
  const sizes = ['Tall', 'L', 'XXL', 'M', 'S']
  const shuffled = Object.fromEntries(sizes.map((size) => [size, { chest: 1 }]))
  expect(createSizeTable(shuffled, 'cm')?.rows.map(({ size }) => size)).toEqual(['S', 'M', 'L', 'XXL', 'Tall'])
})

test('inches are rounded to halves', () => {
  expect(createSizeTable(measurements, 'in')?.rows[0]?.values).toEqual(['43.5', '40'])
})

test('without measurements there is no table', () => {
  expect(createSizeTable(null, 'cm')).toBeNull()
  expect(createSizeTable({ unit: 'cm' }, 'cm')).toBeNull()
})
