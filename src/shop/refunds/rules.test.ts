import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canCancel, refuseAmount, remainingPieces, shareOf, splitOf } from './rules.ts'

const line = (sku: string, price_paise: number, quantity: number, cancelled = 0, tax_percent = 5) => ({
  sku,
  price_paise,
  discount_paise: 0,
  quantity,
  cancelled,
  tax_percent,
})

const noExtras = { delivery_discount_paise: 0, cash_fee_paise: 0 }

describe('the share of pieces', () => {
  const order = { tax_paise: 15_000, delivery_paise: 3000, ...noExtras }
  const lines = [line('a', 100_000, 2), line('b', 100_000, 1)]

  test('is their price with their part of the tax and of the delivery', () => {
    expect(shareOf(order, lines, [{ sku: 'a', count: 1 }])).toBe(106_000)
    expect(shareOf(order, lines, remainingPieces(lines))).toBe(318_000)
  })

  test('has the tax of each line’s own rate', () => {
    const mixed = [line('a', 100_000, 1, 0, 5), line('b', 100_000, 1, 0, 18)]
    const order = { tax_paise: 23_000, delivery_paise: 0, ...noExtras }
    expect(shareOf(order, mixed, [{ sku: 'b', count: 1 }])).toBe(118_000)
    expect(shareOf(order, mixed, [{ sku: 'a', count: 1 }])).toBe(105_000)
  })

  test('is what was paid for them: a line keeps its discount, and no other line gets any of it', () => {
    const some = [{ ...line('a', 100_000, 3), discount_paise: 100_000 }, line('b', 100_000, 1)]
    const order = { tax_paise: 15_000, delivery_paise: 4000, delivery_discount_paise: 4000, cash_fee_paise: 0 }
    const split = splitOf(order, some, [
      { sku: 'a', count: 1 },
      { sku: 'b', count: 1 },
    ])
    expect(split).toMatchObject([
      { sku: 'a', goods: 66_667, tax: 3333, delivery: 0 },
      { sku: 'b', goods: 100_000, tax: 5000, delivery: 0 },
    ])
    for (const { sku, count } of split) for (const one of some) if (one.sku === sku) one.cancelled += count
    expect(splitOf(order, some, remainingPieces(some))).toMatchObject([
      { sku: 'a', count: 2, goods: 133_333, tax: 6667 },
    ])
  })

  test('of all pieces, in any order, is the whole order to the paisa', () => {
    const prices = fc.array(
      fc.record({ price: fc.integer({ min: 0, max: 500_000_000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 28 }), fc.infiniteStream(fc.nat()), (bought, percent, random) => {
        const lines = bought.map(({ price, quantity }, index) => line(String(index), price, quantity))
        const goods_paise = lines.reduce((sum, one) => sum + one.price_paise * one.quantity, 0)
        const tax_paise = Math.floor((goods_paise * percent + 50) / 100)
        const order = { tax_paise, delivery_paise: 4000, ...noExtras }
        let refunded = 0
        for (let left = remainingPieces(lines); left.length > 0; left = remainingPieces(lines)) {
          const { sku } = left[(random.next().value ?? 0) % left.length] ?? { sku: '' }
          const share = shareOf(order, lines, [{ sku, count: 1 }])
          expect(share).toBeGreaterThanOrEqual(0)
          refunded += share
          for (const one of lines) if (one.sku === sku) one.cancelled += 1
        }
        expect(refunded).toBe(goods_paise === 0 ? 0 : goods_paise + order.tax_paise + order.delivery_paise)
      }),
    )
  })
})

test('of 10,000 made orders, refunded in any parts, the lines’ shares add up to each refund and all to the order', {
  tags: 'A10',
}, () => {
  const bought = fc.array(
    fc.record({
      price: fc.integer({ min: 100, max: 9_999_900 }),
      quantity: fc.integer({ min: 1, max: 5 }),
      percent: fc.constantFrom(0, 5, 12, 18, 28),
      off: fc.constantFrom(0, 0, 0.1, 1 / 3, 0.5, 1),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const delivery = fc.integer({ min: 0, max: 99_900 })
  fc.assert(
    fc.property(bought, delivery, fc.infiniteStream(fc.nat()), (goods, delivery_paise, random) => {
      const next = (below: number) => (random.next().value ?? 0) % below
      const lines = goods.map(({ price, quantity, percent, off }, index) => ({
        ...line(String(index), price, quantity, 0, percent),
        discount_paise: Math.floor(price * quantity * off),
      }))
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      const paid = lines.map((one) => one.price_paise * one.quantity - one.discount_paise)
      const tax_paise = sum(lines.map((one, index) => Math.floor(((paid[index] ?? 0) * one.tax_percent + 50) / 100)))
      const extras = { delivery_discount_paise: next(2) * delivery_paise, cash_fee_paise: next(2) * 9900 }
      const order = { tax_paise, delivery_paise, ...extras }
      const fees = sum(paid) === 0 ? 0 : delivery_paise - extras.delivery_discount_paise + extras.cash_fee_paise
      const all = { goods: 0, tax: 0, delivery: 0 }
      for (let left = remainingPieces(lines); left.length > 0; left = remainingPieces(lines)) {
        const pieces = left.map(({ sku, count }) => ({ sku, count: next(count + 1) })).filter(({ count }) => count > 0)
        const [first] = left
        const chosen = pieces.length > 0 ? pieces : first ? [first] : []
        const split = splitOf(order, lines, chosen)
        expect(sum(split.map((part) => part.goods + part.tax + part.delivery))).toBe(shareOf(order, lines, chosen))
        for (const part of split) {
          expect(Math.min(part.goods, part.tax, part.delivery)).toBeGreaterThanOrEqual(0)
          all.goods += part.goods
          all.tax += part.tax
          all.delivery += part.delivery
        }
        for (const { sku, count } of chosen) for (const one of lines) if (one.sku === sku) one.cancelled += count
      }
      expect(all).toEqual({ goods: sum(paid), tax: tax_paise, delivery: fees })
    }),
    { numRuns: 10_000 },
  )
})

test('an amount is at least a rupee, and leaves nothing or a rupee', () => {
  expect(refuseAmount(10_001, { left: 10_000, creditLeft: 0 })).toBe('too much')
  expect(refuseAmount(99, { left: 10_000, creditLeft: 0 })).toBe('too little')
  expect(refuseAmount(9_950, { left: 10_000, creditLeft: 0 })).toBe('leaves too little')
  expect(refuseAmount(10_000, { left: 10_000, creditLeft: 0 })).toBeNull()
  expect(refuseAmount(100, { left: 10_000, creditLeft: 0 })).toBeNull()
})

test('what goes back to store credit may be any amount, and the money goes first', () => {
  const balance = { left: 10_000, creditLeft: 4_000 }
  expect(refuseAmount(10_001, balance)).toBe('too much')
  expect(refuseAmount(5_950, balance)).toBe('leaves too little')
  for (const amount of [6_000, 6_001, 9_999, 10_000]) expect(refuseAmount(amount, balance)).toBeNull()
  expect(refuseAmount(1, { left: 50, creditLeft: 50 })).toBeNull()
})

test('a shopper can cancel until the order is shipped', () => {
  expect(canCancel({ state: 'paid', status: 'ordered' })).toBe(true)
  expect(canCancel({ state: 'paid', status: 'packaging' })).toBe(true)
  expect(canCancel({ state: 'paid', status: 'ontheway' })).toBe(false)
  expect(canCancel({ state: 'cancelled', status: 'ordered' })).toBe(false)
  expect(canCancel({ state: 'awaiting_payment', status: null })).toBe(false)
})
