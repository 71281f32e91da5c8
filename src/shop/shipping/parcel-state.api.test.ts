import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buy, findOrder, type Shopper, tee, tote, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import type { OrderRecord } from '../orders/staff-order-contract.ts'
import { readCounts } from '../owner/home-sql.server.ts'
import { readToday } from '../owner/today-sql.server.ts'
import { importTracking } from './import-tracking.server.ts'

let shop: TestShop
let asha: Shopper
let meera: SignedInStaff
let packer: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  meera = await signInStaff(shop, 'manager', 'meera')
  packer = await signInStaff(shop, 'packer', 'meena')
})

let parcels = 0
const number = () => `PARCEL${++parcels}`
const call = (method: string, path: string, body?: unknown, by = packer) => by.browser.call(method, path, body)
const recordOf = async (id: string) =>
  (await call('GET', `/orders/${id}`, undefined, meera)).body as unknown as OrderRecord
const setState = (id: string, parcel: string, state: string, more: object = {}) =>
  call('POST', `/orders/${id}/parcels/${parcel}/state`, { state, ...more })

/** An order whose lines left in a parcel each. */
async function sent(lines: Parameters<typeof buy>[2] = [tote]): Promise<{ id: string; numbers: string[] }> {
  const { orderId: id } = await buy(shop, asha, lines)
  const numbers: string[] = []
  for (const { sku } of (await recordOf(id)).lines) {
    const tracking = number()
    const body = { carrier: 'Delhivery', tracking, lines: [{ sku, quantity: 1 }] }
    expect((await call('POST', `/orders/${id}/ship`, body)).status).toBe(200)
    numbers.push(tracking)
  }
  return { id, numbers }
}

const problems = async () =>
  (
    (await call('GET', '/orders?stage=problems')).body as {
      items: { id: string; problems: string[]; statusText: string }[]
    }
  ).items
const today = async () => (await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })).parcels
const mailsTo = async (subject: string) => {
  await shop.outbox.send()
  const mails = (await shop.mailbox?.list({ to: asha.email })) ?? []
  return mails.filter((mail) => mail.subject.startsWith(subject)).length
}

const TROUBLES = [
  ['attempted', 'Couldn’t be delivered', 'UNDELIVERED-2ND ATTEMPT'],
  ['returning', 'Coming back', 'RTO INITIATED'],
  ['returned', 'Came back', 'RTO DELIVERED'],
  ['lost', 'Lost', 'LOST'],
] as const

test.for(TROUBLES)('a parcel that is %s stands under problems, on Today and on the order', async ([state, text]) => {
  const { id, numbers } = await sent()
  const [before, counted] = [await today(), await readCounts(shop.shop.db)]
  expect((await setState(id, numbers[0] ?? '', state, { reason: 'Door locked' })).status).toBe(200)
  const listed = (await problems()).find((one) => one.id === id)
  expect(listed).toMatchObject({ statusText: text, problems: [expect.stringContaining(numbers[0] ?? '')] })
  expect((await today())[state].count).toBe(before[state].count + 1)
  expect((await readCounts(shop.shop.db)).problems).toBe(counted.problems + 1)
  const record = await recordOf(id)
  expect(record.parcels).toMatchObject([{ state, reason: 'Door locked', text: expect.stringContaining(text) }])
  expect(record.statusText).toBe(text)
  expect(record.timeline.map(({ what }) => what)).toContain(`Parcel: ${text.toLowerCase()}`)
  // Again changes nothing, and on its way again it's no problem any more.
  expect((await setState(id, numbers[0] ?? '', state, { reason: 'Door locked' })).body).toMatchObject({ already: true })
  expect((await setState(id, record.parcels[0]?.id ?? '', 'on_the_way')).status).toBe(200)
  expect((await problems()).map((one) => one.id)).not.toContain(id)
  expect(await today()).toEqual(before)
  expect((await findOrder(asha, id)).orderStatus).toBe('ontheway')
})

