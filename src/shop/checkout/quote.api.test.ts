import { expect, test } from 'vitest'
import {
  newShopper,
  openOrder,
  order,
  ordersOf,
  type Shopper,
  shirt,
  tee,
  tote,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { printPackingSlips } from '../invoices/packing-slip.server.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const methods = [
  { method: 'online', allowed: true, reason: null, message: null },
  { method: 'cash', allowed: false, reason: 'off', message: 'This shop takes no payment in cash.' },
]

test('a quote has all that a cart costs, by line, and its total is the one that create-order takes', async () => {
  await changeProduct(shop.shop.db, STAFF, 'tin-tote', { mrp: 45 })
  const lines = [{ ...tee, quantity: 2 }, tote]
  const body = { userId: asha.id, addressId: asha.addressId, productDetails: lines }
  const quote = await asha.api('POST /user/quote', { body })
  expect(quote).toMatchObject({ status: 200 })
  expect(quote.ok && quote.data).toEqual({
    lines: [
      { ...tee, quantity: 2, price: 1299, mrp: null, discount: 0, taxPercent: 5, tax: 129.9, total: 2727.9 },
      { ...tote, price: 27, mrp: 45, discount: 0, taxPercent: 5, tax: 1.35, total: 28.35 },
    ],
    goods: 2625,
    discounts: [],
    delivery: 40,
    freeDelivery: null,
    cashFee: 0,
    tax: 131.25,
    total: 2796.25,
    credit: { available: 0, used: 0 },
    due: 2796.25,
    methods,
    refusedCodes: [],
  })
  expect(await order(asha, lines, { totalPrice: quote.ok ? quote.data.total : 0 })).toMatchObject({ status: 201 })
})

test('a visitor gets one for a PIN, with that place’s fee, whatever can’t be ordered now', async () => {
  const zones = [{ where: '7', days: 5, serviceable: true, pickup: true, fee: 90 }]
  const unserved = { where: '19', days: null, serviceable: false, pickup: false }
  await changeSettings(shop.shop, STAFF, { 'shipping.zones': [...zones, unserved], 'shop.open': false })
  const ask = (more: object) => shop.api('POST /user/quote', { body: { productDetails: [tee], ...more } })
  expect(await ask({})).toMatchObject({ data: { delivery: 40, total: 1403.95, methods } })
  expect(await ask({ pin: '700 001' })).toMatchObject({ data: { delivery: 90, total: 1453.95 } })
  expect(await ask({ pin: '190001' })).toMatchObject({
    data: { methods: [{ allowed: false, reason: 'pin', message: expect.stringContaining('190001') }, methods[1]] },
  })
  expect(await ask({ pin: '19' })).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await ask({ productDetails: [{ ...tee, quantity: 900 }] })).toMatchObject({ status: 200 })
  expect(await ask({ productDetails: [{ ...tee, quantity: 2_000_000_000 }] })).toMatchObject({
    code: 'order_too_large',
  })
  expect(await ask({ productDetails: [{ ...tee, color: 'Plaid' }] })).toMatchObject({ status: 400 })
  expect(await ask({ productDetails: [{ ...tee, productId: 'no-such-tee' }] })).toMatchObject({ status: 404 })
  await changeSettings(shop.shop, STAFF, { 'shipping.zones': null, 'shop.open': true })
})

test('if prices include tax, a quote’s tax is contained in its total, and is the order’s', async () => {
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': true, 'shop.gstin': '27AAPFU0939F1ZV' })
  const body = { userId: asha.id, addressId: asha.addressId, productDetails: [shirt] }
  const quote = await asha.api('POST /user/quote', { body })
  expect(quote).toMatchObject({
    data: { goods: 2299, tax: 111.38, total: 2339, lines: [{ tax: 109.48, total: 2299 }] },
  })
  const open = await openOrder(asha, [shirt], { totalPrice: 2339 })
  await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))
  expect((await ordersOf(asha))[0]?.totals.taxIncluded).toBe(111.38)
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': null })
})

test('another total, or a code that doesn’t count, is refused with the quote; no code is dropped in silence', async () => {
  const wrong = await order(asha, [tee], { totalPrice: 1 })
  const quote = { total: 1403.95, due: 1403.95, refusedCodes: [] }
  expect(wrong).toMatchObject({ status: 409, code: 'total_changed', problem: { total: 1403.95, quote } })
  const codes = [' Festival10 ']
  const refusedCodes = [{ code: codes[0], reason: 'offer_unknown', message: 'There’s no such code.' }]
  expect(await order(asha, [tee], { codes })).toMatchObject({
    status: 409,
    code: 'total_changed',
    problem: { total: 1403.95, quote: { ...quote, refusedCodes } },
  })
  expect(await shop.api('POST /user/quote', { body: { productDetails: [tee], codes } })).toMatchObject({
    data: { total: 1403.95, refusedCodes },
  })
})

test('a note and a second phone reach the order, the slip and staff; the newest request of an unpaid order counts', async () => {
  const who = await newShopper(shop)
  const first = await openOrder(who, [tee], { note: 'Ring twice', phone2: '98200 00001' })
  const open = await openOrder(who, [tee], { note: 'Leave with the guard', phone2: '98200 00002' })
  expect(open.orderId).toBe(first.orderId)
  await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))
  expect((await ordersOf(who))[0]).toMatchObject({
    note: 'Leave with the guard',
    gstin: '',
    address: { phoneNumber: '98200 00028', phone2: '98200 00002' },
  })
  expect(await printPackingSlips(shop.shop, [open.orderId], 'a4')).toMatchObject({ ok: true, data: { omitted: [] } })
  const long = { note: 'x'.repeat(201), phone2: 'call me' }
  expect(await order(who, [tote], long)).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'note' }, { path: 'phone2' }] },
  })
})
