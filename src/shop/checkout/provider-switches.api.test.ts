import { beforeAll, describe, expect, test } from 'vitest'
import {
  connectWebhooks,
  expectInvariants,
  newShopper,
  openOrder,
  runJobsAfter,
  type Shopper,
  stateOf,
  stockOf,
  tee,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { todayLines } from '../owner/mails.server.ts'
import { readToday } from '../owner/today-sql.server.ts'
import { switchText } from './provider-switches.ts'
import { readSwitches } from './switches-sql.server.ts'

let shop: TestShop
let meera: SignedInStaff
withCheckoutShop((fixture) => ({ shop } = fixture))
beforeAll(async () => {
  meera = await signInStaff(shop, 'manager', 'meera')
})

/** Opens an order, applies a scenario of the sandbox to it, and pays. */
async function payOrder(who: Shopper, scenario: string) {
  const open = await openOrder(who, [tee])
  await shop.sandbox.scenario({ scenario, order_id: open.razorpayOrderId })
  return { open, paid: await shop.sandbox.pay(open.razorpayOrderId) }
}

const countOf = async (kind: string) => (await readSwitches(shop.shop.db)).find((one) => one.kind === kind)?.count ?? 0
const DAY = 24 * 60 * 60

describe('cash on delivery of the provider’s own', () => {
  test('its order keeps its pieces as long as the provider says nothing, and the owner is told', async () => {
    const asha = await newShopper(shop)
    const before = await stockOf(shop, tee)
    const counted = await countOf('cash')
    const { open, paid } = await payOrder(asha, 'cod')
    expect(await verify(asha, open, paid)).toMatchObject({
      status: 409,
      code: 'payment_unconfirmed',
      problem: { success: false },
    })
    for (const seconds of [3 * 60 * 60, DAY, 5 * DAY]) {
      await runJobsAfter(shop, seconds, open.orderId)
      expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
      expect(await stockOf(shop, tee)).toEqual({ ...before, reserved: before.reserved + 1 })
    }
    expect(await countOf('cash')).toBe(counted + 1)
    const today = await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })
    expect(todayLines(today)).toContain(switchText({ kind: 'cash', count: counted + 1 }))
    expect((await meera.browser.call('GET', '/home')).body.waiting).toContainEqual(
      expect.objectContaining({ kind: 'provider-switches', to: '/waiting/provider-switches' }),
    )
    expect((await meera.browser.call('GET', `/orders/${open.orderId}`)).body.payment).toMatchObject({
      state: 'waiting',
      title: 'Cash on delivery at the provider',
    })
    // Its shopper pays online instead: the order is placed, and the owner has nothing to do.
    await shop.sandbox.scenario({ scenario: 'ok', order_id: open.razorpayOrderId })
    const online = await shop.sandbox.pay(open.razorpayOrderId)
    expect(await verify(asha, open, online)).toMatchObject({ ok: true })
    expect(await countOf('cash')).toBe(counted)
    await expectInvariants(shop)
  })

  test('its event is read, and the order is placed once the cash is in', async () => {
    const asha = await newShopper(shop)
    const server = await connectWebhooks(shop)
    try {
      const { open } = await payOrder(asha, 'cod:0')
      await expect.poll(() => stateOf(shop, open.orderId)).toBe('paid')
      const events = await shop.shop.db
        .selectFrom('webhook_inbox')
        .select(['type', 'note'])
        .where('type', '=', 'payment.pending')
        // The sandbox sends the events of other tests again, until it reaches the shop.
        .where('raw', 'like', `%${open.razorpayOrderId}%`)
        .execute()
      expect(events).toMatchObject([{ note: null }])
    } finally {
      await server.close()
    }
  })
})

test.each([
  ['offer', 'amount_less:500+offer'],
  ['fee', 'amount_more:500+customer_fee'],
] as const)(
  'a payment that an %s at the provider made another one is refunded, and the owner told why',
  async (kind, scenario) => {
    const asha = await newShopper(shop)
    const counted = await countOf(kind)
    const { open, paid } = await payOrder(asha, scenario)
    expect(await verify(asha, open, paid)).toMatchObject({ status: 400, code: 'payment_returned' })
    expect(await countOf(kind)).toBe(counted + 1)
    const today = await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })
    expect(todayLines(today)).toContain(switchText({ kind, count: counted + 1 }))
  },
)

test('another amount without a reason at the provider, and a payment that fits, say nothing about it', async () => {
  const asha = await newShopper(shop)
  const before = await readSwitches(shop.shop.db)
  for (const scenario of ['amount_less:500', 'amount_more:500', 'ok', 'offer', 'customer_fee']) {
    const { open, paid } = await payOrder(asha, scenario)
    await verify(asha, open, paid)
  }
  expect(await readSwitches(shop.shop.db)).toEqual(before)
})
