import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  ageOrders,
  buy,
  newShopper,
  openOrder,
  ordersOf,
  runJobsAfter,
  type Shopper,
  stockOf,
  tee,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const pendingOf = async ({ id, api }: Shopper) => {
  const response = await api('GET /user/pending-orders/{userId}', { params: { userId: id } })
  return response.ok ? response.data.orders : []
}
const payAgain = ({ id, api }: Shopper, orderId: string) =>
  api('POST /user/pay-order', { body: { userId: id, orderId } })
const remindersFor = async ({ email }: Shopper) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox where recipient = ${email} and subject like 'Your order is held%'`.execute(shop.shop.db)
  return rows
}

test('an unpaid order is listed while it is held, and is paid through the same provider order', async () => {
  const open = await openOrder(asha, [{ ...tee, quantity: 2 }])
  expect(await pendingOf(asha)).toMatchObject([
    {
      _id: open.orderId,
      totalPrice: 2767.9,
      heldUntil: open.heldUntil,
      productDetails: [{ name: 'Boxy Tee', color: 'Black', size: 'M', quantity: 2 }],
    },
  ])
  expect(await pendingOf(await newShopper(shop, 'Meena'))).toEqual([])
  const again = await payAgain(asha, open.orderId)
  expect(again).toMatchObject({ ok: true, data: { orderId: open.orderId, razorpayOrderId: open.razorpayOrderId } })
  expect((await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))).ok).toBe(true)
  expect(await pendingOf(asha)).toEqual([])
  expect(await payAgain(asha, open.orderId)).toMatchObject({ status: 409, problem: { orderId: open.orderId } })
  expect(open.lastMethod).toBeUndefined()
  const next = await openOrder(asha, [tee])
  expect(next.lastMethod).toBe('card')
  await runJobsAfter(shop, 3 * 3600, next.orderId)
  expect((await ordersOf(asha)).find(({ _id }) => _id === open.orderId)).toMatchObject({ paymentMethod: 'card' })
})

test('a product’s new price is shown, and doesn’t change the price of the order', async () => {
  const meena = await newShopper(shop, 'Meena')
  const open = await openOrder(meena, [tee])
  await changeProduct(shop.shop.db, STAFF, tee.productId, { price: 1500 })
  expect(await pendingOf(meena)).toMatchObject([{ productDetails: [{ price: 1299, currentPrice: 1500 }] }])
  expect(await payAgain(meena, open.orderId)).toMatchObject({ ok: true, data: { total: 1403.95 } })
  await changeProduct(shop.shop.db, STAFF, tee.productId, { price: 1299 })
  await runJobsAfter(shop, 3 * 3600, open.orderId)
})

test('once the hold has ended, the stock is released, and paying is refused with advice', async () => {
  const meena = await newShopper(shop, 'Meena')
  const before = await stockOf(shop, tee)
  const open = await openOrder(meena, [tee])
  await runJobsAfter(shop, 3 * 3600, open.orderId)
  expect(await pendingOf(meena)).toEqual([])
  expect(await payAgain(meena, open.orderId)).toMatchObject({
    status: 409,
    message: 'We’re no longer holding this order. Your items are in your cart. Please order again.',
  })
  expect(await stockOf(shop, tee)).toEqual(before)
})

test('an unpaid order gets one reminder after its payment window, a paid one none', async () => {
  const meena = await newShopper(shop, 'Meena')
  const open = await openOrder(meena, [tee])
  await runJobsAfter(shop, 9 * 60, open.orderId)
  expect(await remindersFor(meena)).toEqual([])
  await ageOrders(shop, 3 * 60, open.orderId)
  await Promise.all([shop.jobs.tick(), shop.jobs.tick()])
  await shop.jobs.tick()
  const [reminder, ...more] = await remindersFor(meena)
  expect(more).toEqual([])
  const { text } = await shop.mailTo(meena.email, reminder?.subject)
  expect(text).toMatch(/Rs\. 1,403\.95 hasn’t been paid for yet[\s\S]*\/my-orders/)
  const nisha = await newShopper(shop, 'Nisha')
  const { orderId } = await buy(shop, nisha, [tee])
  await runJobsAfter(shop, 12 * 60, orderId)
  expect(await remindersFor(nisha)).toEqual([])
})

test('a reopened order gets no reminder while its new payment window may be open', async () => {
  const who = await newShopper(shop, 'Farah')
  const { orderId } = await openOrder(who, [tee])
  await ageOrders(shop, 9 * 60, orderId)
  expect(await payAgain(who, orderId)).toMatchObject({ ok: true })
  await runJobsAfter(shop, 9 * 60, orderId)
  expect(await remindersFor(who)).toEqual([])
  await runJobsAfter(shop, 3 * 60, orderId)
  expect(await remindersFor(who)).toHaveLength(1)
})

test('paying again and again extends the hold to an hour at most', async () => {
  const who = await newShopper(shop, 'Ishaan')
  const before = await stockOf(shop, tee)
  const { orderId } = await openOrder(who, [tee])
  const heldFor = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::integer as minutes
      from orders where id = ${orderId}`.execute(shop.shop.db)
    return rows[0]?.minutes
  }
  const held = [await heldFor()]
  for (const minutes of [15, 15, 15, 10]) {
    await ageOrders(shop, minutes * 60, orderId)
    expect(await payAgain(who, orderId)).toMatchObject({ ok: true })
    held.push(await heldFor())
  }
  expect(held).toEqual([20, 35, 50, 60, 60])
  await ageOrders(shop, 6 * 60, orderId)
  expect(await payAgain(who, orderId)).toMatchObject({ ok: false, status: 409 })
  await runJobsAfter(shop, 600, orderId)
  await expect.poll(() => stockOf(shop, tee)).toEqual(before)
})
