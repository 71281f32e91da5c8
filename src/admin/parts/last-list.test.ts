import { expect, test } from 'vitest'
import { keepLastList, placeInLastList } from './last-list.ts'

test('a record knows its neighbours in the list from which it was opened, and nothing of another list', () => {
  expect(placeInLastList('/orders/a')).toBeNull()
  const list = { label: 'To pack', address: '/orders?stage=to-pack', rows: ['/orders/a', '/orders/b', '/orders/c'] }
  keepLastList(list)
  expect(placeInLastList('/orders/b')).toEqual({ list, at: 2, before: '/orders/a', after: '/orders/c' })
  expect(placeInLastList('/orders/a')).toMatchObject({ at: 1, before: null })
  expect(placeInLastList('/orders/c')).toMatchObject({ at: 3, after: null })
  expect(placeInLastList('/orders/d')).toBeNull()
  keepLastList({ label: 'Products', address: '/products', rows: ['/products/a'] })
  expect(placeInLastList('/orders/b')).toBeNull()
})
