import { expect, test } from 'vitest'
import { addedLater, pricesLeaveOut } from './messages.ts'

const charges = { 'order.delivery': 40, 'order.taxPercent': 5, 'tax.pricesInclude': false, taxVaries: false }

test('prices say what they leave out: SPEC’s 5 % by default, no rate by a table, nothing where they include it', () => {
  expect(addedLater(charges)).toBe('5% GST and Rs. 40 delivery added at checkout')
  expect(addedLater({ ...charges, taxVaries: true })).toBe('GST and Rs. 40 delivery added at checkout')
  const included = { ...charges, 'tax.pricesInclude': true }
  expect(addedLater(included)).toBe('GST included, Rs. 40 delivery added at checkout')
  expect(addedLater({ ...included, 'order.delivery': 0 })).toBe('GST included, delivery is free')
  expect(pricesLeaveOut(included)).toBe('Prices include GST. Delivery is Rs. 40, shown before you pay.')
  expect(pricesLeaveOut({ ...charges, taxVaries: true })).toBe(
    'Prices leave out GST and Service Tax and the flat Rs. 40 delivery; both are shown before you pay.',
  )
})
