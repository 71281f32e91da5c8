import { expect, test } from 'vitest'
import { differences } from './difference.ts'

test('a difference is said in words, value by value', () => {
  expect(differences({ price: 999, hidden: false, name: 'Tee' }, { price: 1199, hidden: true, name: 'Tee' })).toEqual([
    { field: 'price', before: '999', after: '1199' },
    { field: 'hidden', before: 'no', after: 'yes' },
  ])
  expect(differences(null, { amount_paise: 129_950, at: '2026-11-26T18:30:00.000Z', note: '' })).toEqual([
    { field: 'amount', before: null, after: '₹1,299.5' },
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
