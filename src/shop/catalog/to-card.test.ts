import { expect, test } from 'vitest'
import { shownTee as tee } from '../../../tests/support/shown-tee.ts'
import { coverOf, secondViewOf, tagOf, toCard } from './to-card.ts'

test('a card shows the first image, then another view of the same colour', () => {
  expect(coverOf(tee)).toBe('/media/tee/black-front.webp')
  expect(secondViewOf(tee)).toBe('/media/tee/black-back.webp')
  expect(coverOf({ _id: 'x', name: 'X', price: 1 })).toBe('')
})

test('a card is all that a card shows', () => {
  expect(toCard({ ...tee, badge: 'New', categories: 'Man', subcategory: 'T-Shirts' })).toEqual({
    _id: 'tee',
    name: 'Tee',
    price: 999,
    cover: '/media/tee/black-front.webp',
    tone: '#d7d0c3',
    second: '/media/tee/black-back.webp',
    tag: 'New',
    colors: ['Black', 'White'],
    categories: 'Man',
    subcategory: 'T-Shirts',
  })
  expect(toCard({ _id: 'x', name: 'X', price: 1 })).toMatchObject({ cover: '', tone: null, second: null, colors: [] })
})

test('a tag says sold out before few left before the badge', () => {
  const stock = (quantity: number) => [{ _id: 's', size: 'S', quantity }]
  expect(tagOf({ ...tee, sizes: stock(0), badge: 'New' })).toBe('Sold out')
  expect(tagOf({ ...tee, sizes: stock(2), badge: 'New' })).toBe('Few left')
  expect(tagOf({ ...tee, badge: 'New' })).toBe('New')
  expect(tagOf({ ...tee, badge: null })).toBeNull()
})
