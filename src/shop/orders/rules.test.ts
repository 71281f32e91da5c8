import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { exchangeUntil, isExchangeOpen, nextStatus, orderTotals, rupeeTotals } from './rules.ts'

/** Random carts: a small sample in every run, 100,000 with CARTS=100000. */
const CARTS = Number(process.env.CARTS ?? 5000)

const carts = fc.array(
  fc.record({ price: fc.integer({ min: 0, max: 2_000_000 }), quantity: fc.integer({ min: 1, max: 50 }) }),
  { minLength: 1, maxLength: 20 },
)

/** SPEC 9 in whole numbers of any size: goods + Rs. 40 + 5 % with half a paisa up. */
function oracle(lines: { price: number; quantity: number }[]): { tax: bigint; total: bigint } {
  const goods = lines.reduce((sum, line) => sum + BigInt(line.price) * BigInt(line.quantity), 0n)
  const tax = (goods * 5n + 50n) / 100n
  return { tax, total: goods + 4000n + tax }
}

describe('totals', () => {
  test(`are exact to the paisa for ${CARTS} carts`, { tags: 'C3.47' }, () => {
    fc.assert(
      fc.property(carts, (lines) => {
        const totals = orderTotals(
          lines.map((line) => ({ ...line, price: paise(line.price) })),
          DEFAULT_SETTINGS,
        )
        const exact = oracle(lines)
        expect(BigInt(totals.tax)).toBe(exact.tax)
        expect(BigInt(totals.total)).toBe(exact.total)
      }),
      { numRuns: CARTS },
    )
  })

  test('are the same on the screen as in the server', () => {
    fc.assert(
      fc.property(carts, (lines) => {
        const screen = rupeeTotals(
          lines.map((line) => ({ ...line, price: line.price / 100 })),
          DEFAULT_SETTINGS,
        )
        const server = orderTotals(
          lines.map((line) => ({ ...line, price: paise(line.price) })),
          DEFAULT_SETTINGS,
        )
        expect(screen).toEqual({
          goods: server.goods / 100,
          delivery: 40,
          tax: server.tax / 100,
          total: server.total / 100,
          taxIncluded: 0,
        })
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    [2.3, 42.42],
    [4.1, 44.31],
    [27, 68.35],
    [1199, 1298.95],
  ])('of one item for Rs. %d come to Rs. %d', (price, total) => {
    expect(rupeeTotals([{ price, quantity: 1 }], DEFAULT_SETTINGS).total).toBe(total)
  })
})

describe('stages', () => {
  test('follow in order and end with the delivery', () => {
    expect(nextStatus('ordered')).toBe('packaging')
    expect(nextStatus('packaging')).toBe('ontheway')
    expect(nextStatus('ontheway')).toBe('delivered')
    expect(nextStatus('delivered')).toBeNull()
  })
})

describe('the exchange window', () => {
  const delivered = new Date('2026-11-21T10:00:00Z')

  test('is open for seven days to the millisecond', () => {
    const last = exchangeUntil(delivered, 7)
    expect(last.toISOString()).toBe('2026-11-28T10:00:00.000Z')
    expect(isExchangeOpen(delivered, last, 7)).toBe(true)
    expect(isExchangeOpen(delivered, new Date(last.getTime() + 1), 7)).toBe(false)
  })
})
