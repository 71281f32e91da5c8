import { expect, test } from 'vitest'
import { shownTee as tee } from '../../../../tests/support/shown-tee.ts'
import { coverOf, secondViewOf, tagOf, toCard } from './card-view.ts'

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
