import { expect, test } from 'vitest'
import { exchangeDaysOf, exchangeNote } from './messages.ts'

const line = (name: string, exchangeDays?: number) => ({ productId: { name }, exchangeDays })
const USUAL = 'We offer a 7-day easy exchange policy with all tags intact; but returns are not accepted.'

test('the note on exchanges is SPEC’s until a product has days of its own, and then names it', () => {
  expect(exchangeNote(7, [])).toBe(USUAL)
  expect(exchangeNote(7, [line('Tee'), line('Hoodie', 7)])).toBe(USUAL)
  expect(exchangeNote(7, [line('Tee'), line('Socks', 0), line('Socks', 0)])).toBe(`${USUAL} Socks can’t be exchanged.`)
  expect(exchangeNote(7, [line('Coat', 30), line('Socks', 0)])).toBe(
    'Coat can be exchanged for 30 days after delivery. Socks can’t be exchanged.',
  )
})

test('how exchanges work is said with the shop’s days, or the longest if all products have days of their own', () => {
  expect(exchangeDaysOf(7, [])).toBe(7)
  expect(exchangeDaysOf(7, [line('Tee'), line('Coat', 30)])).toBe(7)
  expect(exchangeDaysOf(7, [line('Coat', 30), line('Socks', 0)])).toBe(30)
  expect(exchangeDaysOf(7, [line('Socks', 0)])).toBe(0)
})
