import { expect, test } from 'vitest'
import { createSizeTable } from './size-table.ts'

const measurements = { unit: 'cm', S: { trouserLength: 101, length: 68, chest: 110 }, M: { chest: 116 } }

test('measurements become a table with a row for each size, girths laid flat and all around', () => {
  const table = createSizeTable(measurements, 'cm')
  expect(table?.columns.map(({ name }) => name)).toEqual(['Chest', 'Length', 'Trouser length'])
  const length = (cm: string) => ({ length: cm, round: null })
  expect(table?.rows).toEqual([
    { size: 'S', cells: [{ length: '55', round: '110' }, length('68'), length('101')] },
    { size: 'M', cells: [{ length: '58', round: '116' }, null, null] },
  ])
})

test('what the owner measured laid flat gives the same rows as what they measured all around', () => {
  const round = createSizeTable({ unit: 'cm', S: { chest: 110, hem: 100 }, M: { chest: 116, hem: 106 } }, 'cm')
  expect(createSizeTable({ unit: 'cm', S: { chest: 55, hem: 50 }, M: { chest: 58, hem: 53 } }, 'cm')).toEqual(round)
  expect(createSizeTable({ unit: 'in', S: { chest: 43.3 } }, 'cm')?.rows[0]?.cells[0]?.round).toBe('110')
})

test('sizes are sorted from small to large, and measures as in the drawing', () => {
  const sizes = ['Tall', 'L', 'XXL', 'M', 'S']
  const shuffled = Object.fromEntries(sizes.map((size) => [size, { backRise: 1, sleeve: 1, constructor: 1, chest: 1 }]))
  const table = createSizeTable(shuffled, 'cm')
  expect(table?.rows.map(({ size }) => size)).toEqual(['S', 'M', 'L', 'XXL', 'Tall'])
  expect(table?.columns.map(({ name }) => name)).toEqual(['Chest', 'Sleeve', 'Back rise', 'Constructor'])
})

test('in inches flat and round agree too', () => {
  const [chest, , trousers] = createSizeTable(measurements, 'in')?.rows[0]?.cells ?? []
  expect(chest).toEqual({ length: '21.75', round: '43.5' })
  expect(trousers).toEqual({ length: '40', round: null })
})

test('without measurements there is no table', () => {
  expect(createSizeTable(null, 'cm')).toBeNull()
  expect(createSizeTable({ unit: 'cm' }, 'cm')).toBeNull()
})
