import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseIndianTime } from '#platform/india-time.ts'
import { paise } from '#platform/money.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import {
  exchangeUntil,
  isExchangeOpen,
  nextStatus,
  orderTotals,
  pastExchangeEnd,
  rupeeTotals,
  stageMoment,
  stageProblem,
} from './rules.ts'

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

describe('a stage dated by staff', () => {
  const since = new Date('2026-11-24T09:00:00Z')
  const now = new Date('2026-11-26T06:00:00Z')
  const limits = { since, now, exchangeDays: 7 }
  const moment = (text: string, status: 'ontheway' | 'delivered') => {
    const written = parseIndianTime(text)
    const at = written && stageMoment(written, status, limits)
    return at && (stageProblem(at, limits) ?? at.toISOString())
  }

  test('on a day that it can have happened on is as late as it can be if delivered, else as early', () => {
    expect(moment('2026-11-24', 'ontheway')).toBe('2026-11-24T09:00:00.000Z')
    expect(moment('2026-11-25', 'ontheway')).toBe('2026-11-24T18:30:00.000Z')
    expect(moment('2026-11-24', 'delivered')).toBe('2026-11-24T18:29:59.999Z')
    expect(moment('2026-11-26', 'delivered')).toBe(now.toISOString())
    expect(moment('2026-11-25 10:00', 'delivered')).toBe('2026-11-25T04:30:00.000Z')
  })

  test.each(['ontheway', 'delivered'] as const)(
    'is neither in the future nor before the stage before: %s',
    (status) => {
      expect(moment('2026-11-27', status)).toBe('27 Nov 2026, 00:00 (in India) is in the future.')
      expect(moment('2026-11-26 11:31', status)).toBe('26 Nov 2026, 11:31 (in India) is in the future.')
      expect(moment('2026-11-23', status)).toContain('is too early: the stage before was on 24 Nov 2026, 14:30.')
      expect(moment('2026-11-24 14:29', status)).toContain('is too early')
    },
  )

  test('may be so long ago that the exchange days are over', () => {
    const old = new Date(now.getTime() - 8 * 24 * 60 * 60 * 1000)
    expect(pastExchangeEnd(old, limits)?.toISOString()).toBe('2026-11-25T06:00:00.000Z')
    expect(pastExchangeEnd(since, limits)).toBeNull()
    expect(pastExchangeEnd(old, { ...limits, exchangeDays: 0 })).toBeNull()
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
