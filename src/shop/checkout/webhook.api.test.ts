import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectWebhooks,
  newShopper,
  openOrder,
  runJobsAfter,
  type Shopper,
  stateOf,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
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
    const open = await openOrder(await newShopper(shop), [tee])
    await shop.sandbox.scenario({ scenario: `paid_no_callback+${scenario}`, order_id: open.razorpayOrderId })
    await shop.sandbox.pay(open.razorpayOrderId)
    await sleep(500)
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
    await runJobsAfter(shop, 61, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('paid')
  },
)

test('a payment of a wrong amount is refunded by the provider’s events alone', async () => {
  const open = await openOrder(await newShopper(shop), [tee])
  await shop.sandbox.scenario({ scenario: 'amount_less:1+refund_pending:1', order_id: open.razorpayOrderId })
  await shop.sandbox.pay(open.razorpayOrderId)
  await expectState(open.orderId, 'refund_due')
  await shop.jobs.tick()
  await expectState(open.orderId, 'refunded')
})
