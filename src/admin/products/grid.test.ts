import { expect, test } from 'vitest'
import { axesOf, cellKey, changesOf, EMPTY_GRID, pasteCells, priceKey, restOfGrid, skuOf, typeCells } from './grid.ts'

const variants = [
  { sku: 'K-RED-M', color: 'Red', size: 'M', quantity: 4 },
  { sku: 'K-RED-L', color: 'Red', size: 'L', quantity: 0 },
]

test('sizes stand from small to large, added ones among them', () => {
  expect(axesOf(variants, { ...EMPTY_GRID, colors: ['Blue'], sizes: ['S', '2XL'] })).toEqual({
    colors: ['Red', 'Blue'],
    sizes: ['S', 'M', 'L', '2XL'],
  })
})

test('a known cell changes stock by the difference; 0 is a number; an empty one is a new variant, an emptied one goes', () => {
  expect(changesOf('k', variants, EMPTY_GRID)).toMatchObject({ variants: null, stock: [], invalid: [] })
  const cells = { [cellKey('Red', 'M')]: '0', [cellKey('Red', 'L')]: '', [cellKey('Red', 'S')]: '7' }
  expect(changesOf('k', variants, { ...EMPTY_GRID, cells, sizes: ['S'] })).toEqual({
    stock: [{ sku: 'K-RED-M', change: -4 }],
    moved: [],
    removed: ['K-RED-L'],
    added: ['Red S'],
    invalid: [],
    variants: [variants[0], { sku: 'K-RED-S', color: 'Red', size: 'S', quantity: 7 }],
  })
  const wrong = { ...EMPTY_GRID, cells: { [cellKey('Red', 'M')]: 'many' } }
  expect(changesOf('k', variants, wrong).invalid).toEqual([cellKey('Red', 'M')])
})

test('a number typed before a sale changes the stock by what was meant, and the sale stays', { tags: ['A3'] }, () => {
  const key = cellKey('Red', 'M')
  const typed = typeCells(variants, EMPTY_GRID, { [key]: '6' })
  const sold = variants.map((one) => (one.size === 'M' ? { ...one, quantity: 1 } : one))
  expect(changesOf('k', sold, typed)).toMatchObject({
    stock: [{ sku: 'K-RED-M', change: 2 }],
    moved: [{ color: 'Red', size: 'M', was: '4', now: 1, change: 2 }],
  })
  // Typed anew, it's meant over what is shown now; what is shown now is no change.
  expect(changesOf('k', sold, typeCells(sold, typed, { [key]: '6' })).stock).toEqual([{ sku: 'K-RED-M', change: 5 }])
  expect(typeCells(sold, typed, { [key]: '1' })).toEqual(EMPTY_GRID)
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

test('a price of a size is of all its colours; an emptied one is the product’s', () => {
  const own = [{ sku: 'A', color: 'Red', size: 'L', quantity: 1, price: 849 }, ...variants]
  const typed = (prices: Record<string, string>) => ({ ...EMPTY_GRID, prices })
  expect(
    changesOf('k', own, typed({ [priceKey('price', 'M')]: ' ', [priceKey('price', 'XL')]: '9' })).variants,
  ).toBeNull()
  const dear = typed({ [priceKey('price', 'L')]: '₹ 1,899.50', [priceKey('mrp', 'L')]: '1999' })
  expect(changesOf('k', own, dear)).toMatchObject({
    stock: [],
    variants: [{ price: 1899.5, mrp: 1999 }, variants[0], { sku: 'K-RED-L', price: 1899.5, mrp: 1999 }],
  })
  const none = changesOf('k', own, typed({ [priceKey('price', 'L')]: '' })).variants
  expect(none?.[0]).toEqual({ sku: 'A', color: 'Red', size: 'L', quantity: 1 })
  expect(changesOf('k', own, typed({ [priceKey('mrp', 'L')]: '1,01' })).invalid).toEqual([priceKey('mrp', 'L')])
  expect(restOfGrid(dear, typed({ [priceKey('mrp', 'L')]: '1999' })).prices).toEqual({
    [priceKey('price', 'L')]: '₹ 1,899.50',
  })
})
