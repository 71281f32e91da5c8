import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  capturedEvent,
  connectWebhooks,
  deliver,
  keysOf,
  newShopper,
  openOrder,
  runJobsAfter,
  type Shopper,
  stateOf,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { hmac } from '../../../tests/support/sandbox-control.ts'
import type { TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let asha: Shopper
let webhooks: Awaited<ReturnType<typeof connectWebhooks>>

withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  webhooks = await connectWebhooks(shop)
})
afterAll(() => webhooks.close())

const expectState = (orderId: string, state: string) => expect.poll(() => stateOf(shop, orderId)).toBe(state)

test.each(['ok', 'webhook_dup:10', 'webhook_reorder', 'webhook_late:1', 'authorized_only', 'failed_then_authorized:1'])(
  'the provider’s events alone place the order, in any order of arrival: %s',
  { tags: ['C3.32', 'C3.62'] },
  async (scenario) => {
    const open = await openOrder(asha, [tee])
    await shop.sandbox.scenario({ scenario: `paid_no_callback+${scenario}`, order_id: open.razorpayOrderId })
    await shop.sandbox.pay(open.razorpayOrderId)
    await expectState(open.orderId, 'paid')
  },
)

test.each(['webhook_bad_sig', 'webhook_old_secret'])(
  '%s: the event is rejected, and the reconciler finds the payment',
  async (scenario) => {
    const verify = vi.spyOn(shop.shop.payments, 'verifyWebhook')
    const open = await openOrder(await newShopper(shop), [tee])
    await shop.sandbox.scenario({ scenario: `paid_no_callback+${scenario}`, order_id: open.razorpayOrderId })
    await shop.sandbox.pay(open.razorpayOrderId)
    await expect.poll(() => verify.mock.results.length).toBeGreaterThan(0)
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
    await runJobsAfter(shop, 61, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('paid')
  },
)

test('an event with NUL characters is stored and processed', async () => {
  const open = await openOrder(await newShopper(shop), [tee])
  const paid = await shop.sandbox.pay(open.razorpayOrderId)
  const event = capturedEvent(open.razorpayOrderId, paid.razorpay_payment_id)
  expect(await deliver(shop, { ...event, event: 'payment.cap\0tured' })).toBe(200)
  const notes = { payload: { ...event.payload, notes: { name: 'A\0sha' } } }
  expect(await deliver(shop, { ...event, ...notes })).toBe(200)
  expect(await deliver(shop, { event: 'refund.\0', payload: { refund: { entity: { payment_id: 'pay_\0' } } } })).toBe(
    200,
  )
  await expectState(open.orderId, 'paid')
  const unprocessed = async () => {
    const { rows } = await sql`
      select event_id from webhook_inbox
      where processed_at is null and (type ~ '^(payment.captured|refund.)$')`.execute(shop.shop.db)
    return rows
  }
  await expect.poll(unprocessed).toEqual([])
})

test('an event that is no JSON is stored too, with a NUL in it', async () => {
  const body = '{"event": "\0'
  const headers = { 'x-razorpay-signature': hmac((await keysOf(shop)).webhookSecret, body) }
  const { status } = await shop.fetch('/api/webhooks/razorpay', { method: 'POST', body, headers })
  expect(status).toBe(200)
})

test('a payment of a wrong amount is refunded by the provider’s events alone', async () => {
  const open = await openOrder(await newShopper(shop), [tee])
  await shop.sandbox.scenario({ scenario: 'amount_less:1+refund_pending:1', order_id: open.razorpayOrderId })
  await shop.sandbox.pay(open.razorpayOrderId)
  await expectState(open.orderId, 'refund_due')
  await shop.jobs.tick()
  await expectState(open.orderId, 'refunded')
})
