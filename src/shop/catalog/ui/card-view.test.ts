import { expect, test } from 'vitest'
import { coverOf, type ShownProduct, secondViewOf, tagOf, toCard } from './card-view.ts'

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

test('a card shows the first image, then another view of the same colour', () => {
  expect(coverOf(tee)).toBe('/media/tee/black-front.webp')
  expect(secondViewOf(tee)).toBe('/media/tee/black-back.webp')
  expect(coverOf({ _id: 'x', name: 'X', price: 1 })).toBe('')
})

test('a card is all that a card shows', () => {
  const card = toCard(tee)
  expect([coverOf(card), secondViewOf(card), tagOf(card)]).toEqual([coverOf(tee), secondViewOf(tee), tagOf(tee)])
  expect(card.variants).toBeUndefined()
  expect(card.pictures).toHaveLength(2)
})

test('a tag says sold out before few left before the badge', () => {
  const stock = (quantity: number) => [{ _id: 's', size: 'S', quantity }]
  expect(tagOf({ ...tee, sizes: stock(0), badge: 'New' })).toBe('Sold out')
  expect(tagOf({ ...tee, sizes: stock(2), badge: 'New' })).toBe('Few left')
  expect(tagOf({ ...tee, badge: 'New' })).toBe('New')
  expect(tagOf({ ...tee, badge: null })).toBeNull()
})
