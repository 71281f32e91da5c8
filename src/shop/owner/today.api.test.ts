import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buy, newShopper, type Shopper, tee, tote, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { setLowStockThreshold } from '../catalog/stock/sql.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { cancelOrder, refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { readToday } from './today-sql.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture), {
  products: [
    { id: 'boxy-tee', price: 1299, stock: { Black: { M: 9 } } },
    { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 9 } } },
  ],
})

beforeEach(() => sql`delete from shop_events`.execute(shop.shop.db))

const staff = () => ({ ...shop.shop, actor: STAFF })
async function waiting(): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from shop_events where mailed_at is null order by id`.execute(shop.shop.db)
  return rows.map(({ type }) => type)
}
const runningOut = async () => {
  const today = await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })
  return today.runningOut.map(({ product, left, level }) => [product, left, level])
}

test('a size without a level of its own runs out at stock.lowLevel, by default when it is sold out', async () => {
  await buy(shop, asha, [{ ...tee, quantity: 4 }])
  expect([await waiting(), await runningOut()]).toEqual([['order.placed'], []])
  await changeSettings(shop.shop, STAFF, { 'stock.lowLevel': 5 })
  expect(await runningOut()).toEqual([['boxy-tee', 5, 5]])
  await changeSettings(shop.shop, STAFF, { 'stock.lowLevel': 4 })
  await buy(shop, asha, [{ ...tee, quantity: 2 }])
  expect(await waiting()).toEqual(['order.placed', 'order.placed', 'stock.low'])
  expect(await runningOut()).toEqual([['boxy-tee', 3, 4]])
  const { sku } = await shop.shop.db
    .selectFrom('stock')
    .select('sku')
    .where('product_id', '=', tee.productId)
    .executeTakeFirstOrThrow()
  await setLowStockThreshold(shop.shop.db, STAFF, sku, 1)
  expect(await runningOut()).toEqual([])
  await setLowStockThreshold(shop.shop.db, STAFF, sku, null)
  await changeSettings(shop.shop, STAFF, { 'stock.lowLevel': null })
  await buy(shop, asha, [{ ...tee, quantity: 3 }])
  expect(await waiting()).toEqual(['order.placed', 'order.placed', 'stock.low', 'order.placed', 'stock.low'])
  expect(await runningOut()).toEqual([['boxy-tee', 0, 0]])
})

test('what the owner does at the command line is no mail to the owner, but what customers and jobs do is', async () => {
  const [shipped, cancelled, refunded, moved] = await Promise.all(
    [1, 2, 3, 4].map(async () => (await buy(shop, await newShopper(shop), [tote])).orderId),
  )
  await sql`delete from shop_events`.execute(shop.shop.db)
  const parcel = { carrier: 'Delhivery', tracking: 'OWN1' }
  const because = { reason: 'gone', restock: true }
  expect(await shipOrder(staff(), shipped ?? '', parcel)).toMatchObject({ ok: true })
  expect(await advanceOrder(staff(), shipped ?? '')).toMatchObject({ ok: true })
  expect(await cancelOrder(staff(), cancelled ?? '', because)).toMatchObject({ ok: true })
  const whole = { wanted: { rupees: 68.35 }, ...because }
  expect(await refundOrder(staff(), refunded ?? '', whole)).toMatchObject({ ok: true, data: { cancelled: true } })
  expect(await waiting()).toEqual([])
  const { rows } = await sql`select from shop_events`.execute(shop.shop.db)
  expect(rows).toHaveLength(4)
  const job = { ...shop.shop, actor: { kind: 'system', job: 'demonstration' } as const }
  for (const _ of ['packaging', 'ontheway']) await advanceOrder(job, moved ?? '')
  expect(await waiting()).toEqual(['order.shipped'])
  const { orderId } = await buy(shop, asha, [tote])
  await asha.api('POST /user/cancelOrder', { body: { userId: asha.id, orderId, reason: 'No.' } })
  expect(await waiting()).toEqual(['order.shipped', 'order.placed', 'order.cancelled'])
})
