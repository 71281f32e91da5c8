import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { readableTime } from '#platform/india-time.ts'
import { buy, expectInvariants, newShopper, order, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { listCustomers } from '../customers/list-sql.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { readToday } from '../owner/today-sql.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { forgetDueCustomers, forgetWhenPossible, listToForget } from './forget-later.server.ts'
import { lockAccount } from './people-sql.server.ts'
import { exportCustomer, forgetCustomer, forgetPerson } from './staff.server.ts'

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
  const clerk = await signInStaff(shop, 'manager')
  const notes = `/orders/${orderId}/notes`
  const { body: note } = await clerk.browser.call('POST', notes, { text: 'Ring Kalyankar first' })
  await clerk.browser.call('POST', notes, { text: 'Kalyankar again' })
  await clerk.browser.call('DELETE', `${notes}/${String(note.id)}`, undefined, { 'if-match': '"1"' })
  expect(await tablesWith('Kalyankar')).toEqual(expect.arrayContaining(['order_notes', 'undos']))

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
  const { number, delivered_at } = await db
    .selectFrom('orders')
    .select(['number', 'delivered_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const until = readableTime(new Date((delivered_at?.getTime() ?? 0) + 7 * 24 * 60 * 60 * 1000))
  expect(await forget()).toMatchObject({
    ok: false,
    message: `${asha.email} can’t be forgotten yet: order FS-${number} can still be exchanged until ${until}.`,
  })
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

test('what staff wrote, changed and saved about a customer goes too, and their other views stay', async () => {
  const { db } = shop.shop
  const who = await newShopper(shop, 'Rupa Zachariah')
  const { orderId } = await buy(shop, who, [tee])
  const clerk = await signInStaff(shop, 'manager')
  const send = async (method: string, path: string, body?: unknown) => {
    const done = await clerk.browser.call(method, path, body, { 'idempotency-key': newId() })
    expect(done).toMatchObject({ status: expect.toSatisfy((status) => status < 300) })
    return String(done.body.id)
  }
  const address = { streetAddress: '9, Pherozeshah Terrace', phoneNumber: '98111 55667' }
  await send('PATCH', `/orders/${orderId}/address`, { address })
  await send('POST', `/orders/${orderId}/notes`, { text: 'Zachariah rings twice' })
  const message = { firstName: 'Rupa', lastName: 'Zachariah', email: who.email, phone: '98111 55667', message: 'Hello' }
  await shop.api('POST /user/addContactUs', { body: message })
  const { id } = await db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
  await send('POST', `/messages/${id}/answer`, { text: 'Dear Rupa Zachariah, it left today.' })
  const save = (name: string, q: string, shared = false) => send('POST', '/orders/views', { name, q, shared })
  await save('Calls', who.email.toUpperCase(), true)
  await save('Rings twice', '+91 98111-55667')
  await save('Terrace', '9, pherozeshah terrace')
  await save('zachariah', '')
  await send('DELETE', `/orders/views/${await save('Gone', 'Zachariah, Rupa')}`)
  await save('Mumbai', 'mumbai', true)
  await save('Rupa’s parcels', 'linen')

  const staff = { ...shop.shop, actor: STAFF }
  expect(await shipOrder(staff, orderId, { carrier: 'Delhivery', tracking: 'TRACE7712' })).toMatchObject({ ok: true })
  await sql`update orders set status = 'delivered', delivered_at = now() - interval '30 days' where id = ${orderId}`.execute(
    db,
  )
  const traces = [who.email, 'Zachariah', '98111', 'Pherozeshah', 'TRACE7712', '28, Cadell Road']
  for (const trace of traces) expect(await tablesWith(trace)).not.toEqual([])
  expect(await forgetCustomer(shop.shop, STAFF, who.email)).toMatchObject({ ok: true })
  for (const trace of traces) expect({ trace, tables: await tablesWith(trace) }).toEqual({ trace, tables: [] })
  const views = await db.selectFrom('saved_views').select('name').orderBy('name').execute()
  expect(views.map(({ name }) => name)).toEqual(['Mumbai', 'Rupa’s parcels'])
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

test('a customer with an order under way is forgotten by itself once that is possible', async () => {
  const { db } = shop.shop
  const staff = { ...shop.shop, actor: STAFF }
  const who = await newShopper(shop, 'Tara Bose')
  const { orderId } = await buy(shop, who, [tee])
  for (const _ of [1, 2])
    expect(await forgetWhenPossible(shop.shop, STAFF, who.email)).toMatchObject({
      ok: true,
      data: { customer: null, waits: expect.stringContaining('hasn’t been delivered') },
    })
  const today = () => readToday(db, shop.shop.settings(), { hasWebhooks: false })
  expect((await today()).toForget).toMatchObject({ count: 1, oldest: expect.any(Date) })
  for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder(staff, orderId)
  expect(await forgetDueCustomers(shop.shop)).toBe(0)
  expect(await listToForget(shop.shop)).toMatchObject([
    {
      email: who.email,
      waits: expect.stringMatching(/^order FS-\d+ can still be exchanged until \d+ \w+ \d{4}, \d\d:\d\d$/),
    },
  ])
  await sql`update orders set delivered_at = now() - interval '8 days' where id = ${orderId}`.execute(db)
  expect(await forgetDueCustomers(shop.shop)).toBe(1)
  expect(await tablesWith(who.email)).toEqual([])
  expect([await listToForget(shop.shop), (await today()).toForget.count]).toEqual([[], 0])
  expect(await forgetWhenPossible(shop.shop, STAFF, who.email)).toMatchObject({ ok: false, code: 'not_found' })
})

test('an address that ends another one deletes nothing of the other’s: limits, events and keyed calls', async () => {
  const { db } = shop.shop
  const short = await newShopper(shop, 'Nila Rao')
  const long = `joh${short.email}`
  await sql`delete from limit_hits`.execute(db)
  await sql`insert into limit_hits (bucket, hit_at, keep_until)
    select bucket, now(), now() + interval '1 hour' from unnest(${[
      `sign-in ${short.email} 192.0.2.1`,
      `change-of ${short.id}`,
      `sign-in ${long}`,
      `alert ${long} 192.0.2.1`,
    ]}::text[]) as bucket`.execute(db)
  const raw = (email: string) => JSON.stringify({ payload: { payment: { entity: { email } } } })
  await sql`insert into webhook_inbox (event_id, type, raw, processed_at) values
    ('own', 'payment.captured', ${raw(short.email.toUpperCase())}, now()),
    ('other', 'payment.captured', ${raw(long)}, now()),
    ('unreadable', 'unreadable', ${`{"email": "${short.email}`}, now())`.execute(db)
  expect(await forgetCustomer(shop.shop, STAFF, short.email)).toMatchObject({ ok: true })
  const buckets = await sql<{ bucket: string }>`select bucket from limit_hits order by 1`.execute(db)
  expect(buckets.rows.map(({ bucket }) => bucket)).toEqual([`alert ${long} 192.0.2.1`, `sign-in ${long}`])
  const events = await sql<{ event_id: string }>`select event_id from webhook_inbox
    where event_id in ('own', 'other', 'unreadable')`.execute(db)
  expect(events.rows).toEqual([{ event_id: 'other' }])
})

test('an order that waits for the deletion of its account is refused, and a deletion that waits for an order too', async () => {
  const { db } = shop.shop
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  const late = await newShopper(shop, 'Ravi Menon')
  const ordering = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, late.id, 'delete')
    await forgetPerson(tx, shop.shop.people, { email: late.email, customer: late.id })
    const call = { response: order(late, [tee]) }
    await expect.poll(isWaiting).toBe(true)
    return call
  })
  expect(await ordering.response).toMatchObject({ status: 401, code: 'not_logged_in' })

  const early = await newShopper(shop, 'Sara Khan')
  const deleting = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, early.id, 'use')
    const call = {
      response: early.api('POST /user/delete-account', { body: { userId: early.id, email: early.email } }),
    }
    await expect.poll(isWaiting).toBe(true)
    await sql`insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
        address, payment_method, exchange_days, prices_include_tax, expires_at, next_check_at)
      values (${newId()}, ${early.id}, 'creating', 'x', 1, 0, 0, 1, '{}', 'upi', 7, true, now() + interval '1 hour', now())`.execute(
      tx,
    )
    return call
  })
  expect(await deleting.response).toMatchObject({ status: 409, code: 'order_under_way' })
})
