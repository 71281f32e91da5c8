import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JudgedOrder, judgePayment, mergeLines, nextCheck } from './rules.ts'

const line = { productId: 'boxy-tee', color: 'Black', size: 'M' }

test('the same line twice is summed [C3.46]', () => {
  const other = { ...line, size: 'S', quantity: 1 }
  expect(mergeLines([{ ...line, quantity: 1 }, other, { ...line, quantity: 2 }])).toEqual([
    { ...line, quantity: 3 },
    other,
  ])
})

describe('a payment', () => {
  const open: JudgedOrder = { state: 'awaiting_payment', total_paise: 10_000, payment_id: null }
  const money = { id: 'pay_1', status: 'captured', amount: 10_000, currency: 'INR' } as const

  test('that is captured and right pays', () => {
    expect(judgePayment(open, money)).toBe('pay')
  })

  test.each([[9_999], [10_001], [0]])('of %d paise in place of 10,000 does not pay, and goes back', (amount) => {
    expect(judgePayment(open, { ...money, amount })).toBe('mismatch')
  })

  test('in another currency does not pay', () => {
    expect(judgePayment(open, { ...money, currency: 'USD' })).toBe('mismatch')
  })

  test.each(['created', 'authorized', 'failed', 'refunded'] as const)('that is %s brings no money', (status) => {
    expect(judgePayment(open, { ...money, status })).toBe('nothing')
  })

  test('that paid is the same one again, whatever became of it', () => {
    const paid: JudgedOrder = { ...open, state: 'paid', payment_id: 'pay_1' }
    expect(judgePayment(paid, money)).toBe('same')
    expect(judgePayment(paid, { ...money, id: 'pay_2' })).toBe('second')
  })

  test('for an order that gave its stock back is late', () => {
    expect(judgePayment({ ...open, state: 'expired' }, money)).toBe('late')
    expect(judgePayment({ ...open, state: 'refunded' }, money)).toBe('second')
  })
})

describe('the provider is asked again', () => {
  const open = { state: 'awaiting_payment', capture_unconfirmed: false } as const

  test('after 1, 3, 5 and 15 minutes and when the hold ends', () => {
    const ages = [0]
    for (let age = 0; age < 1199 && ages.length < 10; ages.push(age))
      age += nextCheck({ ...open, age, hold_left: 1200 - age }, false) ?? 1200
    expect(ages).toEqual([0, 60, 180, 300, 900, 1200])
  })

  test('hourly for 72 hours where somebody tried to pay, else rarely', () => {
    const expired = { ...open, state: 'expired', age: 7200, hold_left: -6000 } as const
    expect(nextCheck(expired, true)).toBe(3600)
    expect(nextCheck({ ...expired, age: 72 * 3600 - 60 }, true)).toBeNull()
    expect(nextCheck(expired, false)).toBe(4 * 3600)
    expect(nextCheck({ ...expired, age: 72 * 3600 }, false)).toBeNull()
  })

  test('never in the past', () => {
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