test.for(TROUBLES)(
  'a carrier’s file sets %s, of a parcel recorded before and of a new one',
  async ([state, , word]) => {
    const { id, numbers } = await sent()
    const { orderId: fresh } = await buy(shop, asha, [tote])
    const [known, other] = [await findOrder(asha, id), await findOrder(asha, fresh)]
    const tracking = number()
    const mails = await mailsTo('Your order is on the way')
    const lines = [
      'Order ID,AWB Code,Courier Company,Status',
      `${known.orderNumber},${numbers[0]},Delhivery,${word}`,
      `${other.orderNumber},${tracking},Delhivery,${word}`,
    ]
    const context = { ...shop.shop, actor: STAFF }
    expect((await importTracking(context, lines, { dryRun: true })).updated).toHaveLength(2)
    expect((await recordOf(id)).parcels).toMatchObject([{ state: 'on_the_way' }])
    expect(await importTracking(context, lines)).toMatchObject({ ok: true, updated: [{ state }, { state }] })
    expect((await recordOf(id)).parcels).toMatchObject([{ state, reason: word }])
    // What a carrier has isn't to pack, and nobody reads that it's on its way when it comes back.
    expect(await recordOf(fresh)).toMatchObject({ toPack: 0, parcels: [{ state, number: tracking }] })
    expect(await mailsTo('Your order is on the way')).toBe(mails + (state === 'attempted' ? 1 : 0))
    expect((await importTracking(context, lines)).updated).toEqual([])
    const moving = lines.map((line) => line.replace(word, 'IN TRANSIT'))
    expect((await importTracking(context, moving)).updated).toMatchObject([
      { state: 'on_the_way' },
      { state: 'on_the_way' },
    ])
    // A file without states says nothing about them.
    await setState(id, numbers[0] ?? '', state)
    await importTracking(context, ['order,carrier,tracking', `${known.orderNumber},Delhivery,${numbers[0]}`])
    expect((await recordOf(id)).parcels).toMatchObject([{ state }])
  },
)

test('a booking that was cancelled after the parcel was recorded is a problem', async () => {
  const { id, numbers } = await sent()
  const { orderNumber } = await findOrder(asha, id)
  const lines = ['Order ID,AWB Code,Courier Company,Status', `${orderNumber},${numbers[0]},Delhivery,CANCELED`]
  await importTracking({ ...shop.shop, actor: STAFF }, lines)
  expect((await recordOf(id)).parcels).toMatchObject([{ state: 'attempted', reason: 'CANCELED' }])
})

test('a row about the replacement of an exchange stops no file', async () => {
  const { id, numbers } = await sent([tee])
  await setState(id, numbers[0] ?? '', 'delivered')
  const asked = await asha.api('POST /user/addExchange', {
    body: { orderId: id, productId: tee.productId, reasonForExchange: 'Product Damaged', problem: 'A hole.' },
  })
  if (!asked.ok) throw new Error(asked.message)
  const exchange = asked.data.exchange._id
  await call('POST', `/exchanges/${exchange}/approve`, {}, meera)
  const tracking = number()
  await call('POST', `/exchanges/${exchange}/ship`, { carrier: 'Delhivery', tracking })
  const { orderNumber } = await findOrder(asha, id)
  const lines = ['Order ID,AWB Code,Courier Company,Status', `${orderNumber},${tracking},Delhivery,DELIVERED`]
  expect(await importTracking({ ...shop.shop, actor: STAFF }, lines)).toMatchObject({
    ok: true,
    notes: [{ line: 2, message: expect.stringContaining('exchange') }],
  })
})

test('an order is delivered once all of its parcels are, and a lost one whose pieces were refunded doesn’t count', async () => {
  const { id, numbers } = await sent([tee, tote])
  const [one = '', two = ''] = numbers
  expect((await setState(id, one, 'delivered')).body).toMatchObject({ status: 'ontheway' })
  expect((await setState(id, two, 'lost')).body).toMatchObject({ status: 'ontheway' })
  expect((await recordOf(id)).can).not.toContain('POST /orders/{id}/delivered')
  expect((await call('POST', `/orders/${id}/delivered`, undefined, meera)).body).toMatchObject({ code: 'conflict' })
  const sku = (await recordOf(id)).parcels[1]?.pieces[0]?.sku
  const refund = { lines: [{ sku, quantity: 1 }], reason: 'Lost on the way' }
  expect((await call('POST', `/orders/${id}/refund`, refund, meera)).status).toBe(200)
  expect((await problems()).map((order) => order.id)).not.toContain(id)
  expect((await recordOf(id)).next).toBe('POST /orders/{id}/delivered')
  expect((await call('POST', `/orders/${id}/delivered`, undefined, meera)).status).toBe(200)
  expect((await recordOf(id)).parcels).toMatchObject([{ state: 'delivered' }, { state: 'lost' }])
})

