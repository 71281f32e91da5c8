import { expect, test } from 'vitest'
import { shownTee as tee } from '../../../../tests/support/shown-tee.ts'
import {
  availableSizes,
  chosenPrices,
  initialColor,
  picturesForColor,
  sizesNotMade,
  soldOutSizes,
} from './product-selectors.ts'

test('only sizes in stock are offered, and for a chosen colour only the sizes of that colour', () => {
  expect(availableSizes(tee, null).map(({ size }) => size)).toEqual(['S', 'M'])
  expect(availableSizes(tee, 'Black')).toEqual([{ size: 'M', quantity: 5 }])
  expect(soldOutSizes(tee, 'Black')).toEqual(['S'])
  expect(sizesNotMade(tee, 'Black')).toEqual([])
  const onlyWhite = { ...tee, variants: tee.variants?.slice(1) ?? [] }
  expect(soldOutSizes(onlyWhite, 'Black')).toEqual([])
  expect(sizesNotMade(onlyWhite, 'Black')).toEqual(['S'])
})

test('sizes are offered and named from small to large, in whatever order they were added', () => {
  const sizes = ['XXL', 'S', 'XL'].map((size) => ({ _id: size, size, quantity: 1 }))
  const variants = ['XXL', 'XL', 'M', 'S'].map((size) => ({ sku: size, color: 'Black', size, quantity: 0 }))
  expect(availableSizes({ ...tee, sizes }, null).map(({ size }) => size)).toEqual(['S', 'XL', 'XXL'])
  expect(soldOutSizes({ ...tee, variants }, 'Black')).toEqual(['S', 'M', 'XL', 'XXL'])
})

test('a product without stock by colour offers its sizes in every colour', () => {
  const { variants: _, ...plain } = tee
  expect(availableSizes(plain, 'Black').map(({ size }) => size)).toEqual(['S', 'M'])
})

test('the pictures of the chosen colour are shown, or all if it has none', () => {
  expect(picturesForColor(tee, 'White').map(({ alt }) => alt)).toEqual(['White front'])
  expect(picturesForColor(tee, 'Teal')).toHaveLength(3)
  expect(picturesForColor({ _id: 'x', name: 'X', price: 1, images: ['/a.webp'] }, 'Black')).toEqual([
    { src: '/a.webp', alt: 'X', color: null },
  ])
})

test('the URL selects the colour case-insensitively, else the first in stock', () => {
  expect(initialColor(tee, 'white')).toBe('White')
  expect(initialColor(tee, 'Teal')).toBe('Black')
  expect(initialColor({ ...tee, variants: tee.variants?.slice(2) ?? [] }, null)).toBe('White')
})

test('prices are those of the chosen colour and size, and before that the lowest of several', () => {
  const variants = [
    { sku: 'B-M', color: 'Black', size: 'M', quantity: 1 },
    { sku: 'B-XL', color: 'Black', size: 'XL', quantity: 1, price: 849, mrp: 1099 },
    { sku: 'W-XL', color: 'White', size: 'XL', quantity: 1, price: 899 },
  ]
  const dear = { ...tee, price: 799, mrp: 999, priceTo: 899, variants }
  expect(chosenPrices(dear, null, null)).toEqual({ price: 799, mrp: 999, priceTo: 899 })
  expect(chosenPrices(dear, 'Black', null)).toEqual({ price: 799, mrp: 999, priceTo: 849 })
  expect(chosenPrices(dear, 'White', null)).toEqual({ price: 899, mrp: 999 })
  expect(chosenPrices(dear, 'Black', 'XL')).toEqual({ price: 849, mrp: 1099 })
  expect(chosenPrices({ _id: 'x', name: 'X', price: 1 }, 'Black', null)).toEqual({ price: 1, mrp: null })
})
