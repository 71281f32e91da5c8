// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createCard } from '../catalog/card.ts'
import { noteViewed, recentlyViewed } from './recently-viewed.ts'
import { VIEWED_SCRIPT } from './viewed-mark.ts'

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

test('the document is marked if another product was viewed, by the script in its head and by the page', () => {
  const isMarked = () => document.documentElement.hasAttribute('data-viewed')
  const marked: boolean[] = []
  for (const id of ['tee', 'tee', 'cap', 'tee']) {
    document.documentElement.removeAttribute('data-viewed')
    window.history.replaceState(null, '', `/product-details/${id}`)
    new Function(VIEWED_SCRIPT)()
    const byScript = isMarked()
    noteViewed(createCard({ _id: id, name: id, price: 1 }))
    expect(isMarked()).toBe(byScript)
    marked.push(byScript)
  }
  expect(marked).toEqual([false, false, true, true])
})
