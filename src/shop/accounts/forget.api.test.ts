import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, expectInvariants, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { listCustomers } from './people-sql.server.ts'
import { exportCustomer, forgetCustomer } from './staff.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The tables in which any column contains a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = shop.shop
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ hits: number }>`select count(*)::integer as hits from ${sql.table(name)} as t
      where strpos(lower(t::text), lower(${text})) > 0`.execute(db)
    if ((rows[0]?.hits ?? 0) > 0) found.push(name)
  }
  return found
}

test('a customer’s data is exported, and deleted once all orders are closed', async () => {
  const { db } = shop.shop
  const asha = await newShopper(shop, 'Asha Kalyankar')
  const { orderId } = await buy(shop, asha, [tee])
  await asha.api('POST /user/productReview', {
    body: { productId: 'boxy-tee', userId: asha.id, stars: 4, comment: 'Fits well.' },
  })
  await asha.api('POST /user/addToCart', { body: { userId: asha.id, ...tee } })
  await asha.api('POST /user/login', { body: { email: asha.email } })
  await asha.api('POST /user/subscribe', { body: { email: asha.email } })
  const message = {
    firstName: 'Asha',
    lastName: 'Kalyankar',
    email: asha.email,
    phone: '98200 00028',
    message: 'Hello',
  }
  await asha.api('POST /user/addContactUs', { body: message })

  const staff = { ...shop.shop, actor: STAFF }
  expect(await shipOrder(staff, orderId, { carrier: 'Delhivery', tracking: 'TRACE5512' })).toMatchObject({ ok: true })
  expect(await tablesWith('TRACE5512')).toContain('shipments')

  const [listed] = await listCustomers(db, { limit: 1, find: 'kalyankar' })
  expect(listed).toMatchObject({ email: asha.email, orders: 1, spent_paise: 140395 })
  const exported = await exportCustomer(shop.shop, asha.email.toUpperCase())
  expect(exported).toMatchObject({
    ok: true,
    data: {
      account: { name: 'Asha Kalyankar' },
      addresses: [{ street_address: '28, Cadell Road' }],
      cart: [{ product_id: 'boxy-tee' }],
      orders: [
        { id: orderId, lines: [{ product: 'Boxy Tee', quantity: 1 }], parcels: [{ tracking_number: 'TRACE5512' }] },
      ],
      reviews: [{ comment: 'Fits well.' }],
      messages: [{ message: 'Hello' }],
    },
  })
  expect(JSON.stringify(exported)).not.toContain('digest')

  const forget = () => forgetCustomer(shop.shop, STAFF, asha.email)
  expect(await forget()).toMatchObject({
    ok: false,
    code: 'order_under_way',
    message: expect.stringContaining('hasn’t been delivered'),
  })
  await advanceOrder(staff, orderId)
  expect(await forget()).toMatchObject({ ok: false, message: expect.stringContaining('can still be exchanged') })
  expect(await tablesWith(asha.email)).toContain('customers')
  await sql`update orders set delivered_at = now() - interval '8 days' where id = ${orderId}`.execute(db)
  expect(await forget()).toEqual({ ok: true, data: { customer: asha.id, orders: 1, tags: ['reviews:boxy-tee'] } })

  for (const trace of [asha.email, 'Kalyankar', '98200 00028', 'Cadell Road', 'TRACE5512'])
    expect(await tablesWith(trace)).toEqual([])
  const order = await db.selectFrom('orders').select(['total_paise', 'address']).where('id', '=', orderId).execute()
  expect(order).toMatchObject([{ total_paise: 140395, address: { country: 'India', firstName: '', zipCode: '' } }])
  const reviews = await shop.api('GET /user/productReviewDetails/{productId}', { params: { productId: 'boxy-tee' } })
  expect(reviews).toMatchObject({
    data: { topReviews: [{ comment: 'Fits well.', userId: { name: 'A former customer' }, verified: true }] },
  })
  expect((await asha.api('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })).status).toBe(401)
  expect(await listAudit(db, { subject: `customer:${asha.id}`, limit: 5 })).toMatchObject([
    { action: 'customer.forget', actor: 'tests (owner)', after: { orders: 1 } },
  ])
  await expectInvariants(shop)
  expect(await forget()).toMatchObject({ ok: false, code: 'not_found' })
})

test('customers download their own data, and delete their account by typing its address', async () => {
  const bina = await newShopper(shop, 'Bina Rao')
  const other = await newShopper(shop, 'Chitra Nair')
  const data = await bina.api('GET /user/my-data/{userId}', { params: { userId: bina.id } })
  expect(data).toMatchObject({ ok: true, data: { account: { name: 'Bina Rao' }, addresses: [{ zip_code: '400028' }] } })
  expect(JSON.stringify(data)).not.toContain(other.email)
  const remove = (email: string) => bina.api('POST /user/delete-account', { body: { userId: bina.id, email } })
  expect(await remove(other.email)).toMatchObject({ status: 422 })
  // Bina has asked to change her address to the other customer's.
  await sql`insert into email_changes (customer_id, email, salt, old_digest, new_digest, expires_at)
    values (${bina.id}, ${other.email}, '', '', '', now() + interval '10 minutes')`.execute(shop.shop.db)
  await buy(shop, bina, [tee])
  expect(await remove(bina.email)).toMatchObject({
    status: 409,
    message: expect.stringContaining('hasn’t been delivered'),
  })
  expect(
    await other.api('POST /user/delete-account', { body: { userId: other.id, email: other.email.toUpperCase() } }),
  ).toMatchObject({ status: 204 })
  expect(await tablesWith(other.email)).toEqual([])
  expect(await other.api('GET /user/my-data/{userId}', { params: { userId: other.id } })).toMatchObject({ status: 401 })
  expect(await listAudit(shop.shop.db, { subject: `customer:${other.id}`, limit: 1 })).toMatchObject([
    { action: 'customer.forget', actor: other.id },
  ])
})
