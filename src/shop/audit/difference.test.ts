import { expect, test } from 'vitest'
import { differences } from './difference.ts'

test('a difference is said in words, value by value', () => {
  expect(differences({ price: 999, hidden: false, name: 'Tee' }, { price: 1199, hidden: true, name: 'Tee' })).toEqual([
    { field: 'price', before: 'Rs. 999', after: 'Rs. 1,199' },
    { field: 'hidden', before: 'no', after: 'yes' },
  ])
  expect(differences(null, { amount_paise: 129_950, at: '2026-11-26T18:30:00.000Z', note: '' })).toEqual([
    { field: 'amount', before: null, after: 'Rs. 1,299.50' },
    { field: 'at', before: null, after: '27 Nov 2026, 00:00' },
    { field: 'note', before: null, after: '(empty)' },
  ])
  expect(differences({ tiles: [{ title: 'New' }, { title: 'Old' }] }, { tiles: [] })).toEqual([
    { field: 'tiles', before: 'title: New, title: Old', after: '(none)' },
  ])
  expect(differences({ 'order.delivery': 40 }, null)).toEqual([{ field: 'order.delivery', before: '40', after: null }])
  expect(differences(null, null)).toEqual([])
  expect(differences({ a: { b: { c: { d: 1 } } } }, { a: { b: { c: { d: 2 } } } })).toEqual([
    { field: 'a.b.c', before: 'd: 1', after: 'd: 2' },
  ])
})

test('fields and values are called as the screens of a record call them; what says nothing to people is left out', () => {
  const words = { fields: { state: 'Status', bulk: null, price: 'Price' }, values: { published: 'Published' } }
  expect(differences({ state: 'draft' }, { bulk: 141, state: 'published', price: { percent: -15 } }, words)).toEqual([
    { field: 'Status', before: 'draft', after: 'Published' },
    { field: 'Price, percent', before: null, after: '-15' },
  ])
})
