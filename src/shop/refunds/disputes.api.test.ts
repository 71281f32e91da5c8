import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buy,
  deliver,
  findOrder,
  type Shopper,
  tee,
  totalOf,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listOrders } from '../orders/staff.server.ts'
import type { OrderRecord } from '../orders/staff-order-contract.ts'
import { eventText, todayLines } from '../owner/mails.server.ts'
import { readToday } from '../owner/today-sql.server.ts'
import { listDisputes } from './dispute-sql.server.ts'
import { sweepDisputes } from './disputes.server.ts'
import { syncRefunds } from './sync.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const AMOUNT = Math.round(totalOf([tee]) * 100)
const DEADLINE = new Date('2026-12-02T05:00:00Z')

beforeEach(() => sql`delete from shop_events`.execute(shop.shop.db))

async function paidOrder() {
  const { orderId } = await buy(shop, asha, [tee])
  const orders = shop.shop.db.selectFrom('orders').select('payment_id').where('id', '=', orderId)
  const { payment_id } = await orders.executeTakeFirstOrThrow()
  const { orderNumber } = await findOrder(asha, orderId)
  return { orderId, orderNumber, paymentId: payment_id ?? '' }
}

/** The provider's event about a dispute. */
function report(paymentId: string, id: string, status: string, amount = AMOUNT): Promise<number> {
  const dispute = { id, payment_id: paymentId, amount, status, phase: 'chargeback', reason_code: 'fraud' }
  const entity = { ...dispute, respond_by: DEADLINE.getTime() / 1000 }
  return deliver(shop, { event: `payment.dispute.${status}`, payload: { dispute: { entity } } })
}

const today = () => readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })
const disputesOf = async (id: string) => (await today()).disputes.filter(({ orderId }) => orderId === id)
const listed = async (orderId: string) => (await listOrders(shop.shop)).find(({ id }) => id === orderId)

/** What the owner reads of the events so far, but not of the orders. */
async function news(): Promise<string[]> {
  const { rows } = await sql<Parameters<typeof eventText>[0]>`
    select type, data from shop_events where type not in ('order.placed', 'order.paid') and mailed_at is null order by id`.execute(
    shop.shop.db,
  )
  return rows.map((event) => eventText(event).text)
}

test('a dispute is recorded for its order, by event or by sweep, and an old event doesn’t reopen it', async () => {
  const { orderId, paymentId } = await paidOrder()
  const change = async (status: string) => {
    await shop.sandbox.dispute({ payment_id: paymentId, status })
    return (await listDisputes(shop.shop.db, orderId))[0]?.id ?? 'disp_unknown'
  }
  await change('open')
  await sweepDisputes(shop.shop)
  expect(await listDisputes(shop.shop.db, orderId)).toMatchObject([{ status: 'open', amount_paise: AMOUNT }])
  expect(await report(paymentId, await change('lost'), 'lost')).toBe(200)
  expect(await report(paymentId, await change('under_review'), 'under_review')).toBe(200)
  expect(await listDisputes(shop.shop.db, orderId)).toMatchObject([{ status: 'lost' }])
})

test('the owner hears of a dispute with its deadline once, of its end, and sees it in today and the list', async () => {
  const { orderId, orderNumber, paymentId } = await paidOrder()
  const about = `dispute over Rs. 1,403.95 of order ${orderNumber} (fraud)`
  const open = `Respond at the payment provider by 2 Dec 2026, 10:30: ${about}`
  for (const _ of [1, 2]) expect(await report(paymentId, 'disp_told', 'open')).toBe(200)
  expect(await news()).toEqual([open])
  expect(await disputesOf(orderId)).toMatchObject([{ orderNumber, amount: 1403.95, respondBy: DEADLINE }])
  expect(todayLines(await today())[0]).toBe(open)
  expect(await listed(orderId)).toMatchObject({ dispute: { status: 'open', respond_by: expect.any(String) } })
  await report(paymentId, 'disp_told', 'under_review')
  expect(todayLines(await today())[0]).toBe(`Under review: the ${about}`)
  await report(paymentId, 'disp_told', 'won')
  expect(await news()).toEqual([open, `Under review: the ${about}`, `The ${about} is won`])
  expect(await disputesOf(orderId)).toEqual([])
  expect(await listed(orderId)).toMatchObject({ dispute: null })
})

