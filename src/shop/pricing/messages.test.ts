import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { freeDeliveryText } from './messages.ts'

test.each([
  [598, {}, null],
  [598, { 'delivery.freeFrom': 799 }, 'Rs. 201 more for free delivery'],
  [598.5, { 'delivery.freeFrom': 799 }, 'Rs. 200.50 more for free delivery'],
  [799, { 'delivery.freeFrom': 799 }, 'Delivery is free'],
  [598, { 'delivery.freeFrom': 799, 'order.delivery': 0 }, null],
])('goods for %d with %j say: %s', (goods, changed, text) => {
  expect(freeDeliveryText(goods, { ...DEFAULT_SETTINGS, ...changed })).toBe(text)
})
