import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buy, newShopper, type Shopper, shirt, tee, tote } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
let orderId: string
beforeAll(async () => {
  shop = await openTestShop({
    products: [
      { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 99 } } },
      { id: 'tin-tote', name: 'Tin Tote', price: 27, stock: { White: { 'Free Size': 99 } } },
      { id: 'linen-shirt', name: 'Linen Shirt', price: 2299, stock: { Blue: { XL: 99 } } },
    ],
  })
  owner = await signInStaff(shop, 'owner')
  await changeSettings(shop.shop, STAFF, { 'exchange.fee': 99 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await newShopper(shop)
  orderId = (await buy(shop, asha, [tee, tote, shirt])).orderId
  for (let step = 0; step < 3; step++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
})

/** Requests an exchange. Returns its id, and what it costs. */
async function ask(productId: string, reasonForExchange: 'Other' | 'Product Damaged' = 'Other') {
  const asked = await asha.api('POST /user/addExchange', {
    body: { orderId, productId, reasonForExchange, problem: 'Not for me.' },
  })
  if (!asked.ok) throw new Error(asked.message)
  const { _id: id, fee, priceDifference } = asked.data.exchange
  return { id, fee, priceDifference }
}
const post = (id: string, action: string, body: object = {}) =>
  owner.browser.call('POST', `/exchanges/${id}/${action}`, body)

test('the first exchange of an order is free; each further one is paid before it’s approved', async () => {
  const first = await ask('boxy-tee')
  expect(first).toMatchObject({ fee: 0, priceDifference: 0 })
  expect((await post(first.id, 'approve')).status).toBe(200)
  const second = await ask('tin-tote')
  expect(second).toMatchObject({ fee: 99, priceDifference: 99 })
  expect(await post(second.id, 'approve')).toMatchObject({ status: 409, body: { code: 'difference_unpaid' } })
  expect((await owner.browser.call('GET', `/exchanges/${second.id}`)).body).toMatchObject({
    fee: 99,
    priceDifference: 99,
    can: expect.arrayContaining(['difference']),
  })
  expect((await post(second.id, 'difference', { method: 'cash' })).status).toBe(200)
  expect((await post(second.id, 'approve')).status).toBe(200)
  expect(await ask('linen-shirt')).toMatchObject({ fee: 99 })
})

test('what the shop sent wrongly costs nothing, nor does the one after a refused or cancelled one', async () => {
  const first = await ask('boxy-tee')
  expect(await ask('tin-tote', 'Product Damaged')).toMatchObject({ fee: 0, priceDifference: 0 })
  const meena = await newShopper(shop, 'Meena Rao')
  asha = meena
  orderId = (await buy(shop, meena, [tee, tote])).orderId
  for (let step = 0; step < 3; step++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  const refused = await ask('boxy-tee')
  expect((await post(refused.id, 'refuse', { reason: 'It was worn' })).status).toBe(200)
  expect(await ask('tin-tote')).toMatchObject({ fee: 0 })
  expect(first.fee).toBe(0)
})

test('a fee that was paid goes back if the replacement isn’t coming', async () => {
  await ask('boxy-tee')
  const { id } = await ask('tin-tote')
  await post(id, 'difference', { method: 'upi', reference: '412345678901' })
  expect((await post(id, 'refuse', { reason: 'It was worn' })).status).toBe(200)
  const credit = await asha.api('GET /user/credit/{userId}', { params: { userId: asha.id } })
  expect(credit.ok && credit.data.balance).toBe(99)
})
