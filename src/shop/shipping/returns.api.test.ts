import { beforeAll, expect, test } from 'vitest'
import {
  buy,
  expectInvariants,
  findOrder,
  type Shopper,
  stockOf,
  tee,
  tote,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import type { OrderRecord } from '../orders/staff-order-contract.ts'
import { readToday } from '../owner/today-sql.server.ts'
import { importTracking } from './import-tracking.server.ts'
import type { ListedReturn } from './returns-contract.ts'

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
const call = (method: string, path: string, body?: unknown, by = meera) => by.browser.call(method, path, body)
const recordOf = async (id: string) => (await call('GET', `/orders/${id}`)).body as unknown as OrderRecord
const setState = (id: string, parcel: string, state: string) =>
  call('POST', `/orders/${id}/parcels/${parcel}/state`, { state, reason: 'Door locked' })
const receive = (id: string, parcel: string, body: object = {}) =>
  call('POST', `/orders/${id}/parcels/${parcel}/received`, body, packer)
const resend = (id: string, body: object = {}) => call('POST', `/orders/${id}/resend`, body)
const onHand = async (wanted: Wanted) => (await stockOf(shop, wanted))?.on_hand ?? 0

interface Sent {
  id: string
  tracking: string
  skus: string[]
}

/** Ships all that an order has left. */
async function ship(id: string): Promise<string> {
  const tracking = `BACK${++parcels}`
  expect(await call('POST', `/orders/${id}/ship`, { carrier: 'Delhivery', tracking })).toMatchObject({ status: 200 })
  return tracking
}

/** An order that left in one parcel. */
async function sent(lines: Wanted[]): Promise<Sent> {
  const { orderId: id } = await buy(shop, asha, lines)
  const tracking = await ship(id)
  return { id, tracking, skus: (await recordOf(id)).lines.map(({ sku }) => sku) }
}

const listed = async (stage: string) => {
  const { items } = (await call('GET', `/orders?stage=${stage}`)).body as { items: { id: string }[] }
  return items.map(({ id }) => id)
}
const returns = async (query = '') =>
  (await call('GET', `/returns${query}`, undefined, packer)).body as unknown as {
    items: ListedReturn[]
    counts: Record<string, number>
  }

test('a parcel that is received goes into stock piece by piece, once, whatever is said of it afterwards', async () => {
  const lines = [{ ...tee, quantity: 3 }, tote]
  const { id, tracking, skus } = await sent(lines)
  const [teeSku = '', toteSku = ''] = skus
  const before = [await onHand(tee), await onHand(tote)]
  const found = { damaged: [{ sku: teeSku, quantity: 1 }], missing: [{ sku: toteSku, quantity: 1 }] }
  // The carrier’s word moves no stock.
  await setState(id, tracking, 'returned')
  expect([await onHand(tee), await onHand(tote)]).toEqual(before)
  for (const already of [false, true])
    expect(await receive(id, tracking, already ? {} : found)).toMatchObject({
      status: 200,
      body: {
        already,
        pieces: [
          { sku: teeSku, quantity: 3, good: 2, damaged: 1 },
          { sku: toteSku, quantity: 1, good: 0, damaged: 0 },
        ],
      },
    })
  expect([await onHand(tee), await onHand(tote)]).toEqual([(before[0] ?? 0) + 2, before[1]])
  // An older file, or a late word of the carrier, finds it here.
  for (const state of ['returning', 'on_the_way', 'lost', 'delivered'])
    expect((await setState(id, tracking, state)).body).toMatchObject({ already: true, state: 'returned' })
  const { orderNumber } = await findOrder(asha, id)
  const file = ['Order ID,AWB Code,Courier Company,Status', `${orderNumber},${tracking},Delhivery,RTO INITIATED`]
  expect(await importTracking({ ...shop.shop, actor: STAFF }, file)).toMatchObject({ ok: true, updated: [] })
  const record = await recordOf(id)
  expect(record).toMatchObject({ next: 'POST /orders/{id}/resend', statusText: 'Came back' })
  expect(record.parcels).toMatchObject([
    { states: [], can: [], text: expect.stringContaining('2 fine, 1 damaged, 1 missing') },
  ])
  await expectInvariants(shop)
})

test('that a parcel was received is taken back once, until something is decided about it or its pieces are sold', async () => {
  const undo = (id: unknown) => call('POST', `/undo/${String(id)}`, undefined, packer)
  const { id, tracking } = await sent([{ ...tee, quantity: 2 }, tote])
  await setState(id, tracking, 'returning')
  const before = [await onHand(tee), await onHand(tote)]
  const wrong = await receive(id, tracking)
  expect([await onHand(tee), await onHand(tote)]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
  expect(await undo(wrong.body.undo)).toMatchObject({ status: 200 })
  expect([await onHand(tee), await onHand(tote)]).toEqual(before)
  expect((await recordOf(id)).parcels).toMatchObject([{ state: 'returning', receivedAt: null }])
  expect(await undo(wrong.body.undo)).toMatchObject({ status: 409, body: { code: 'already_undone' } })
  await expectInvariants(shop)
  // Received again, and then sent again or refunded, it stays.
  const right = await receive(id, tracking)
  expect(right.body).toMatchObject({ already: false })
  expect((await receive(id, tracking)).body).toMatchObject({ already: true, undo: null })
  expect(await resend(id)).toMatchObject({ status: 200 })
  expect(await undo(right.body.undo)).toMatchObject({ status: 409, body: { code: 'conflict' } })

  const other = await sent([tote])
  const refunded = await receive(other.id, other.tracking)
  const body = { lines: [{ sku: other.skus[0], quantity: 1 }], reason: 'Came back', restock: false }
  expect(await call('POST', `/orders/${other.id}/refund`, body)).toMatchObject({ status: 200 })
  expect(await undo(refunded.body.undo)).toMatchObject({ status: 409, body: { code: 'conflict' } })

  const last = await sent([tee])
  const sold = await receive(last.id, last.tracking)
  const free = await onHand(tee)
  await call('POST', `/stock/${last.skus[0]}`, { change: -free, reason: 'Sold at the market' })
  expect(await undo(sold.body.undo)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('was sold in the meantime') },
  })
  await call('POST', `/stock/${last.skus[0]}`, { change: free, reason: 'Back from the market' })
  await expectInvariants(shop)
})

