import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buy,
  cartOf,
  expectInvariants,
  newShopper,
  openOrder,
  order,
  ordersOf,
  type Shopper,
  shirt,
  tee,
  tote,
  verify,
} from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { readInvoice } from '../invoices/issue.server.ts'
import { sumLines } from '../invoices/rules.ts'
import { rupeeTotals } from '../pricing/rules.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: Shopper

const TABLE = [
  { hsn: '61', upTo: 2000, percent: 5, from: '2020-01-01' },
  { hsn: '61', percent: 18, from: '2020-01-01' },
  { hsn: '4202', percent: 12, from: '2020-01-01' },
  { hsn: '4202', percent: 28, from: '2999-01-01' },
]

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newShopper(shop)
  const changed = await changeProduct(shop.shop.db, STAFF, 'tin-tote', { hsn: '42022220' })
  expect(changed).toMatchObject({ ok: true })
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': '27AAPFU0939F1ZV', 'tax.table': TABLE })
})
afterAll(() => shop.close())

async function pay(open: Awaited<ReturnType<typeof openOrder>>) {
  expect(await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ ok: true })
}

test('a tax table gives each line the rate of its HSN code and price on that day; cart, order and invoice agree', async () => {
  for (const line of [tee, shirt, tote])
    expect(await asha.api('POST /user/addToCart', { body: { userId: asha.id, ...line } })).toMatchObject({ ok: true })
  const cart = await cartOf(asha)
  expect(cart.map(({ productId, taxPercent }) => [productId._id, taxPercent])).toEqual([
    ['boxy-tee', 5],
    ['linen-shirt', 18],
    ['tin-tote', 12],
  ])
  const lines = cart.map(({ productId, quantity, taxPercent }) => ({ price: productId.price, quantity, taxPercent }))
  const totals = rupeeTotals(lines, DEFAULT_SETTINGS)
  // 5 % of 1299, 18 % of 2299, 12 % of 27
  expect(totals.tax).toBe(64.95 + 413.82 + 3.24)
  expect(await order(asha, [tee, shirt, tote])).toMatchObject({ ok: false, status: 409 })
  const open = await openOrder(asha, [tee, shirt, tote], { totalPrice: totals.total })
  await pay(open)
  const invoice = await readInvoice(shop.shop, open.orderId)
  const documentLines = invoice?.document.lines ?? []
  expect(documentLines.map(({ hsn, percent }) => [hsn, percent])).toEqual([
    ['6109', 5],
    ['6109', 18],
    ['42022220', 12],
    ['6109', 5],
    ['42022220', 12],
    ['6109', 18],
    // “Round off”.
    ['', 0],
  ])
  expect(sumLines(documentLines).total).toBe(Math.round(totals.total * 100))
})

test('with tax-inclusive prices the customer pays the price, and order and invoice contain the same tax', async () => {
  await changeSettings(shop.shop, STAFF, { 'tax.table': null, 'tax.pricesInclude': true })
  const open = await openOrder(asha, [tee], { totalPrice: 1339 })
  await pay(open)
  const [newest] = await ordersOf(asha)
  // 1299 × 5 / 105, and 40 × 5 / 105
  expect(newest?.totals).toEqual({ goods: 1299, delivery: 40, tax: 0, total: 1339, taxIncluded: 61.86 + 1.9 })
  const sums = sumLines((await readInvoice(shop.shop, open.orderId))?.document.lines ?? [])
  expect(sums).toMatchObject({ taxable: 127_524, total: 133_900 })
  const newestMail = async () => (await shop.mailbox?.list({ to: asha.email }))?.[0]?.text
  await expect.poll(newestMail).toMatch(/Total: +Rs. 1,339.00\nIncludes GST: +Rs. 63.76/)
  expect(await newestMail()).not.toContain('Service Tax')
})

test('earlier orders keep their tax', async () => {
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': null })
  const before = await ordersOf(asha)
  await buy(shop, asha, [tee])
  expect((await ordersOf(asha)).slice(1)).toEqual(before)
  expect((await ordersOf(asha))[0]?.totals).toEqual({
    goods: 1299,
    delivery: 40,
    tax: 64.95,
    total: 1403.95,
    taxIncluded: 0,
  })
  await expectInvariants(shop)
})

test('within a state a price of Rs. 498 holds two equal halves of tax, on its order, in its mail and on its invoice', async () => {
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': true })
  await changeProduct(shop.shop.db, STAFF, 'tin-tote', { price: 498 })
  const open = await openOrder(asha, [tote], { totalPrice: 538 })
  await pay(open)
  const [line, delivery] = (await readInvoice(shop.shop, open.orderId))?.document.lines ?? []
  expect(line).toMatchObject({ taxable: 47_428, cgst: 1186, sgst: 1186, total: 49_800 })
  expect(delivery).toMatchObject({ taxable: 3810, cgst: 95, sgst: 95, total: 4000 })
  expect((await ordersOf(asha))[0]?.totals.taxIncluded).toBe(25.62)
  const newestMail = async () => (await shop.mailbox?.list({ to: asha.email }))?.[0]?.text
  await expect.poll(newestMail).toMatch(/Total: +Rs. 538.00\nIncludes GST: +Rs. 25.62/)
})
