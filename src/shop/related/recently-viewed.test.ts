// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createCard } from '../catalog/card.ts'
import { recentlyViewed } from './recently-viewed.ts'

const view = (id: string) => recentlyViewed.add(createCard({ _id: id, name: id, price: 1 }))
const viewed = () => recentlyViewed.read().map(({ _id }) => _id)

beforeEach(() => localStorage.clear())

test('the last twelve viewed products are listed, the latest first, each once', () => {
  for (const id of 'abcdefghijklmn'.split('')) view(id)
  view('k')
  expect(viewed().join('')).toBe('knmljihgfedc')
  recentlyViewed.clear()
  expect(viewed()).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test.each(['', 'no JSON', '{}', '[1, null, {"_id": "a"}]'])('what is stored as %s shows nothing', (stored) => {
  localStorage.setItem('recentlyViewed', stored)
  expect(viewed()).toEqual([])
})
