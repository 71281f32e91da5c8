import { expect, test } from 'vitest'
import { axesOf, cellKey, changesOf, EMPTY_GRID, pasteCells, skuOf } from './grid.ts'

const variants = [
  { sku: 'K-RED-M', color: 'Red', size: 'M', quantity: 4 },
  { sku: 'K-RED-L', color: 'Red', size: 'L', quantity: 0 },
]

test('sizes stand from small to large, added ones among them', () => {
  expect(axesOf(variants, { cells: {}, colors: ['Blue'], sizes: ['S', '2XL'] })).toEqual({
    colors: ['Red', 'Blue'],
    sizes: ['S', 'M', 'L', '2XL'],
  })
})

test('a known cell changes stock by the difference; 0 is a number; an empty one is a new variant, an emptied one goes', () => {
  expect(changesOf('k', variants, EMPTY_GRID)).toMatchObject({ variants: null, stock: [], invalid: [] })
  const cells = { [cellKey('Red', 'M')]: '0', [cellKey('Red', 'L')]: '', [cellKey('Red', 'S')]: '7' }
  expect(changesOf('k', variants, { cells, colors: [], sizes: ['S'] })).toEqual({
    stock: [{ sku: 'K-RED-M', change: -4 }],
    removed: ['K-RED-L'],
    added: ['Red S'],
    invalid: [],
    variants: [variants[0], { sku: 'K-RED-S', color: 'Red', size: 'S', quantity: 7 }],
  })
  const wrong = { cells: { [cellKey('Red', 'M')]: 'many' }, colors: [], sizes: [] }
  expect(changesOf('k', variants, wrong).invalid).toEqual([cellKey('Red', 'M')])
})

test('a part of a sheet fills cells to the right and down, and no further than the grid', () => {
  const axes = { colors: ['Red', 'Blue'], sizes: ['S', 'M', 'L'] }
  expect(pasteCells('1\t2\t3\r\n4\t1,005\r\n9\t9\r\n', { color: 'Red', size: 'M' }, axes)).toEqual({
    [cellKey('Red', 'M')]: '1',
    [cellKey('Red', 'L')]: '2',
    [cellKey('Blue', 'M')]: '4',
    [cellKey('Blue', 'L')]: '1005',
  })
})

test('a SKU is made of words', () => {
  expect(skuOf('lace-kurta', 'Off white', '2XL')).toBe('LACE-KURTA-OFF-WHITE-2XL')
})
