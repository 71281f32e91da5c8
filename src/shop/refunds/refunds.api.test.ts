import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buy,
  newShopper,
  openOrder,
  ordersOf,
  runJobsAfter,
  type Shopper,
  shirt,
  stateOf,
  stockOf,
  tee,
  totalOf,
  tote,
  verify,
  verifyUnconfirmed,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { cancelOrder, findOrderNotes, refundOrder } from './staff.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const cancel = (who: Shopper, orderId: string) =>
  who.api('POST /user/cancelOrder', { body: { userId: who.id, orderId, reason: 'I changed my mind.' } })
const staff = () => ({ ...shop.shop, actor: STAFF })
const because = { reason: 'damaged', restock: true }

function rowsOf(orderId: string) {
  return shop.shop.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute()
}

async function skuOf(orderId: string, productId: string): Promise<string> {
  const { rows } = await sql<{ sku: string }>`
    select sku from order_lines where order_id = ${orderId} and product_id = ${productId}`.execute(shop.shop.db)
  return rows[0]?.sku ?? ''
}

describe('a shopper who cancels', () => {
  test('gets everything back once, the pieces are restocked, and two mails say so', async () => {
    const before = await stockOf(shop, tee)
    const { orderId } = await buy(shop, asha, [{ ...tee, quantity: 2 }, tote])
    const first = await cancel(asha, orderId)
    expect(first).toMatchObject({ status: 200, data: { success: true, message: 'Order cancelled successfully.' } })
    expect(await stockOf(shop, tee)).toEqual(before)
    const total = totalOf([{ ...tee, quantity: 2 }, tote])
    expect((await ordersOf(asha))[0]).toMatchObject({
      _id: orderId,
      orderStatus: 'cancelled',
      refunds: [{ amount: total, state: 'pending' }],
      productDetails: [{ cancelled: 2 }, { cancelled: 1 }],
    })
    await shop.jobs.tick()
    expect(await cancel(asha, orderId)).toMatchObject({
      status: 200,
      data: { message: 'Order cancelled successfully.' },
    })
    await shop.jobs.tick()
    expect((await ordersOf(asha))[0]?.refunds).toMatchObject([{ amount: total, state: 'processed' }])
    expect(await stockOf(shop, tee)).toEqual(before)
    expect(await rowsOf(orderId)).toMatchObject([{ reason: 'cancelled', state: 'done', note: 'I changed my mind.' }])
    const mail = await shop.mailTo(asha.email, 'Your order has been cancelled')
    expect(mail.text).toContain('Rs. 2,796.25')
    await shop.mailTo(asha.email, 'Your refund is on its way to your bank')
  })

  test('ten times at once cancels once', async () => {
    const who = await newShopper(shop)
    const { orderId } = await buy(shop, who, [tee])
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(who, orderId)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await rowsOf(orderId)).toHaveLength(1)
    const { rows } = await sql`
      select from outbox where recipient = ${who.email} and subject like '%has been cancelled%'`.execute(shop.shop.db)
    expect(rows).toHaveLength(1)
  })

  test('is refused once the order is shipped, unpaid, or somebody else’s', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    await advanceOrder(staff(), orderId)
    await advanceOrder(staff(), orderId)
    expect(await cancel(asha, orderId)).toMatchObject({ status: 409 })
    const open = await openOrder(asha, [tote])
    expect(await cancel(asha, open.orderId)).toMatchObject({ status: 409, message: 'This order hasn’t been paid for.' })
    const meena = await newShopper(shop)
    expect(await cancel(meena, orderId)).toMatchObject({ status: 404 })
  })

  test('has to wait until the provider has confirmed the payment', async () => {
    const open = await openOrder(asha, [shirt])
    const paid = await shop.sandbox.pay(open.razorpayOrderId)
    await verifyUnconfirmed(shop, asha, open, paid)
    expect(await cancel(asha, open.orderId)).toMatchObject({ status: 409 })
    await runJobsAfter(shop, 0, open.orderId)
    expect(await cancel(asha, open.orderId)).toMatchObject({ status: 200 })
    // The same proof again gets the same response, and pays for nothing.
    expect(await verify(asha, open, paid)).toMatchObject({ status: 200 })
    expect(await stateOf(shop, open.orderId)).toBe('cancelled')
  })

  test('loses the verified mark of a review, and staff can no longer advance the order', async () => {
    const who = await newShopper(shop)
    const { orderId } = await buy(shop, who, [tote])
    await who.api('POST /user/productReview', {
      body: { userId: who.id, productId: tote.productId, stars: 5, comment: 'Good.' },
    })
    await cancel(who, orderId)
    const { rows } = await sql`select verified_buyer from reviews where customer_id = ${who.id}`.execute(shop.shop.db)
    expect(rows).toEqual([{ verified_buyer: false }])
    expect(await advanceOrder(staff(), orderId)).toMatchObject({ ok: false, code: 'not_paid' })
  })
})

