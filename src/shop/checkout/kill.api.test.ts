import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ageOrders,
  expectInvariants,
  newShopper,
  orderInCash,
  type Shopper,
  stockOf,
  tee,
} from '../../../tests/support/checkout-fixture.ts'
import { type KilledTask, killAt } from '../../../tests/support/checkout-kill.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { makePayLink } from './pay-link.server.ts'

/** Kills at each failpoint; the fault matrix uses KILLS=20. */
const KILLS = Number(process.env.KILLS ?? 1)

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: [{ id: 'boxy-tee', price: 1299, stock: { Black: { M: 1000 } } }] })
})
afterAll(() => shop.close())

function ordersOf(who: Shopper) {
  return shop.shop.db.selectFrom('orders').select(['id', 'state']).where('customer_id', '=', who.id).execute()
}

/** An order in cash with its link to pay. */
async function linkInCash(who: Shopper): Promise<{ token: string; total: number }> {
  const made = await orderInCash(who, [tee])
  if (!made.ok) throw new Error(made.message)
  const link = await makePayLink({ ...shop.shop, actor: STAFF }, made.data.orderId)
  if (!link.ok) throw new Error(link.message)
  return { token: link.data.link.split('/pay/')[1] ?? '', total: link.data.total }
}

/** Lets time pass while another instance recovers the killed one's work. */
async function recover(who: Shopper): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const { id } of await ordersOf(who)) await ageOrders(shop, 61, id)
    await sql`update webhook_inbox set next_at = now()`.execute(shop.shop.db)
    await sql`update refunds set next_at = now()`.execute(shop.shop.db)
    await shop.jobs.tick()
  }
}

type Kill = KilledTask & { point: string; left: string[] }

test.each<Kill>([
  { point: 'hold:before-commit', scenario: 'ok', source: 'browser', left: [] },
  { point: 'hold:after-commit', scenario: 'ok', source: 'browser', left: ['abandoned'] },
  { point: 'provider-order:created', scenario: 'ok', source: 'browser', left: ['awaiting_payment'] },
  { point: 'provider-order:stored', scenario: 'ok', source: 'browser', left: ['awaiting_payment'] },
  { point: 'verify:start', scenario: 'ok', source: 'browser', left: ['paid'] },
  { point: 'settle:before-commit', scenario: 'ok', source: 'browser', left: ['paid'] },
  { point: 'settle:after-commit', scenario: 'ok', source: 'browser', left: ['paid'] },
  { point: 'webhook:stored', scenario: 'ok', source: 'webhook', left: ['paid'] },
  { point: 'webhook:received', scenario: 'ok', source: 'webhook', left: ['paid'] },
  { point: 'payment:captured', scenario: 'authorized_only', source: 'browser', left: ['paid'] },
  { point: 'refund:sent', scenario: 'amount_less:1', source: 'browser', left: ['refunded'] },
  { point: 'refund:sent', scenario: 'ok', source: 'browser', cancel: true, left: ['cancelled'] },
  { point: 'cancel:before-commit', scenario: 'ok', source: 'browser', cancel: true, left: ['paid'] },
  { point: 'cancel:after-commit', scenario: 'ok', source: 'browser', cancel: true, left: ['cancelled'] },
])(
  'killed at $point: nothing is lost, nothing is charged twice',
  async ({ point, left, ...task }) => {
    for (let kill = 0; kill < KILLS; kill++) {
      const who = await newShopper(shop)
      const before = await stockOf(shop, tee)
      expect(await killAt(shop, point, who, task)).toBe('SIGKILL')
      await recover(who)
      expect((await ordersOf(who)).map(({ state }) => state)).toEqual(left)
      const sold = left[0] === 'paid' ? 1 : 0
      const held = left[0] === 'awaiting_payment' ? 1 : 0
      expect(await stockOf(shop, tee)).toEqual({
        on_hand: before.on_hand - sold,
        reserved: before.reserved + held,
      })
      await expectInvariants(shop)
    }
  },
  60_000 * KILLS,
)

test.each([
  { point: 'provider-order:created', source: 'browser', left: 'placed' },
  { point: 'provider-order:stored', source: 'browser', left: 'placed' },
  { point: 'verify:start', source: 'browser', left: 'paid' },
  { point: 'settle:before-commit', source: 'browser', left: 'paid' },
  { point: 'settle:after-commit', source: 'browser', left: 'paid' },
  { point: 'webhook:stored', source: 'webhook', left: 'paid' },
] as const)(
  'killed at $point while an order in cash is paid by its link: it stays in cash or is prepaid, and nothing is charged twice',
  async ({ point, source, left }) => {
    await changeSettings(shop.shop, STAFF, { 'cash.on': true, 'cash.fee': 20, 'cash.openOrders': 0 })
    const who = await newShopper(shop)
    const link = await linkInCash(who)
    const before = await stockOf(shop, tee)
    expect(await killAt(shop, point, who, { scenario: 'ok', source, link })).toBe('SIGKILL')
    await recover(who)
    expect((await ordersOf(who)).map(({ state }) => state)).toEqual([left])
    expect(await stockOf(shop, tee)).toEqual(before)
    await expectInvariants(shop)
  },
  60_000,
)
