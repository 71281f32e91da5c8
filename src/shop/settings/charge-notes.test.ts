import { expect, test } from 'vitest'
import { chargeNotes, standardAnnouncement } from './charge-notes.server.ts'
import { DEFAULT_SETTINGS } from './definitions.ts'

const table = [{ hsn: '61', percent: 12, from: '2026-04-01' }]
const zones = [{ where: '79', days: null, serviceable: true, pickup: true, fee: 120 }]
const untaxed = { 'order.taxPercent': 0 }
const shared = { 'tax.pricesInclude': true }

test.each([
  [{}, '5% GST and Rs. 40 delivery added at checkout'],
  [{ 'tax.table': table }, 'GST and Rs. 40 delivery added at checkout'],
  [shared, 'GST included, Rs. 40 delivery added at checkout'],
  [{ ...shared, 'order.delivery': 0 }, 'GST included, delivery is free'],
  [{ 'order.delivery': 0 }, '5% GST added at checkout, delivery is free'],
  [{ 'shipping.zones': zones }, '5% GST and delivery added at checkout'],
  [untaxed, 'Rs. 40 delivery added at checkout'],
  [{ ...untaxed, ...shared, 'order.delivery': 0 }, 'Delivery is free'],
  [{ ...untaxed, 'shipping.zones': zones }, 'Delivery added at checkout'],
  [{ ...untaxed, 'tax.table': table }, 'GST and Rs. 40 delivery added at checkout'],
])('with %j prices say what they leave out: %s', (changed, text) => {
  expect(chargeNotes({ ...DEFAULT_SETTINGS, ...changed }).addedLater).toBe(text)
})

test.each([
  [{}, DEFAULT_SETTINGS.announcement],
  [{ 'order.delivery': 0, 'exchange.days': 10 }, '10-day easy exchange · Free delivery'],
  [{ 'delivery.freeFrom': 1500 }, '7-day easy exchange · Free delivery from ₹1,500'],
  [{ 'shipping.zones': zones }, '7-day easy exchange · Delivery from ₹40'],
  [{ 'shipping.usaSurcharge': 900 }, '7-day easy exchange · Delivery from ₹40'],
  [{ 'shipping.zones': zones, 'order.delivery': 0 }, '7-day easy exchange'],
])('with %j the standard announcement is: %s', (changed, text) => {
  expect(standardAnnouncement({ ...DEFAULT_SETTINGS, ...changed })).toBe(text)
})

test.each([
  [
    {},
    'Prices don’t include 5% GST and Service Tax or the flat Rs. 40 delivery charge. Both are shown before you pay.',
  ],
  [
    { 'tax.table': table },
    'Prices don’t include GST and Service Tax or the flat Rs. 40 delivery charge. Both are shown before you pay.',
  ],
  [shared, 'Prices include GST. Delivery is Rs. 40, shown before you pay.'],
  [untaxed, 'Delivery is Rs. 40, shown before you pay.'],
  [{ ...untaxed, 'order.delivery': 0 }, 'Delivery is free.'],
  [{ ...untaxed, 'shipping.zones': zones }, 'Delivery depends on the address, shown before you pay.'],
  [
    { 'shipping.zones': zones },
    'Prices don’t include 5% GST and Service Tax, or delivery, which depends on your address. Both are shown before you pay.',
  ],
])('with %j the footer says: %s', (changed, text) => {
  expect(chargeNotes({ ...DEFAULT_SETTINGS, ...changed }).leftOut).toBe(text)
})
