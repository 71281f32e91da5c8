import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper, type Shopper, tee, tote } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { forgetDueCustomers } from '../accounts/forget-later.server.ts'
import { listAudit } from '../audit/sql.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import type { CustomerRecord, ListedCustomer } from './staff-contract.ts'

let shop: TestShop
let manager: SignedInStaff
let owner: SignedInStaff
let meera: Shopper
let orderId: string

beforeAll(async () => {
  shop = await openTestShop()
  manager = await signInStaff(shop, 'manager')
  owner = await signInStaff(shop, 'owner')
  meera = await newShopper(shop, 'Meera D’Souza Nair')
  const updatedDetails = { firstName: 'Latha', lastName: 'Varghese', phoneNumber: '+91 98450 12345', townCity: 'Kochi' }
  await meera.api('POST /user/updateAddress', {
    body: { userId: meera.id, addressId: meera.addressId, updatedDetails },
  })
  ;({ orderId } = await buy(shop, meera, [tee]))
})
afterAll(() => shop.close())

async function list(query: Record<string, string> = {}) {
  const { status, body } = await manager.browser.call('GET', `/customers?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(query)).toBe(200)
  return body as unknown as { items: ListedCustomer[]; next: string | null }
}
const show = async (id: string) =>
  (await manager.browser.call('GET', `/customers/${id}`)).body as unknown as CustomerRecord
const erase = (id: string, email: string, who = owner) => who.browser.call('POST', `/customers/${id}/erase`, { email })
const numberOf = async (id: string) => {
  const { rows } = await sql<{ number: number }>`select number from orders where id = ${id}`.execute(shop.shop.db)
  return String(rows[0]?.number)
}

test('a customer is found by phone in any spelling, half a name, e-mail, order number', async () => {
  const number = await numberOf(orderId)
  const said = [
    '98450 12345',
    '+91-98450-12345',
    '09845012345',
    'meera',
    'Mee Nai',
    'souza',
    'latha',
    'VARGHESE',
    meera.email,
    meera.email.toUpperCase(),
    meera.email.slice(0, 12),
    number,
    `FS-${number}`,
    number.slice(-4),
    orderId,
    meera.id,
  ]
  for (const q of said)
    expect(
      (await list({ q })).items.map(({ id }) => id),
      q,
    ).toContain(meera.id)
  expect((await list({ q: '98450 12345' })).items).toMatchObject([
    { name: 'Meera D’Souza Nair', phone: '+91 98450 12345', city: 'Kochi', orders: 1, spent: 1403.95 },
  ])
  const byBook = await newShopper(shop, 'Rani')
  await byBook.api('POST /user/updateAddress', {
    body: { userId: byBook.id, addressId: byBook.addressId, updatedDetails: { phoneNumber: '70001-70001' } },
  })
  expect((await list({ q: '7000170001' })).items).toMatchObject([{ id: byBook.id, orders: 0, lastOrderAt: null }])
})

test('signs of queries are only text', async () => {
  for (const q of ["'", '\\', '%', '_%', '%@', ':*', '&', '| meera', '🙂', 'x'.repeat(200), '  ']) await list({ q })
  expect((await list({ q: 'nobody-at-all' })).items).toEqual([])
  expect((await list({ q: '%%' })).items).toEqual([])
  for (const query of ['limit=101', 'cursor=x', `q=${'x'.repeat(201)}`])
    expect((await manager.browser.call('GET', `/customers?${query}`)).body.code, query).toBe('invalid_input')
})

test('a list walked by its own link meets each customer once, while customers are added', { tags: 'A2' }, async () => {
  for (let count = 0; count < 5; count += 1) await newShopper(shop, 'Walked Once')
  await sql`update customers set created_at = date_trunc('second', now()) where name = 'Walked Once'`.execute(
    shop.shop.db,
  )
  for (const query of [{}, { q: 'walked' }]) {
    const all = (await list({ ...query, limit: '100' })).items.map(({ id }) => id)
    const met: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list({ ...query, limit: '2', ...(cursor === '' ? {} : { cursor }) })
      met.push(...page.items.map(({ id }) => id))
      await newShopper(shop, 'Walked Later')
      cursor = page.next
    }
    expect(met.filter((id) => all.includes(id))).toEqual(all)
    expect(new Set(met).size).toBe(met.length)
  }
})

test('a record has orders, exchanges, messages, reviews and what was waited for', async () => {
  await meera.api('POST /user/productReview', {
    body: { productId: 'boxy-tee', userId: meera.id, stars: 4, comment: 'Fits well.' },
  })
  const message = {
    firstName: 'Meera',
    lastName: 'Nair',
    email: meera.email.toUpperCase(),
    phone: '1',
    message: 'Hello',
  }
  await meera.api('POST /user/addContactUs', { body: message })
  await meera.api('POST /user/notifyMe', {
    body: { email: meera.email, productId: 'boxy-tee', color: 'White', size: 'L' },
  })
  await meera.api('POST /user/subscribe', { body: { email: meera.email } })
  const record = await show(meera.id)
  expect(record).toMatchObject({
    name: 'Meera D’Souza Nair',
    email: meera.email,
    orders: 1,
    spent: 1403.95,
    addresses: [{ townCity: 'Kochi' }],
    latestOrders: [{ id: orderId, status: 'ordered', product: 'Boxy Tee' }],
    messages: [{ message: 'Hello', state: 'waiting' }],
    reviews: [{ product: 'boxy-tee', stars: 4, hidden: false, answer: null }],
    newsletter: 'unconfirmed',
    erasure: { waits: expect.stringContaining('hasn’t been delivered'), requestedAt: null },
  })
  expect((await manager.browser.call('GET', '/customers/unknownunknownunknown1')).status).toBe(404)
})

test('only owners export, and the log has a line of it', async () => {
  for (const path of [`/customers/${meera.id}/export`, '/customers.csv', '/newsletter.csv'])
    expect((await manager.browser.call('GET', path)).body.code, path).toBe('forbidden')
  const exported = await owner.browser.call('GET', `/customers/${meera.id}/export`)
  expect(exported.body).toMatchObject({ account: { name: 'Meera D’Souza Nair' }, orders: [{ id: orderId }] })
  expect(await listAudit(shop.shop.db, { subject: `customer:${meera.id}`, limit: 1 })).toMatchObject([
    { action: 'customer.export', actor: expect.stringContaining('(owner)') },
  ])
})

test('cells of a file that begin like a formula are made harmless', async () => {
  const evil = await newShopper(shop, '=HYPERLINK("http://evil.example")')
  const updatedDetails = { phoneNumber: '+91 90000 00001', townCity: '@town' }
  await evil.api('POST /user/updateAddress', { body: { userId: evil.id, addressId: evil.addressId, updatedDetails } })
  await sql`insert into subscribers (email, token, confirmed_at) values ('-minus@example.test', 'a-token', now())`.execute(
    shop.shop.db,
  )
  const read = async (path: string) => {
    const response = await shop.fetch(`/api/admin${path}`, { headers: { cookie: owner.browser.cookie } })
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.csv"$/)
    return response.text()
  }
  const customers = await read('/customers.csv')
  expect(customers).toContain(`"'=HYPERLINK(""http://evil.example"")",${evil.email},'+91 90000 00001,'@town,`)
  const lines = await read('/newsletter.csv')
  expect(lines).toContain("'-minus@example.test,")
  expect(lines).not.toContain(meera.email)
})

test('a customer is signed out on every device, and nobody else', async () => {
  const [lost, other] = [await newShopper(shop, 'Lost Phone'), await newShopper(shop, 'Own Phone')]
  const signOut = (id: string) => manager.browser.call('POST', `/customers/${id}/sign-out`)
  expect((await signOut(lost.id)).body).toEqual({ ended: 1 })
  expect((await lost.api('GET /user/getCartProduct/{userId}', { params: { userId: lost.id } })).ok).toBe(false)
  expect((await other.api('GET /user/getCartProduct/{userId}', { params: { userId: other.id } })).ok).toBe(true)
  expect((await signOut(lost.id)).body).toEqual({ ended: 0 })
  expect((await signOut('A'.repeat(22))).status).toBe(404)
  const [line] = await listAudit(shop.shop.db, { subject: `customer:${lost.id}`, limit: 1 })
  expect(line?.action).toBe('sessions.end')
})

test('erasing says what stays; another address erases nothing', { tags: 'A43' }, async () => {
  const gone = await newShopper(shop, 'Gone Soon')
  const { orderId: bought } = await buy(shop, gone, [tote])
  expect((await erase(gone.id, gone.email, manager)).body.code).toBe('forbidden')
  expect((await erase(gone.id, meera.email)).body.code).toBe('email_mismatch')
  const staff = { ...shop.shop, actor: STAFF }
  await shipOrder(staff, bought, { carrier: 'DTDC', tracking: 'T1' })
  await sql`update orders set status = 'delivered', delivered_at = now() - interval '30 days' where id = ${bought}`.execute(
    shop.shop.db,
  )
  const { status, body } = await erase(gone.id, gone.email.toUpperCase())
  expect({ status, body }).toMatchObject({ status: 200, body: { waits: null, undo: null } })
  expect(body.stays).toEqual([
    expect.stringContaining('1 order for the books'),
    expect.stringContaining('1 invoice or credit note'),
    expect.stringContaining('log'),
  ])
  expect((await manager.browser.call('GET', `/customers/${gone.id}`)).status).toBe(404)
  expect((await list({ q: 'gone soon' })).items).toEqual([])
  expect((await list({ q: await numberOf(bought) })).items).toEqual([])
  expect((await erase(gone.id, gone.email)).status).toBe(404)
})

test('erasing while an order is under way happens later, unless that is taken back', async () => {
  const tara = await newShopper(shop, 'Tara Later')
  const { orderId: bought } = await buy(shop, tara, [tote])
  const asked = await erase(tara.id, tara.email)
  expect(asked).toMatchObject({
    status: 200,
    body: { waits: expect.stringContaining(`order FS-${await numberOf(bought)} hasn’t been delivered`) },
  })
  expect((await show(tara.id)).erasure.requestedAt).not.toBeNull()
  const undo = () => owner.browser.call('POST', `/undo/${String(asked.body.undo)}`)
  expect((await undo()).status).toBe(200)
  expect((await undo()).body.code).toBe('already_undone')
  expect((await show(tara.id)).erasure.requestedAt).toBeNull()
  expect((await erase(tara.id, tara.email)).body.undo).toEqual(expect.any(String))
  await sql`update orders set status = 'delivered', delivered_at = now() - interval '30 days' where id = ${bought}`.execute(
    shop.shop.db,
  )
  expect(await forgetDueCustomers(shop.shop)).toBe(1)
  expect((await manager.browser.call('GET', `/customers/${tara.id}`)).status).toBe(404)
  const lines = await listAudit(shop.shop.db, { subject: `customer:${tara.id}`, limit: 9 })
  expect(lines.map(({ action }) => action)).toEqual([
    'customer.forget',
    'customer.forget-later',
    'customer.keep',
    'customer.forget-later',
  ])
})