test('a dispute that was over before the shop heard of it, or of an unknown payment, is no news', async () => {
  const { orderId, paymentId } = await paidOrder()
  expect(await report(paymentId, 'disp_over', 'won')).toBe(200)
  expect(await report('pay_of_nobody00', 'disp_foreign', 'open')).toBe(200)
  expect(await news()).toEqual([])
  expect(await disputesOf(orderId)).toEqual([])
})

test('the owner hears once of a refund made at the provider; today and the list show it', async () => {
  const { orderId, orderNumber, paymentId } = await paidOrder()
  await shop.sandbox.refund({ payment_id: paymentId, amount: 20_000 })
  for (const _ of [1, 2]) expect(await syncRefunds(shop.shop, paymentId)).toBe('synced')
  expect(await news()).toEqual([`Refund of Rs. 200.00 for order ${orderNumber}, made at the payment provider`])
  expect(await today()).toMatchObject({ providerRefunds: [{ orderId, orderNumber, amount: 200 }] })
  expect(todayLines(await today()).join('\n')).toContain(
    `Rs. 200.00 of order ${orderNumber} refunded at the payment provider, `,
  )
  expect(await listed(orderId)).toMatchObject({ refunded_paise: 20_000, status: 'ordered' })
})

describe('after a lost dispute', () => {
  let manager: SignedInStaff
  beforeAll(async () => {
    manager = await signInStaff(shop, 'manager')
  })

  const post = (path: string, body: object) => manager.browser.call('POST', path, body)
  const recordOf = async (orderId: string) =>
    // Safe cast: the shape of a record.
    (await manager.browser.call('GET', `/orders/${orderId}`)).body as unknown as OrderRecord
  const atProvider = async (paymentId: string) => {
    const refunds = await shop.shop.payments.fetchRefunds(paymentId)
    return refunds.ok ? refunds.data.reduce((sum, { amount }) => sum + amount, 0) : null
  }

  /** A paid order whose payment a bank took back, whole or in part. */
  async function lostOrder(amount = AMOUNT) {
    const order = await paidOrder()
    for (const status of ['open', 'lost']) await report(order.paymentId, `disp_${order.orderId}`, status, amount)
    return order
  }

  test('nothing is refunded that the bank took, and cancelling moves no money', async () => {
    const { orderId, paymentId } = await lostOrder()
    expect(await recordOf(orderId)).toMatchObject({
      money: { lost: 1403.95, refunded: 0, left: 0 },
      can: expect.not.arrayContaining(['POST /orders/{id}/refund']),
    })
    expect(await post(`/orders/${orderId}/refund`, { amount: 100, reason: 'late' })).toMatchObject({
      status: 409,
      body: { maximum: 0, message: expect.stringContaining('The customer’s bank took Rs. 1,403.95 of it back.') },
    })
    const review = (await post(`/orders/${orderId}/cancel/preview`, {})).body
    expect(review).toMatchObject({ maximum: 0, amount: 0, creditNote: false })
    expect(review.effects).toEqual(
      expect.arrayContaining([
        'Nothing is refunded: nothing of the payment is left.',
        'Rs. 1,403.95 went back when the bank decided a dispute for the customer. It isn’t paid again.',
        'No credit note is issued for the Rs. 1,403.95 that the bank took.',
      ]),
    )
    expect(await post(`/orders/${orderId}/cancel`, { reason: 'the bank took it' })).toMatchObject({
      status: 200,
      body: { cancelled: true, refund: 0 },
    })
    expect(await atProvider(paymentId)).toBe(0)
  })

  test('its customer sees the money that went back, and cancelling pays none', async () => {
    const { orderId, paymentId } = await lostOrder()
    expect((await findOrder(asha, orderId)).refunds).toEqual([
      { amount: 1403.95, date: expect.any(String), state: 'processed', to: 'source', creditNote: null },
    ])
    const cancelled = await asha.api('POST /user/cancelOrder', {
      body: { userId: asha.id, orderId, reason: 'too late' },
    })
    expect(cancelled.ok).toBe(true)
    expect(await recordOf(orderId)).toMatchObject({ status: 'cancelled', refunds: [] })
    expect(await atProvider(paymentId)).toBe(0)
  })

  test('only the rest of a payment is refunded', async () => {
    const { orderId, paymentId } = await lostOrder(40_395)
    expect((await post(`/orders/${orderId}/refund/preview`, { amount: 100 })).body).toMatchObject({ maximum: 1000 })
    expect(await post(`/orders/${orderId}/refund`, { amount: 1000.5, reason: 'late' })).toMatchObject({ status: 409 })
    await post(`/orders/${orderId}/cancel`, { reason: 'asked for' })
    await shop.jobs.tick()
    expect(await atProvider(paymentId)).toBe(100_000)
  })

  test('a refund that wasn’t sent yet is withdrawn, and a failed one no longer waits', async () => {
    const { orderId, paymentId } = await paidOrder()
    const { db } = shop.shop
    await sql`insert into refunds (id, payment_id, order_id, amount_paise, reason, state, next_at) values
      ('due', ${paymentId}, ${orderId}, 100000, 'amount', 'due', now() + interval '1 day'),
      ('failed', ${paymentId}, ${orderId}, 40395, 'amount', 'failed', now())`.execute(db)
    const failed = () => db.selectFrom('failed_refunds').select('id').where('order_id', '=', orderId).execute()
    expect(await failed()).toEqual([{ id: 'failed' }])
    await report(paymentId, 'disp_due', 'lost')
    const { refunds } = await recordOf(orderId)
    expect(refunds.map(({ id, state }) => [id, state])).toEqual([
      ['due', 'withdrawn'],
      ['failed', 'failed'],
    ])
    expect(await failed()).toEqual([])
    await sql`delete from refunds where id in ('due', 'failed')`.execute(db)
  })

  test('it’s marked in the lists until it’s cancelled, and staff are told before anything leaves', async () => {
    const { orderId, orderNumber } = await lostOrder()
    const warning = 'The customer’s bank took money of this order back. Ask the owner before anything leaves.'
    const row = async (stage: string) => {
      const { body } = await manager.browser.call('GET', `/orders?stage=${stage}&limit=100`)
      // Safe cast: the shape of a page.
      return (body.items as { id: string }[]).find(({ id }) => id === orderId)
    }
    expect(await row('to-pack')).toMatchObject({ problems: [warning] })
    expect(await row('problems')).toMatchObject({ problems: [warning] })
    expect(await listed(orderId)).toMatchObject({ dispute: { status: 'lost' } })
    expect(await disputesOf(orderId)).toMatchObject([{ status: 'lost' }])
    expect(await recordOf(orderId)).toMatchObject({ warning, next: 'POST /orders/{id}/cancel' })
    const packed = await manager.browser.call('GET', `/pack?orders=${orderNumber}`)
    expect(packed.body.items).toMatchObject([{ orderId, warning }])
    await sql`update orders set status = 'delivered', delivered_at = now() where id = ${orderId}`.execute(shop.shop.db)
    expect(await row('problems')).toBeUndefined()
    expect(await row('delivered')).toMatchObject({ problems: ['The customer’s bank took money of this order back.'] })
    await sql`update orders set status = 'ordered', delivered_at = null where id = ${orderId}`.execute(shop.shop.db)
    await post(`/orders/${orderId}/cancel`, { reason: 'the bank took it' })
    expect(await row('problems')).toBeUndefined()
    expect(await row('cancelled')).toMatchObject({ problems: [] })
  })

  test('a refund under an open dispute says that the money may go twice', async () => {
    const { orderId, paymentId } = await paidOrder()
    await report(paymentId, 'disp_open', 'open')
    expect((await post(`/orders/${orderId}/cancel/preview`, {})).body.effects).toContain(
      'The customer’s bank disputes this payment. If it decides for the customer, the same money is gone twice.',
    )
    await report(paymentId, 'disp_open', 'won')
    expect((await post(`/orders/${orderId}/cancel/preview`, {})).body).toMatchObject({ amount: 1403.95 })
  })
})
