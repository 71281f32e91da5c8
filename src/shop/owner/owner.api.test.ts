import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  buy,
  newShopper,
  ordersOf,
  type Shopper,
  stockOf,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { signInStaff } from '../../../tests/support/staff.ts'
import { setLowStockThreshold } from '../catalog/stock/sql.server.ts'
import { listDeliveries, resendEvent, wakeDeliveries } from '../events/sql.server.ts'
import { deliverDue } from '../events/webhooks.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { readCounts } from './home-sql.server.ts'
import { writeOwnerMails } from './jobs.server.ts'
import { readToday } from './today-sql.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const SECRET = `whsec_${Buffer.from('a secret of the owner').toString('base64')}`
const OWNER = 'owner@bluedoor.example'
let receiver: Server
let received: { headers: IncomingHttpHeaders; body: string }[]
/** The statuses of the receiver's next responses; 200 afterwards. */
let statuses: number[]

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
})
afterAll(() => new Promise((closed) => receiver.close(closed)))
beforeEach(async () => {
  received = []
  statuses = []
  await sql`delete from shop_events`.execute(shop.shop.db)
})

const target = () => ({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`, secret: SECRET })
const deliver = () => deliverDue(shop.shop.db, shop.shop.log, target())
const dueNow = () => sql`update shop_events set next_attempt_at = now()`.execute(shop.shop.db)
const typesReceived = () => received.map(({ body }) => JSON.parse(body).type)
async function ownerMails() {
  const query = sql<{ subject: string }>`select subject from outbox where recipient = ${OWNER} order by seq`
  return (await query.execute(shop.shop.db)).rows
}

async function numberOf(orderId: string): Promise<string> {
  return (await ordersOf(asha)).find(({ _id }) => _id === orderId)?.orderNumber ?? 'none'
}

async function deliverOrder(orderId: string): Promise<void> {
  for (const _ of ['packaging', 'ontheway', 'delivered'])
    expect((await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)).ok).toBe(true)
}

test('an order’s events reach the owner’s program signed and in order, and are resent until accepted', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  await deliverOrder(orderId)
  statuses = [500, 302]
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(0)
  expect(await listDeliveries(shop.shop.db, { limit: 9, undelivered: true })).toMatchObject([
    { type: 'order.delivered', attempts: 0 },
    { type: 'order.shipped', attempts: 0 },
    { type: 'order.paid', attempts: 0 },
    { type: 'order.placed', state: 'waiting', attempts: 1, lastResult: '500' },
  ])
  for (let round = 0; round < 5; round++) {
    await dueNow()
    await deliver()
  }
  expect(typesReceived()).toEqual([
    ...['order.placed', 'order.placed', 'order.placed', 'order.paid'],
    ...['order.shipped', 'order.delivered'],
  ])
  const [first, second] = received
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = first?.headers ?? {}
  const expected = createHmac('sha256', 'a secret of the owner').update(`${id}.${at}.${first?.body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    type: 'order.placed',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { orderId, total: 1403.95, lines: [{ color: 'Black', size: 'M', quantity: 1 }] },
  })
  expect(first?.body).not.toMatch(/asha|kale|@/i)
  await dueNow()
  expect(await deliver()).toBe(0)
  const [last] = await listDeliveries(shop.shop.db, { limit: 1 })
  expect(last).toMatchObject({ type: 'order.delivered', state: 'delivered', lastResult: '200' })
  expect(await resendEvent(shop.shop.db, String(last?.id))).toBe(true)
  expect(await deliver()).toBe(1)
  expect(typesReceived().at(-1)).toBe('order.delivered')
})

test('an undelivered event of one order doesn’t delay another order; an event is given up after a day', async () => {
  const meena = await newShopper(shop)
  await buy(shop, asha, [tee])
  statuses = [500]
  await deliver()
  await buy(shop, meena, [tee])
  await deliver()
  expect(received).toHaveLength(2)
  await sql`update shop_events set expires_at = now() - interval '1 second' where delivered_at is null`.execute(
    shop.shop.db,
  )
  await dueNow()
  expect(await deliver()).toBe(0)
  expect(await listDeliveries(shop.shop.db, { limit: 9, undelivered: true })).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'given up' })),
  )
})

test('instances share the deliveries: each event goes out once', async () => {
  for (const _ of [1, 2, 3]) await buy(shop, await newShopper(shop), [tee])
  // The events of one order go out one after the other.
  for (const _ of [1, 2]) await Promise.all([deliver(), deliver(), deliver()])
  expect(typesReceived().sort()).toEqual([...Array(3).fill('order.paid'), ...Array(3).fill('order.placed')])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
})

test('a start retries waiting deliveries, but not those another instance may be sending', async () => {
  const wait = (seconds: number) =>
    sql`update shop_events set next_attempt_at = now() + make_interval(secs => ${seconds})`.execute(shop.shop.db)
  await buy(shop, asha, [tee])
  await wait(59)
  await wakeDeliveries(shop.shop.db)
  expect(await deliver()).toBe(0)
  await wait(600)
  await wakeDeliveries(shop.shop.db)
  expect(await deliver()).toBe(1)
})

