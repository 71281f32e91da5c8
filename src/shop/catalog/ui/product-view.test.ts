import { expect, test } from 'vitest'
import type { ShownProduct } from './card-view.ts'
import { missingSizes, picturesOf, sizesOf, startColor } from './product-view.ts'

const picture = (color: string, view: string) => ({
  src: `/media/tee/${color}-${view}.webp`.toLowerCase(),
  alt: `${color} ${view}`,
  color,
  view,
  width: 1200,
  height: 1500,
  tone: '#d7d0c3',
})

const tee: ShownProduct = {
  _id: 'tee',
  name: 'Tee',
  price: 999,
  images: ['/media/tee/black-front.webp'],
  colors: ['Black', 'White'],
  pictures: [picture('Black', 'front'), picture('Black', 'back'), picture('White', 'front')],
  sizes: [
    { _id: 's', size: 'S', quantity: 9 },
    { _id: 'm', size: 'M', quantity: 5 },
    { _id: 'l', size: 'L', quantity: 0 },
  ],
  variants: [
    { sku: '1', color: 'Black', size: 'S', quantity: 0 },
    { sku: '2', color: 'Black', size: 'M', quantity: 5 },
    { sku: '3', color: 'White', size: 'S', quantity: 9 },
    { sku: '4', color: 'White', size: 'M', quantity: 0 },
  ],
}

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
