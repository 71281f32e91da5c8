import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { auditOf, hookUp, newShopper, opened, type Shopper, stateOf, tee } from '../../../tests/support/till.ts'

let shop: TestShop
let asha: Shopper
let line: Awaited<ReturnType<typeof hookUp>>

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newShopper(shop)
  line = await hookUp(shop)
})
afterAll(async () => {
  await line.close()
  await shop.close()
})

async function until(orderId: string, state: string): Promise<void> {
  for (let round = 0; round < 300 && (await stateOf(shop, orderId)) !== state; round++) await sleep(50)
  expect(await stateOf(shop, orderId)).toBe(state)
}

test.each(['ok', 'webhook_dup:10', 'webhook_reorder', 'webhook_late:1', 'authorized_only', 'failed_then_authorized:1'])(
  'the bank’s own events alone place the order, however they come: %s',
  async (scenario) => {
    const open = await opened(asha, [tee])
    await shop.bank.scenario({ scenario: `paid_no_callback+${scenario}`, order_id: open.razorpayOrderId })
    await shop.bank.pay(open.razorpayOrderId)
    await until(open.orderId, 'paid')
    expect(await auditOf(shop)).toMatchObject({ ok: true, findings: [] })
  },
)

test.each(['webhook_bad_sig', 'webhook_old_secret'])('%s: the event counts for nothing', async (scenario) => {
  const open = await opened(await newShopper(shop), [tee])
  await shop.bank.scenario({ scenario: `paid_no_callback+${scenario}`, order_id: open.razorpayOrderId })
  await shop.bank.pay(open.razorpayOrderId)
  await sleep(500)
  expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
})

test('money of a wrong amount goes back, by the bank’s events alone', async () => {
  const open = await opened(await newShopper(shop), [tee])
  await shop.bank.scenario({ scenario: 'amount_less:1+refund_pending:1', order_id: open.razorpayOrderId })
  await shop.bank.pay(open.razorpayOrderId)
  await until(open.orderId, 'refund_due')
  await shop.jobs.tick()
  await until(open.orderId, 'refunded')
})