test('“delivered” is taken back, with the exchange days, and the customer is told', async () => {
  const { id, numbers } = await sent()
  await call('POST', `/orders/${id}/delivered`, undefined, meera)
  expect(await findOrder(asha, id)).toMatchObject({ orderStatus: 'delivered', exchangeUntil: expect.any(String) })
  expect((await setState(id, numbers[0] ?? '', 'returning')).body).toMatchObject({ code: 'conflict' })
  expect((await recordOf(id)).can).toContain('POST /orders/{id}/not-delivered')
  const taken = await call('POST', `/orders/${id}/not-delivered`, undefined, meera)
  expect(taken).toMatchObject({ status: 200, body: { status: 'ontheway' } })
  expect(await findOrder(asha, id)).toMatchObject({ orderStatus: 'ontheway', deliveredDate: null, exchangeUntil: null })
  expect((await recordOf(id)).parcels).toMatchObject([{ state: 'on_the_way' }])
  await shop.mailTo(asha.email, `Your order hasn’t been delivered yet`)
  expect((await call('POST', `/orders/${id}/not-delivered`, undefined, meera)).body).toMatchObject({ code: 'conflict' })
  expect((await call('POST', `/orders/${id}/delivered`, undefined, meera)).status).toBe(200)
})

test('what an exchange was asked for has arrived: that isn’t taken back', async () => {
  const { id } = await sent([tee])
  await call('POST', `/orders/${id}/delivered`, undefined, meera)
  const asked = await asha.api('POST /user/addExchange', {
    body: { orderId: id, productId: tee.productId, reasonForExchange: 'Product Damaged', problem: 'A hole.' },
  })
  expect(asked.ok).toBe(true)
  expect((await recordOf(id)).can).not.toContain('POST /orders/{id}/not-delivered')
  expect((await call('POST', `/orders/${id}/not-delivered`, undefined, meera)).body).toMatchObject({ code: 'conflict' })
})

test('carrier, number and link of a parcel are put right one by one, until it’s delivered', async () => {
  const { id, numbers } = await sent()
  const [tracking = ''] = numbers
  const correct = (parcel: string, body: object) => call('POST', `/orders/${id}/parcels/${parcel}/correct`, body)
  expect((await correct(tracking, {})).status).toBe(400)
  expect((await correct(tracking, { carrier: 'DTDC' })).body).toMatchObject({ carrier: 'DTDC', tracking })
  const url = 'https://track.dtdc.com/1'
  expect((await correct(tracking, { url })).body).toMatchObject({ carrier: 'DTDC', tracking, url })
  const mails = await mailsTo('Your parcel’s tracking number')
  expect(mails).toBe(2)
  expect((await correct(tracking, { url })).body).toMatchObject({ tracking, url })
  expect(await mailsTo('Your parcel’s tracking number')).toBe(mails)
  const { parcels: shown } = await recordOf(id)
  expect((await correct(shown[0]?.id ?? '', { tracking: 'RIGHT-1' })).body).toMatchObject({ tracking: 'RIGHT-1' })
  expect(shown[0]?.can).toContain('POST /orders/{id}/parcels/{parcel}/correct')
  await setState(id, 'RIGHT-1', 'delivered')
  expect((await correct('RIGHT-1', { carrier: 'Delhivery' })).body).toMatchObject({ code: 'conflict' })
  expect((await recordOf(id)).parcels[0]?.can).toEqual([])
})

test('a state needs an order, a parcel, a known word and a time that can be', async () => {
  const { id, numbers } = await sent()
  const [tracking = ''] = numbers
  expect((await setState('A'.repeat(22), tracking, 'lost')).status).toBe(404)
  expect((await setState(id, 'NONE1', 'lost')).status).toBe(404)
  expect((await setState(id, tracking, 'somewhere')).status).toBe(400)
  expect((await setState(id, tracking, 'lost', { at: '2126-01-01' })).status).toBe(400)
  expect((await setState(id, tracking, 'lost', { at: 'yesterday' })).status).toBe(400)
  const { rows } = await sql<{ state: string }>`select state from shipments where order_id = ${id}`.execute(
    shop.shop.db,
  )
  expect(rows).toEqual([{ state: 'on_the_way' }])
})