describe('staff', () => {
  test('cancelling a delivered order restocks nothing; a repetition changes nothing', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    for (let step = 0; step < 3; step++) await advanceOrder(staff(), orderId)
    const before = await stockOf(shop, tee)
    const result = { ok: true, data: { orderId, refund: totalOf([tee]), cancelled: true, already: false } }
    const lost = { reason: 'lost on the way', restock: false }
    expect(await cancelOrder(staff(), orderId, lost)).toMatchObject(result)
    expect(await cancelOrder(staff(), orderId, lost)).toMatchObject({ data: { ...result.data, already: true } })
    expect(await cancel(asha, orderId)).toMatchObject({ status: 200 })
    expect(await stockOf(shop, tee)).toEqual(before)
    const { rows } = await sql`
      select from audit_log where subject = ${`order:${orderId}`} and action = 'order.cancel'`.execute(shop.shop.db)
    expect(rows).toHaveLength(1)
    expect(await findOrderNotes(staff(), orderId)).toMatchObject({
      cancelled: { by: 'staff', reason: 'lost on the way' },
    })
  })

  test('refund pieces with their share of tax and delivery; all shares add up to the order', async () => {
    const lines = [{ ...tee, quantity: 2 }, tote]
    const before = await stockOf(shop, tee)
    const { orderId } = await buy(shop, asha, lines)
    const [teeSku, toteSku] = [await skuOf(orderId, tee.productId), await skuOf(orderId, tote.productId)]
    const refund = (sku: string, count: number) =>
      refundOrder(staff(), orderId, { wanted: { pieces: [{ sku, count }] }, ...because })
    expect(await refund(teeSku, 1)).toMatchObject({ ok: true, data: { orderId, refund: 1383.74, cancelled: false } })
    expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand - 1 })
    expect(await refund(teeSku, 2)).toMatchObject({ ok: false, code: 'conflict' })
    expect(await refund('none', 1)).toMatchObject({ ok: false, code: 'not_found' })
    await shop.jobs.tick()
    expect(await refund(toteSku, 1)).toMatchObject({ ok: true, data: { orderId, refund: 28.77, cancelled: false } })
    expect(await refund(teeSku, 1)).toMatchObject({ ok: true, data: { orderId, refund: 1383.74, cancelled: true } })
    await shop.jobs.tick()
    const done = (await rowsOf(orderId)).filter(({ state }) => state === 'done')
    expect(done.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(Math.round(totalOf(lines) * 100))
    expect(await stockOf(shop, tee)).toEqual(before)
    await shop.mailTo(asha.email, 'Part of your order is cancelled')
  })

  test('refund amounts up to what was paid; all of it takes an unshipped order off the packing list', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    const refund = (rupees: number) => refundOrder(staff(), orderId, { wanted: { rupees }, ...because })
    expect(await refund(100)).toMatchObject({ ok: true, data: { orderId, refund: 100, cancelled: false } })
    expect(await refund(5000)).toMatchObject({ ok: false, code: 'conflict' })
    expect(await refund(0.5)).toMatchObject({ ok: false, code: 'conflict' })
    expect(await stateOf(shop, orderId)).toBe('paid')
    const rest = Math.round((totalOf([tee]) - 100) * 100) / 100
    expect(await refund(rest)).toMatchObject({ ok: true, data: { orderId, refund: rest, cancelled: true } })
    expect(await stateOf(shop, orderId)).toBe('cancelled')
  })

  test('refund all the money of a shipped order without cancelling it', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    for (let step = 0; step < 2; step++) await advanceOrder(staff(), orderId)
    const wanted = { rupees: totalOf([tee]) }
    expect(await refundOrder(staff(), orderId, { wanted, ...because })).toMatchObject({ data: { cancelled: false } })
    await shop.jobs.tick()
    expect((await ordersOf(asha)).find(({ _id }) => _id === orderId)).toMatchObject({
      orderStatus: 'ontheway',
      refunds: [{ state: 'processed' }],
    })
  })
})
