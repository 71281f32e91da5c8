import { expect, test } from 'vitest'
import { shownTee as tee } from '../../../tests/support/shown-tee.ts'
import { coverPicture, createCard, priceText, productTag, secondPicture } from './card.ts'

test('a card shows the first image, then another view of the same colour', () => {
  expect(coverPicture(tee)).toBe('/media/tee/black-front.webp')
  expect(secondPicture(tee)).toBe('/media/tee/black-back.webp')
  expect(coverPicture({ _id: 'x', name: 'X', price: 1 })).toBe('')
})

test('a card has its cover, prices, tag, colours and categories', () => {
  expect(createCard({ ...tee, badge: 'New', categories: 'Man', subcategory: 'T-Shirts' })).toEqual({
    _id: 'tee',
    name: 'Tee',
    price: 999,
    saving: null,
    color: null,
    cover: '/media/tee/black-front.webp',
    tone: '#d7d0c3',
    second: '/media/tee/black-back.webp',
    tag: 'New',
    soldOut: false,
    colors: ['Black', 'White'],
    categories: 'Man',
    subcategory: 'T-Shirts',
  })
  expect(createCard({ ...tee, mrp: 1499 }).saving).toEqual({ mrp: 1499, percent: 33 })
  expect(createCard({ ...tee, mrp: 1000 }).saving, 'less than one per cent').toBeNull()
  const bare = createCard({ _id: 'x', name: 'X', price: 1 })
  expect(bare).toMatchObject({ cover: '', tone: null, second: null, colors: [] })
})

test('a card shows the requested colour if it has a picture', () => {
  expect(createCard(tee, ['White'])).toMatchObject({ color: 'White', cover: '/media/tee/white-front.webp' })
  expect(createCard(tee, ['Red'])).toMatchObject({ color: null, cover: '/media/tee/black-front.webp' })
})

test('Sold out comes before Few left, and both before the owner’s badge', () => {
  const stock = (quantity: number) => [{ _id: 's', size: 'S', quantity }]
  expect(productTag({ ...tee, sizes: stock(0), badge: 'New' })).toBe('Sold out')
  expect(productTag({ ...tee, sizes: stock(2), badge: 'New' })).toBe('Few left')
  expect(productTag({ ...tee, badge: 'New' })).toBe('New')
  expect(productTag({ ...tee, badge: null })).toBeNull()
})

test('a card says from what price on only if prices differ', () => {
  expect(priceText(createCard(tee))).toBe('₹999')
  expect(createCard(tee)).not.toHaveProperty('priceTo')
  expect(priceText(createCard({ ...tee, priceTo: 1099 }))).toBe('From ₹999')
})
