import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
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
import { listOrders } from '../orders/staff.server.ts'
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
function report(paymentId: string, id: string, status: string): Promise<number> {
  const dispute = { id, payment_id: paymentId, amount: AMOUNT, status, phase: 'chargeback', reason_code: 'fraud' }
  const entity = { ...dispute, respond_by: DEADLINE.getTime() / 1000 }
  return deliver(shop, { event: `payment.dispute.${status}`, payload: { dispute: { entity } } })
}

const today = () => readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })
const listed = async (orderId: string) => (await listOrders(shop.shop)).find(({ id }) => id === orderId)

/** What the owner reads of the events so far, but not of the orders. */
async function news(): Promise<string[]> {
  const { rows } = await sql<Parameters<typeof eventText>[0]>`
    select type, data from shop_events where type <> 'order.paid' and mailed_at is null order by id`.execute(
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
  expect(await today()).toMatchObject({ disputes: [{ orderId, orderNumber, amount: 1403.95, respondBy: DEADLINE }] })
  expect(todayLines(await today())[0]).toBe(open)
  expect(await listed(orderId)).toMatchObject({ dispute: { status: 'open', respond_by: expect.any(String) } })
  await report(paymentId, 'disp_told', 'under_review')
  expect(todayLines(await today())[0]).toBe(`Under review: the ${about}`)
  await report(paymentId, 'disp_told', 'won')
  expect(await news()).toEqual([open, `Under review: the ${about}`, `The ${about} is won`])
  expect((await today()).disputes).toEqual([])
  expect(await listed(orderId)).toMatchObject({ dispute: null })
})

test('a dispute that was over before the shop heard of it, or of an unknown payment, is no news', async () => {
  const { paymentId } = await paidOrder()
  expect(await report(paymentId, 'disp_over', 'lost')).toBe(200)
  expect(await report('pay_of_nobody00', 'disp_foreign', 'open')).toBe(200)
  expect(await news()).toEqual([])
  expect((await today()).disputes).toEqual([])
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
