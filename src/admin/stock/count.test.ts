import { expect, test } from 'vitest'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import {
  beginSku,
  countOneMore,
  differencesOf,
  EMPTY_COUNT,
  type StockCount,
  setCounted,
  shelvesOf,
  withoutSkus,
} from './count.ts'

const stock = (sku: string, onHand: number, place: string | null = null): StockItem => ({
  sku,
  productId: 'tee',
  name: 'Tee',
  picture: null,
  color: 'Black',
  size: 'M',
  onHand,
  held: 0,
  available: onHand,
  low: null,
  isLow: false,
  place,
  waiting: 0,
  sold: 0,
  daysLeft: null,
})
const AT = '2026-11-27T10:00:00.000Z'
const is = (wanted: string) => (sku: string) => sku === wanted

test('each scan counts one piece, and a SKU is compared with its stock when its counting began', () => {
  let count: StockCount = beginSku(EMPTY_COUNT, stock('A', 3), AT, 1)
  for (const _ of 'two') count = countOneMore(count, is('A'))?.count ?? count
  // Its stock of later isn't taken over.
  count = beginSku(count, stock('A', 9), '2026-11-27T11:00:00.000Z', 1)
  expect(count.skus).toMatchObject([{ sku: 'A', counted: 4, onHand: 3, began: AT }])
  expect(countOneMore(count, is('B'))).toBeNull()
})

test('only what differs is a difference, by shelf in the order of their names', () => {
  let count = EMPTY_COUNT
  for (const [sku, onHand, place] of [
    ['A', 1, 'Shelf B10'],
    ['B', 2, null],
    ['C', 1, 'Shelf B2'],
    ['D', 5, 'Shelf B2'],
  ] as const)
    count = beginSku(count, stock(sku, onHand, place), AT, 1)
  expect(shelvesOf(count).map(({ place, skus }) => [place, skus.map(({ sku }) => sku)])).toEqual([
    ['Shelf B2', ['C', 'D']],
    ['Shelf B10', ['A']],
    [null, ['B']],
  ])
  expect(differencesOf(count).map(({ sku }) => sku)).toEqual(['B', 'D'])
  expect(differencesOf(setCounted(count, 'D', 5)).map(({ sku }) => sku)).toEqual(['B'])
  expect(withoutSkus(count, new Set(['A', 'B', 'C'])).skus.map(({ sku }) => sku)).toEqual(['D'])
})
