import { expect, test } from 'vitest'
import { shownTee as tee } from '../../../../tests/support/shown-tee.ts'
import { missingSizes, picturesOf, sizesOf, startColor } from './product-view.ts'

test('only sizes with stock are offered, and of a chosen colour only its own', () => {
  expect(sizesOf(tee, null).map(({ size }) => size)).toEqual(['S', 'M'])
  expect(sizesOf(tee, 'Black')).toEqual([{ size: 'M', quantity: 5 }])
  expect(missingSizes(tee, 'Black')).toEqual(['S'])
})

test('a product that knows no stock by colour offers its sizes in every colour', () => {
  const { variants: _, ...plain } = tee
  expect(sizesOf(plain, 'Black').map(({ size }) => size)).toEqual(['S', 'M'])
})

test('pictures follow the colour, and any picture is better than none', () => {
  expect(picturesOf(tee, 'White').map(({ alt }) => alt)).toEqual(['White front'])
  expect(picturesOf(tee, 'Teal')).toHaveLength(3)
  expect(picturesOf({ _id: 'x', name: 'X', price: 1, images: ['/a.webp'] }, 'Black')).toEqual([
    { src: '/a.webp', alt: 'X', color: null },
  ])
})

test('the address chooses the colour whatever its case, else the first that can be bought', () => {
  expect(startColor(tee, 'white')).toBe('White')
  expect(startColor(tee, 'Teal')).toBe('Black')
  expect(startColor({ ...tee, variants: tee.variants?.slice(2) ?? [] }, null)).toBe('White')
})
