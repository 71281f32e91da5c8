import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyPayment, nextCheck, type OrderFacts } from './rules.ts'

describe('a payment', () => {
  const open: OrderFacts = { state: 'awaiting_payment', due_paise: 10_000, payment_id: null }
  const money = { id: 'pay_1', status: 'captured', amount: 10_000, currency: 'INR', method: 'card' } as const

  test('captured with the right amount pays', () => {
    expect(classifyPayment(open, money)).toBe('pay')
  })

  test.each([[9_999], [10_001], [0]])('of %d paise instead of 10,000 doesn’t pay and is refunded', (amount) => {
    expect(classifyPayment(open, { ...money, amount })).toBe('mismatch')
  })

  test('in another currency doesn’t pay', () => {
    expect(classifyPayment(open, { ...money, currency: 'USD' })).toBe('mismatch')
  })

  test.each(['created', 'authorized', 'failed', 'refunded'] as const)('that is %s isn’t money received', (status) => {
    expect(classifyPayment(open, { ...money, status })).toBe('nothing')
  })

  test('that already paid is recognised as the same one', () => {
    const paid: OrderFacts = { ...open, state: 'paid', payment_id: 'pay_1' }
    expect(classifyPayment(paid, money)).toBe('same')
    expect(classifyPayment(paid, { ...money, id: 'pay_2' })).toBe('second')
  })

  test('for an order whose stock was released is late', () => {
    expect(classifyPayment({ ...open, state: 'expired' }, money)).toBe('late')
    expect(classifyPayment({ ...open, state: 'refunded' }, money)).toBe('second')
  })
})

describe('the next check with the provider', () => {
  const open = { state: 'awaiting_payment', capture_unconfirmed: false } as const

  test('comes after 1, 3, 5 and 15 minutes and when the hold ends', () => {
    const ages = [0]
    for (let age = 0; age < 1199 && ages.length < 10; ages.push(age))
      age += nextCheck({ ...open, age, hold_left: 1200 - age }, false) ?? 1200
    expect(ages).toEqual([0, 60, 180, 300, 900, 1200])
  })

  test('comes hourly for 72 hours if somebody tried to pay, else rarely', () => {
    const expired = { ...open, state: 'expired', age: 7200, hold_left: -6000 } as const
    expect(nextCheck(expired, true)).toBe(3600)
    expect(nextCheck({ ...expired, age: 72 * 3600 - 60 }, true)).toBeNull()
    expect(nextCheck(expired, false)).toBe(4 * 3600)
    expect(nextCheck({ ...expired, age: 72 * 3600 }, false)).toBeNull()
  })

  test('is never in the past', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('creating', 'awaiting_payment', 'paid', 'expired', 'abandoned', 'refund_due', 'refunded'),
        fc.integer({ min: 0, max: 400_000 }),
        fc.integer({ min: -400_000, max: 1200 }),
        fc.boolean(),
        fc.boolean(),
        (state, age, hold_left, attempted, capture_unconfirmed) => {
          const next = nextCheck({ state, age, hold_left, capture_unconfirmed }, attempted)
          expect(next === null || next > 0).toBe(true)
        },
      ),
    )
  })
})
