import { expect, test } from 'vitest'
import { chargeText, differenceText } from './messages.ts'

test('what is to pay is said for what it is: the price, the fee, or both', () => {
  expect(chargeText(105, 0)).toBe('The replacement costs Rs. 105.00 more.')
  expect(chargeText(99, 99)).toBe('Rs. 99.00 is to pay for the exchange: it isn’t the order’s first.')
  expect(chargeText(204, 99)).toContain('its fee of Rs. 99.00, and Rs. 105.00 for the replacement, which costs more')
  expect(chargeText(49, 99)).toContain('its fee of Rs. 99.00, less Rs. 50.00 for the replacement, which costs less')
  expect(differenceText(99, false, 99)).not.toContain('costs')
})