test('the owner gets one mail for each order and low SKU since the address was set', async () => {
  await shop.api('POST /user/addContactUs', {
    body: { firstName: 'Ila', lastName: 'Rao', email: 'ila@example.test', phone: '9820000000', message: 'Hello' },
  })
  expect(await writeOwnerMails(shop.shop)).toBe(1)
  await changeSettings(shop.shop, STAFF, { 'owner.email': OWNER })
  const found = await sql<{ sku: string }>`select sku from stock
    where product_id = ${tee.productId} and color = ${tee.color} and size = ${tee.size}`.execute(shop.shop.db)
  const { sku = '' } = found.rows[0] ?? {}
  const left = await stockOf(shop, tee)
  await setLowStockThreshold(shop.shop.db, STAFF, sku, left.on_hand - 1)
  const { orderId } = await buy(shop, asha, [tee])
  await buy(shop, asha, [tee])
  await Promise.all([1, 2].map(() => writeOwnerMails(shop.shop)))
  const mails = await ownerMails()
  expect(mails.map(({ subject }) => subject.replace(/[0-9a-f-]{36}|\b\d+ left/g, '…'))).toEqual([
    expect.stringMatching(/^New order .*: Rs\. 1,403\.95$/),
    expect.stringMatching(/^Running out: /),
    expect.stringMatching(/^New order /),
  ])
  // Read from the mailbox, because the outbox deletes the text of sent mails.
  const { text } = await shop.mailTo(OWNER, mails[0]?.subject)
  expect(text).toContain(`1 × Boxy Tee, Black, M (${sku})`)
  expect(text).toContain(`orders show ${await numberOf(orderId)}`)
  await setLowStockThreshold(shop.shop.db, STAFF, sku, null)
})

test('the digest comes once a day from its hour on, with events and open tasks', async () => {
  await changeSettings(shop.shop, STAFF, { 'owner.email': OWNER, 'owner.mails': 'digest', 'owner.digestHour': 0 })
  await sql`delete from outbox where recipient = ${OWNER}`.execute(shop.shop.db)
  const { orderId } = await buy(shop, asha, [tee])
  await Promise.all([1, 2, 3].map(() => writeOwnerMails(shop.shop)))
  const mails = await ownerMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Fourth Seat today')
  const { text } = await shop.mailTo(OWNER, 'Fourth Seat today')
  expect(text).toContain(`New order ${await numberOf(orderId)}`)
  expect(text).toMatch(/\d+ orders to pack, the oldest since .*\n• 1 message to answer, /)
  const today = await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })
  expect(today.messages.count).toBe(1)
  expect(today.toPack.count).toBeGreaterThan(3)
  expect(today.stuck).toEqual({ refunds: 0, mails: 0, webhooks: 0 })
})

test('failed refunds are counted separately until their amounts are refunded or withdrawn', async () => {
  const { db } = shop.shop
  const { orderId } = await buy(shop, asha, [tee])
  const insert = (state: string, hours: number, { rupees = 200, reason = 'amount' } = {}) =>
    sql`
    insert into refunds (id, payment_id, order_id, amount_paise, reason, note, state, created_at)
    select gen_random_uuid(), payment_id, id, ${rupees * 100}, ${reason}, '', ${state}, now() - make_interval(hours => ${hours})
    from orders where id = ${orderId}`.execute(db)
  const owner = await signInStaff(shop, 'owner')
  const { problems: others } = await readCounts(db)
  const refunds = async () => {
    const { stuck, failedRefunds } = await readToday(db, shop.shop.settings(), { hasWebhooks: false })
    // Today, the list and the record of its order agree.
    const { body } = await owner.browser.call('GET', '/orders?stage=problems')
    const record = (await owner.browser.call('GET', `/orders/${orderId}`)).body
    // Safe cast: the contract says what a page of orders is.
    const listed = (body.items as { id: string; problems: string[] }[]).find(({ id }) => id === orderId)
    const isFailed = failedRefunds > 0
    expect(listed?.problems.includes('A refund failed. The customer is still waiting for it.') ?? false).toBe(isFailed)
    expect(record.next === 'POST /orders/{id}/refund').toBe(isFailed)
    expect((await readCounts(db)).problems - others, 'the count of the menu').toBe(
      isFailed || stuck.refunds > 0 ? 1 : 0,
    )
    return [stuck.refunds, failedRefunds]
  }
  await insert('withdrawn', 9)
  expect(await refunds()).toEqual([0, 0])
  await insert('failed', 8)
  expect(await refunds()).toEqual([0, 1])
  await insert('done', 8, { reason: 'lines' })
  await insert('failed', 7)
  expect(await refunds()).toEqual([0, 2])
  await insert('done', 6)
  expect(await refunds()).toEqual([0, 1])
  await insert('pending', 5, { rupees: 150 })
  expect(await refunds()).toEqual([1, 1])
  await insert('pending', 4, { rupees: 50 })
  expect(await refunds()).toEqual([2, 0])
  await insert('failed', 3)
  expect(await refunds()).toEqual([2, 1])
  await sql`delete from refunds where order_id = ${orderId}`.execute(db)
})

test('a digest without events also wakes the mail queue', async () => {
  await sql`delete from owner_digests`.execute(shop.shop.db)
  const wake = vi.spyOn(shop.shop.mail, 'wake')
  expect(await writeOwnerMails(shop.shop)).toBe(0)
  expect(wake).toHaveBeenCalledOnce()
  expect(await writeOwnerMails(shop.shop)).toBe(0)
  expect(wake).toHaveBeenCalledOnce()
})

test('if the database fails, `readToday` leaves no unhandled rejection', async () => {
  const pool = { connect: () => Promise.reject(new Error('no database')), end: async () => {}, options: {} }
  const failing = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const leftOver = vi.fn()
  process.on('unhandledRejection', leftOver)
  await expect(readToday(failing, shop.shop.settings(), { hasWebhooks: false })).rejects.toThrow('no database')
  // Node tells of rejections that nobody handles before the next immediate.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', leftOver)
  expect(leftOver).not.toHaveBeenCalled()
})
