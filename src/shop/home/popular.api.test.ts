import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buy, type Shopper, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeProduct, changeProductState } from '../catalog/product/staff.server.ts'
import { writeViews } from '../catalog/views-sql.server.ts'
import { homeJobs } from './jobs.server.ts'

const NEWEST = ['a-tee', 'b-tee', 'c-tee', 'd-tee']
const stock = { Black: { M: 20 } }

let shop: TestShop
let asha: Shopper
withCheckoutShop(
  (fixture) => {
    shop = fixture.shop
    asha = fixture.asha
  },
  { products: NEWEST.map((id) => ({ id, price: 100, stock })) },
)
beforeEach(async () => {
  await sql`delete from product_view_days`.execute(shop.shop.db)
  await sql`delete from product_viewers`.execute(shop.shop.db)
})

const view = (productId: string, clients: number) =>
  writeViews(
    shop.shop.db,
    Array.from({ length: clients }, (_, n) => ({ productId, client: `10.0.0.${n}` })),
  )

/** The row as the page has it after the hour's job. */
async function row(): Promise<string[]> {
  for (const job of homeJobs) await job.run(shop.shop)
  const response = await shop.api('GET /home/latestArrivals')
  return response.ok ? response.data.data.map(({ _id }) => _id) : []
}

test('without views or sales the row has the newest products', { tags: 'C3.18' }, async () => {
  expect(await row()).toEqual(NEWEST)
})

test('what was viewed most comes first, then the newest; two views say nothing, nor does the week before', async () => {
  await view('c-tee', 3)
  await view('d-tee', 5)
  await view('b-tee', 2)
  expect(await row()).toEqual(['d-tee', 'c-tee', 'a-tee', 'b-tee'])
  await sql`update product_view_days set day = day - 8`.execute(shop.shop.db)
  expect(await row()).toEqual(NEWEST)
})

test('views of more than a week ago are deleted', async () => {
  await view('c-tee', 3)
  await sql`update product_view_days set day = day - 8`.execute(shop.shop.db)
  await view('d-tee', 1)
  const { rows } = await sql`select product_id, views from product_view_days`.execute(shop.shop.db)
  expect(rows).toEqual([{ product_id: 'd-tee', views: 1 }])
})

test('the row stays as it is until the hour is over, and has no product that was hidden', async () => {
  await view('c-tee', 3)
  expect(await row()).toEqual(['c-tee', 'a-tee', 'b-tee', 'd-tee'])
  await view('d-tee', 9)
  const cached = await shop.api('GET /home/latestArrivals')
  expect(cached.ok && cached.data.data[0]?._id).toBe('c-tee')
  await changeProductState(shop.shop.db, STAFF, 'd-tee', 'hidden')
  await expect.poll(row).toEqual(['c-tee', 'a-tee', 'b-tee'])
  await changeProductState(shop.shop.db, STAFF, 'd-tee', 'published')
  await expect.poll(row).toEqual(['d-tee', 'c-tee', 'a-tee', 'b-tee'])
})

test('a piece that was bought counts as ten views, unless it was cancelled; places by hand come before all', async () => {
  await view('d-tee', 9)
  const { orderId } = await buy(shop, asha, [{ productId: 'b-tee', color: 'Black', size: 'M', quantity: 1 }])
  expect(await row()).toEqual(['b-tee', 'd-tee', 'a-tee', 'c-tee'])
  await view('d-tee', 11)
  await sql`delete from product_viewers`.execute(shop.shop.db)
  await view('d-tee', 3)
  expect(await row()).toEqual(['d-tee', 'b-tee', 'a-tee', 'c-tee'])
  const cancelled = await asha.api('POST /user/cancelOrder', {
    body: { userId: asha.id, orderId, reason: 'Changed my mind' },
  })
  expect(cancelled.ok).toBe(true)
  expect(await row()).toEqual(['d-tee', 'a-tee', 'b-tee', 'c-tee'])
  await changeProduct(shop.shop.db, STAFF, 'c-tee', { latestArrivals: 1 })
  await expect.poll(row).toEqual(['c-tee'])
})
