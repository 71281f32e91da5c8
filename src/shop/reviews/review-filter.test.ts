import { expect, test } from 'vitest'
import type { Review } from './contract.ts'
import { filterChoices, filterReviews, NO_FILTER, type ReviewFilter } from './review-filter.ts'

const photo = { _id: 'p', src: '/p.webp', width: 1, height: 1, waiting: false }
const review = (_id: string, more: Partial<Review>): Review => ({
  _id,
  stars: 5,
  comment: 'Good.',
  createdAt: '2026-11-21T10:00:00Z',
  userId: { _id, name: 'Asha' },
  verified: true,
  sample: false,
  answer: null,
  fit: null,
  size: null,
  helpful: 0,
  photos: [],
  ...more,
})
const REVIEWS = [
  review('a', { stars: 4, size: 'XL' }),
  review('b', { stars: 2, size: 'M', helpful: 3, photos: [photo] }),
  review('c', { stars: 5, size: 'M', helpful: 1 }),
  review('d', { stars: 4 }),
]
const idsOf = (filter: Partial<ReviewFilter>) =>
  filterReviews(REVIEWS, { ...NO_FILTER, ...filter })
    .map(({ _id }) => _id)
    .join('')

test('reviews are sorted by date, votes or stars; of equal ones the newest comes first', () => {
  expect(idsOf({})).toBe('abcd')
  expect(idsOf({ order: 'helpful' })).toBe('bcad')
  expect(idsOf({ order: 'highest' })).toBe('cadb')
  expect(idsOf({ order: 'lowest' })).toBe('badc')
})

test('filters combine', () => {
  expect(idsOf({ stars: 4 })).toBe('ad')
  expect(idsOf({ size: 'M' })).toBe('bc')
  expect(idsOf({ size: 'M', withPhotos: true })).toBe('b')
  expect(idsOf({ stars: 4, withPhotos: true })).toBe('')
})

test('only what the reviews differ in can be chosen', () => {
  expect(filterChoices(REVIEWS)).toEqual({ stars: [5, 4, 2], sizes: ['M', 'XL'], hasPhotos: true })
  expect(filterChoices([review('a', { size: 'M' }), review('b', {})])).toEqual({
    stars: [],
    sizes: [],
    hasPhotos: false,
  })
})
