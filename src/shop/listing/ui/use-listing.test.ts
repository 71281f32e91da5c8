import { expect, test } from 'vitest'
import { createCard } from '../../catalog/card.ts'
import type { ListingPage } from '../client.ts'
import { appendPage, mergeFirstPage } from './use-listing.ts'

const list = (ids: string, total: number, next: string | null = 'n'): ListingPage => ({
  products: [...ids].map((_id) => createCard({ _id, name: _id, price: 1 })),
  total,
  next,
})
const ids = (page: ListingPage | null) => page?.products.map(({ _id }) => _id).join('')

test('a page is appended without duplicates', () => {
  const view = appendPage(list('abc', 5), list('cde', 5, null))
  expect(ids(view.page)).toBe('abcde')
  expect(view.page?.next).toBeNull()
})

test('a longer cached list keeps its length when its first page is reloaded', () => {
  const fresh = list('ab', 4)
  const view = mergeFirstPage({ status: 'ready', page: list('abcd', 4, null) }, { ok: true, value: fresh })
  expect(ids(view.page)).toBe('abcd')
  expect(view.page?.next).toBeNull()
  expect(view.page?.products[0]).toBe(fresh.products[0])
})

test('a list with another total is replaced', () => {
  const view = mergeFirstPage({ status: 'ready', page: list('abcd', 4) }, { ok: true, value: list('xy', 9) })
  expect(ids(view.page)).toBe('xy')
})

test('an error shows its message unless a list is shown already', () => {
  const failed = { ok: false as const, message: 'HTTP error! status: 500' }
  const { message } = failed
  expect(mergeFirstPage({ status: 'loading', page: null }, failed)).toMatchObject({ status: 'error', message })
  expect(mergeFirstPage({ status: 'ready', page: list('a', 1) }, failed).status).toBe('ready')
})
