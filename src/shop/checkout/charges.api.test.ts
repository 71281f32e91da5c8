import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buy,
  expectInvariants,
  newShopper,
  order,
  type Shopper,
  tee,
  tote,
} from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { rupeeTotals } from '../pricing/rules.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { SHOP_CLOSED } from './messages.ts'

let shop: TestShop
let asha: Shopper

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newShopper(shop)
})
afterAll(() => shop.close())

test('an order keeps the charges from its creation when settings change', async () => {
  await buy(shop, asha, [tee])
  const charges = { 'order.delivery': 60.5, 'order.taxPercent': 12 }
  await changeSettings(shop.shop, STAFF, charges)
  expect(await order(asha, [tee])).toMatchObject({ ok: false, status: 409 })
  const { total } = rupeeTotals([{ price: 1299, quantity: 1 }], { ...DEFAULT_SETTINGS, ...charges })
  expect(total).toBe(1299 + 60.5 + 155.88)
  expect(await order(asha, [tee], { totalPrice: total })).toMatchObject({ ok: true })
  const orders = await asha.api('GET /user/user-orders/{userId}', { params: { userId: asha.id } })
  expect(orders.ok && orders.data.orders.map(({ totals }) => totals.delivery)).toEqual([40])
  await expectInvariants(shop)
})

test('an order below the minimum is refused with the minimum in the message', async () => {
  await changeSettings(shop.shop, STAFF, { 'order.delivery': null, 'order.taxPercent': null, 'order.minimum': 1500 })
  expect(await order(asha, [tee])).toMatchObject({
    ok: false,
    status: 409,
    message: 'The minimum order is Rs. 1,500. Please add something.',
  })
  expect(await order(asha, [{ ...tee, quantity: 2 }])).toMatchObject({ ok: true })
})

test('a total below the provider’s minimum of Rs. 1 is refused with a sentence, and holds nothing', async () => {
  const free = { 'order.minimum': null, 'order.delivery': 0, 'order.taxPercent': 0 }
  await changeSettings(shop.shop, STAFF, free)
  const setPrice = (paise: number) =>
    sql`update products set price_paise = ${paise} where id = ${tote.productId}`.execute(shop.shop.db)
  for (const price of [0, 99]) {
    await setPrice(price)
    expect(await order(asha, [tote], { totalPrice: price / 100 })).toMatchObject({
      status: 409,
      code: 'below_minimum_order',
      message: 'Online payments start at Rs. 1. Please add something to your cart.',
    })
  }
  await setPrice(100)
  expect(await order(asha, [tote], { totalPrice: 1 })).toMatchObject({ ok: true, data: { amount: 100 } })
  await setPrice(2700)
  await changeSettings(shop.shop, STAFF, { 'order.delivery': null, 'order.taxPercent': null })
})

test('a closed shop takes no orders', async () => {
  await changeSettings(shop.shop, STAFF, { 'shop.open': false, 'order.minimum': null })
  expect(await order(asha, [tee])).toMatchObject({ ok: false, status: 409, message: SHOP_CLOSED })
  await changeSettings(shop.shop, STAFF, { 'shop.open': true })
  expect(await order(asha, [tee])).toMatchObject({ ok: true })
})

test('mails carry the shop’s name', async () => {
  await changeSettings(shop.shop, STAFF, { 'shop.name': 'Blue & Door', 'order.minimum': null })
  const bina = await newShopper(shop)
  await buy(shop, bina, [tee])
  const mail = await shop.mailTo(bina.email, 'Order ')
  expect(mail.text).toContain('Blue & Door\nRoom for one more.')
})
