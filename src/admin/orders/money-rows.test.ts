import { expect, test } from 'vitest'
import { moneyRows } from './labels.ts'

const NONE = { goods: 1299, delivery: 40, tax: 0, taxIncluded: 0, total: 1339, refunded: 0, lost: 0, left: 1339 }

test('what store credit paid stands beside what is still to come in cash', () => {
  const rows = moneyRows({ money: { ...NONE, credit: 500, due: 839 }, discounts: [], cashFee: 0 })
  expect(rows).toEqual([
    ['Goods', 1299],
    ['Delivery', 40],
    ['Total', 1339],
    ['Paid by store credit', -500],
    ['Due in cash', 839],
  ])
})

test('sums of nothing aren’t shown, and none to a packer', () => {
  expect(moneyRows({ money: { ...NONE, credit: 0, due: 0 }, discounts: [], cashFee: 0 })).toHaveLength(3)
  expect(moneyRows({ money: null, discounts: null, cashFee: null })).toEqual([])
})
