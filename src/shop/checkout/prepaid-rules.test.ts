import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidForLine } from '../orders/rules.ts'
import { type PricedInCash, priceOnline } from './prepaid-rules.ts'

const bandsOf = () => [{ upTo: 250_000, percent: 5 }, { percent: 18 }]
const line = { id: 'a', price_paise: 260_000, quantity: 1, discount_paise: 0, tax_percent: 18 }
const order: PricedInCash = {
  delivery_paise: 4000,
  delivery_discount_paise: 0,
  total_paise: 0,
  credit_paise: 0,
  prices_include_tax: false,
  discounts: [],
  lines: [line],
}

test('the discount for paying now may take a line into a lower band of tax; without one its rate stays as frozen', () => {
  const at = (percent: number) => priceOnline(order, { percent, name: 'Paid online', bandsOf })
  expect(at(10)).toMatchObject({ tax: 11_700, total: 249_700, lines: [{ discount: 26_000, taxPercent: 5 }] })
  const frozen = priceOnline({ ...order, lines: [{ ...line, tax_percent: 12 }] }, { percent: 0, name: '', bandsOf })
  expect(frozen).toMatchObject({ tax: 31_200, discounts: [], lines: [{ discount: 0, taxPercent: 12 }] })
})

test('whatever is frozen, discounts add up to the lines, offers keep theirs, and at least Re. 1 is left to pay', () => {
  const money = fc.integer({ min: 100, max: 500_000 })
  const row = fc.record({
    price_paise: money,
    quantity: fc.integer({ min: 1, max: 5 }),
    off: fc.integer({ min: 0, max: 90 }),
  })
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.record({
        percent: fc.integer({ min: 0, max: 90 }),
        credit: fc.integer({ min: 0, max: 3_000_000 }),
        included: fc.boolean(),
      }),
      (rows, { percent, credit, included }) => {
        const lines = rows.map(({ off, ...one }, index) => ({
          ...one,
          id: String(index),
          discount_paise: Math.floor((one.price_paise * one.quantity * off) / 100),
          tax_percent: 5,
        }))
        const frozen = lines.reduce((sum, one) => sum + one.discount_paise, 0)
        const discounts = frozen > 0 ? [{ offer: 'x', name: 'Ten', code: null, amount: frozen }] : []
        const before = { ...order, lines, discounts, credit_paise: credit, prices_include_tax: included }
        const price = priceOnline(before, { percent, name: 'Paid online', bandsOf })
        const granted = price.discounts.reduce((sum, { amount }) => sum + amount, 0)
        expect(granted).toBe(price.discount)
        expect(price.lines.reduce((sum, one) => sum + one.discount, 0)).toBe(price.discount)
        if (frozen > 0) expect(price.discounts[0]).toEqual(discounts[0])
        const net = lines.reduce((sum, one) => sum + paidForLine(one), 0) - (price.discount - frozen)
        expect(price.total).toBe(net + 4000 + price.tax)
        expect(price.credit).toBeLessThanOrEqual(credit)
        expect(price.total - price.credit).toBeGreaterThanOrEqual(100)
      },
    ),
  )
})