test('what has too many pieces, no such parcel and a delivered one are refused', async () => {
  const { id, tracking, skus } = await sent([tee])
  const sku = skus[0] ?? ''
  expect(await receive(id, tracking, { damaged: [{ sku, quantity: 2 }] })).toMatchObject({ status: 400 })
  expect(await receive(id, tracking, { missing: [{ sku: 'NOT-IN-IT', quantity: 1 }] })).toMatchObject({ status: 400 })
  expect(await receive(id, 'NONE')).toMatchObject({ status: 404 })
  await setState(id, tracking, 'delivered')
  expect(await receive(id, tracking)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await resend(id)).toMatchObject({ status: 409 })
})

test('the stage and the desk hold a parcel from the first attempt until somebody has decided', async () => {
  const { id, tracking, skus } = await sent([tote])
  const today = async () =>
    (await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false })).parcels.received.count
  const deskOf = async (query = '') => (await returns(query)).items.filter(({ orderId }) => orderId === id)
  expect(await listed('coming-back')).not.toContain(id)
  for (const state of ['attempted', 'returning', 'returned']) {
    await setState(id, tracking, state)
    expect(await listed('coming-back')).toContain(id)
    expect(await listed('problems')).toContain(id)
    expect(await deskOf(`?state=${state}`)).toMatchObject([
      {
        state,
        number: tracking,
        reason: 'Door locked',
        phone: expect.stringMatching(/\d/),
        pieces: [{ sku: skus[0], good: null }],
      },
    ])
  }
  for (const state of ['lost', 'on_the_way']) {
    await setState(id, tracking, state)
    expect(await listed('coming-back')).not.toContain(id)
    expect(await deskOf()).toEqual([])
  }
  const counted = await today()
  const { counts } = await returns()
  await receive(id, tracking)
  expect(await today()).toBe(counted + 1)
  expect((await returns()).counts).toEqual({ ...counts, received: (counts.received ?? 0) + 1 })
  expect(await listed('coming-back')).toContain(id)
  expect(await deskOf('?state=received')).toMatchObject([{ state: 'received', pieces: [{ good: 1, damaged: 0 }] }])
  // A refund of the whole decides; what is in stock already isn’t booked again.
  const stock = await onHand(tote)
  expect(await call('POST', `/orders/${id}/cancel`, { reason: 'Came back', restock: true })).toMatchObject({
    status: 200,
  })
  expect(await onHand(tote)).toBe(stock)
  expect(await listed('coming-back')).not.toContain(id)
  expect(await deskOf()).toEqual([])
  await expectInvariants(shop)
})

