import { expect, test } from 'vitest'
import { readMeasures } from './measures.ts'

const measurements = { unit: 'cm', S: { chest: 110, trouserLength: 101 }, M: { chest: 116.5 } }

test('measures become a table with a row for each size', () => {
  expect(readMeasures(measurements, 'cm')).toEqual({
    names: ['Chest', 'Trouser length'],
    rows: [
      { size: 'S', values: ['110', '101'] },
      { size: 'M', values: ['116.5', '–'] },
    ],
  })
})

test('sizes stand from small to large, in whatever order they come', () => {
  const shuffled = {
    unit: 'cm',
    Tall: { chest: 1 },
    L: { chest: 1 },
    XXL: { chest: 1 },
    M: { chest: 1 },
    S: { chest: 1 },
  }
  expect(readMeasures(shuffled, 'cm')?.rows.map(({ size }) => size)).toEqual(['S', 'M', 'L', 'XXL', 'Tall'])
})

test('inches are told to the half', () => {
  expect(readMeasures(measurements, 'in')?.rows[0]?.values).toEqual(['43.5', '40'])
})

test('without measures there is no table', () => {
  expect(readMeasures(null, 'cm')).toBeNull()
  expect(readMeasures({ unit: 'cm' }, 'cm')).toBeNull()
})
