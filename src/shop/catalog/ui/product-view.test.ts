import { expect, test } from 'vitest'
import {
  coverOf,
  missingSizes,
  picturesOf,
  type ShownProduct,
  secondViewOf,
  sizesOf,
  startColor,
  tagOf,
} from './product-view.ts'

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

test('a card shows the first image, then another view of the same colour', () => {
  expect(coverOf(tee)).toBe('/media/tee/black-front.webp')
  expect(secondViewOf(tee)).toBe('/media/tee/black-back.webp')
  expect(coverOf({ _id: 'x', name: 'X', price: 1 })).toBe('')
})

test('the address chooses the colour whatever its case, else the first that can be bought', () => {
  expect(startColor(tee, 'white')).toBe('White')
  expect(startColor(tee, 'Teal')).toBe('Black')
  expect(startColor({ ...tee, variants: tee.variants?.slice(2) ?? [] }, null)).toBe('White')
})

test('a tag says sold out before few left before the badge', () => {
  const stock = (quantity: number) => [{ _id: 's', size: 'S', quantity }]
  expect(tagOf({ ...tee, sizes: stock(0), badge: 'New' })).toBe('Sold out')
  expect(tagOf({ ...tee, sizes: stock(2), badge: 'New' })).toBe('Few left')
  expect(tagOf({ ...tee, badge: 'New' })).toBe('New')
  expect(tagOf({ ...tee, badge: null })).toBeNull()
})
