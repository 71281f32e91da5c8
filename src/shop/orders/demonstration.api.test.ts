import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { showOrder } from './staff.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ settings: { DEMO_FULFILMENT: 'on' } })
})
afterAll(() => shop.close())

test('with DEMO_FULFILMENT a paid order advances by itself, a stage at a time', { tags: 'C2.13' }, async () => {
  const meena = await newShopper(shop)
  const { orderId } = await buy(shop, meena, [{ productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }])
  await shop.jobs.tick()
  expect((await showOrder(shop.shop, orderId))?.orderStatus).toBe('ordered')
  for (const stage of ['packaging', 'ontheway', 'delivered', 'delivered']) {
    await sql`
      update orders set paid_at = paid_at - interval '9 s', packaging_at = packaging_at - interval '9 s',
        ontheway_at = ontheway_at - interval '9 s'`.execute(shop.shop.db)
    await shop.jobs.tick()
    expect((await showOrder(shop.shop, orderId))?.orderStatus).toBe(stage)
  }
})