test('pieces refunded on their way go into stock when they are here, and never twice', async () => {
  const before = await onHand(tee)
  const { id, tracking, skus } = await sent([{ ...tee, quantity: 2 }])
  const refund = (restock: boolean) =>
    call('POST', `/orders/${id}/refund`, { lines: [{ sku: skus[0], quantity: 1 }], reason: 'Late', restock })
  expect(await refund(true)).toMatchObject({ status: 200 })
  expect(await onHand(tee)).toBe(before - 1)
  expect(await receive(id, tracking)).toMatchObject({ status: 200 })
  expect(await onHand(tee)).toBe(before)
  expect(await refund(true)).toMatchObject({ status: 200, body: { cancelled: true } })
  expect(await onHand(tee)).toBe(before)
  await expectInvariants(shop)
})

test('an order is sent again: fine pieces leave the stock, the others are refunded, once', async () => {
  const lines = [{ ...tee, quantity: 2 }, tote]
  const { id, tracking, skus } = await sent(lines)
  const [teeSku = '', toteSku = ''] = skus
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'not_back' } })
  await receive(id, tracking, { damaged: [{ sku: teeSku, quantity: 1 }] })
  const stock = [await onHand(tee), await onHand(tote)]
  const address = { streetAddress: '7 Hill Road, second floor' }
  expect(await call('POST', `/orders/${id}/resend`, { address }, packer)).toMatchObject({ status: 403 })
  expect(await resend(id, { address: { zipCode: '12' } })).toMatchObject({ status: 400 })
  const done = await resend(id, { address })
  expect(done).toMatchObject({
    status: 200,
    body: {
      already: false,
      pieces: [
        { sku: teeSku, quantity: 1 },
        { sku: toteSku, quantity: 1 },
      ],
    },
  })
  expect(done.body.refund).toBeGreaterThan(0)
  expect([await onHand(tee), await onHand(tote)]).toEqual([(stock[0] ?? 0) - 1, (stock[1] ?? 0) - 1])
  const record = await recordOf(id)
  expect(record).toMatchObject({ toPack: 2, next: 'POST /orders/{id}/ship', statusText: 'To pack', address })
  expect(record.parcels).toMatchObject([{ isResent: true, isTrouble: false, can: [] }])
  expect(record.money?.refunded).toBe(done.body.refund)
  expect(await listed('to-pack')).toContain(id)
  expect(await listed('coming-back')).not.toContain(id)
  await shop.mailTo(asha.email, `We’re sending your order again`)
  expect((await findOrder(asha, id)).shipments).toEqual([])
  expect(await resend(id)).toMatchObject({ status: 200, body: { already: true, pieces: [], refund: 0 } })
  await expectInvariants(shop)
  // The second parcel comes back too: it’s received and sent a third time, and arrives.
  const second = await ship(id)
  expect((await findOrder(asha, id)).shipments).toMatchObject([{ number: second }])
  expect(await resend(id)).toMatchObject({ status: 200, body: { already: true } })
  await setState(id, second, 'returned')
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'not_back' } })
  await receive(id, second)
  expect(await resend(id)).toMatchObject({ status: 200, body: { already: false, refund: 0 } })
  const third = await ship(id)
  await expectInvariants(shop)
  expect((await setState(id, third, 'delivered')).body).toMatchObject({ status: 'delivered' })
  expect([await onHand(tee), await onHand(tote)]).toEqual([(stock[0] ?? 0) - 1, (stock[1] ?? 0) - 1])
  await expectInvariants(shop)
})

test('what was sold meanwhile, and what came back without a fine piece, isn’t sent again', async () => {
  const { id, tracking, skus } = await sent([tote])
  await receive(id, tracking, { damaged: [{ sku: skus[0], quantity: 1 }] })
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const other = await sent([tote])
  await receive(other.id, other.tracking)
  const left = await onHand(tote)
  const sku = other.skus[0] ?? ''
  const change = (by: number) =>
    call('POST', `/stock/${encodeURIComponent(sku)}`, { change: by, reason: 'Sold at a stall' })
  expect(await change(-left)).toMatchObject({ status: 200 })
  const refused = await resend(other.id)
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining(sku) } })
  expect((await recordOf(other.id)).parcels).toMatchObject([{ isResent: false, isTrouble: true }])
  await change(left)
  await expectInvariants(shop)
})

test('ten people receive one parcel, and ten send it again: each counts once', async () => {
  const { id, tracking } = await sent([tee])
  const before = await onHand(tee)
  const ten = Array.from({ length: 10 })
  const received = await Promise.all(ten.map(() => receive(id, tracking)))
  expect(received.filter(({ body }) => body.already === false)).toHaveLength(1)
  expect(await onHand(tee)).toBe(before + 1)
  const again = await Promise.all(ten.map(() => resend(id)))
  expect(again.map(({ status }) => status)).toEqual(ten.map(() => 200))
  expect(again.filter(({ body }) => body.already === false)).toHaveLength(1)
  expect(await onHand(tee)).toBe(before)
  await expectInvariants(shop)
})
