import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { connectionTo } from '../../../tests/support/test-server.ts'
import {
  ageOrders,
  auditOf,
  keysOf,
  newShopper,
  type Shopper,
  stockOf,
  tee,
  totalOf,
} from '../../../tests/support/till.ts'
import type { VictimTask } from '../../../tests/support/till-victim.ts'

/** Kills at each point; the whole figure of the fault matrix with KILLS=20. */
const KILLS = Number(process.env.KILLS ?? 1)

const root = join(import.meta.dirname, '../../..')

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ range: [{ id: 'boxy-tee', price: 1299, stock: { Black: { M: 1000 } } }] })
})
afterAll(() => shop.close())

/** Lets another process sell one tee and die at a point of it; the signal that ended it. */
async function dieAt(point: string, who: Shopper, task: Pick<VictimTask, 'scenario' | 'news'>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.shop.db)
  const whole: VictimTask = {
    connection: connectionTo(inject('testServer').connection, rows[0]?.name ?? ''),
    dataDir: shop.config.dataDir,
    sandboxOrigin: new URL(shop.shop.payments.checkoutUrl).origin,
    keys: await keysOf(shop),
    customer: who.id,
    request: {
      userId: who.id,
      totalPrice: totalOf([tee]),
      productDetails: [tee],
      addressId: who.addressId,
      paymentMethod: 'credit_card',
    },
    ...task,
  }
  const child = spawn(process.execPath, [join(root, 'tests/support/till-victim.ts'), JSON.stringify(whole)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', FAILPOINT: point },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((ended) => child.once('exit', (_, signal) => ended(signal)))
}

function ordersOf(who: Shopper) {
  return shop.shop.db.selectFrom('orders').select(['id', 'state']).where('customer_id', '=', who.id).execute()
}

/** Another instance goes on where the dead one stopped, and time goes by. */
async function goOn(who: Shopper): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const { id } of await ordersOf(who)) await ageOrders(shop, 61, id)
    await sql`update webhook_inbox set next_at = now()`.execute(shop.shop.db)
    await sql`update refunds set next_at = now()`.execute(shop.shop.db)
    await shop.jobs.tick()
  }
}

test.each([
  { point: 'K1', scenario: 'ok', news: 'browser', left: [] },
  { point: 'K2', scenario: 'ok', news: 'browser', left: ['abandoned'] },
  { point: 'K3', scenario: 'ok', news: 'browser', left: ['awaiting_payment'] },
  { point: 'K4', scenario: 'ok', news: 'browser', left: ['awaiting_payment'] },
  { point: 'K6', scenario: 'ok', news: 'browser', left: ['paid'] },
  { point: 'K7', scenario: 'ok', news: 'browser', left: ['paid'] },
  { point: 'K8', scenario: 'ok', news: 'browser', left: ['paid'] },
  { point: 'K9', scenario: 'ok', news: 'webhook', left: ['paid'] },
  { point: 'K10', scenario: 'ok', news: 'webhook', left: ['paid'] },
  { point: 'K11', scenario: 'authorized_only', news: 'browser', left: ['paid'] },
  { point: 'K12', scenario: 'amount_less:1', news: 'browser', left: ['refunded'] },
] as const)(
  'killed at $point: nothing is lost, nothing is taken twice',
  async ({ point, scenario, news, left }) => {
    for (let kill = 0; kill < KILLS; kill++) {
      const who = await newShopper(shop)
      const before = await stockOf(shop, 'boxy-tee', 'Black', 'M')
      expect(await dieAt(point, who, { scenario, news })).toBe('SIGKILL')
      await goOn(who)
      const orders = await shop.shop.db.selectFrom('orders').select('state').where('customer_id', '=', who.id).execute()
      expect(orders.map(({ state }) => state)).toEqual(left)
      const sold = left[0] === 'paid' ? 1 : 0
      const held = left[0] === 'awaiting_payment' ? 1 : 0
      expect(await stockOf(shop, 'boxy-tee', 'Black', 'M')).toEqual({
        on_hand: before.on_hand - sold,
        reserved: before.reserved + held,
      })
      expect(await auditOf(shop)).toMatchObject({ ok: true, findings: [] })
    }
  },
  60_000 * KILLS,
)
