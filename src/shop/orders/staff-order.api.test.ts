import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buy, openOrder, type Shopper, tee, tote, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { cancelOrder, refundOrder } from '../refunds/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { advanceOrder } from './staff.server.ts'
import type { OrderNote, OrderRecord } from './staff-order-contract.ts'

let shop: TestShop
let asha: Shopper
let manager: SignedInStaff
let packer: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  manager = await signInStaff(shop, 'manager')
  packer = await signInStaff(shop, 'packer')
})

const staff = () => ({ ...shop.shop, actor: STAFF })

async function recordOf(reference: string, who = manager): Promise<OrderRecord> {
  const { status, body } = await who.browser.call('GET', `/orders/${encodeURIComponent(reference)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  // Safe cast: the shape of a record.
  return body as unknown as OrderRecord
}

test('a record has who, what, money, what happened and what can be done, by id and number', async () => {
  const { orderId } = await buy(shop, asha, [tee, { ...tote, quantity: 2 }])
  await advanceOrder({ ...shop.shop, actor: { kind: 'staff', name: 'Kiran', role: 'packer' } }, orderId)
  await refundOrder(staff(), orderId, { wanted: { rupees: 10 }, reason: 'late', restock: false })
  const record = await recordOf(orderId)
  expect(await recordOf(record.number.toLowerCase())).toEqual(record)
  expect(record).toMatchObject({
    id: orderId,
    status: 'packaging',
    statusText: 'To pack',
    age: 'today',
    late: null,
    customer: { id: asha.id, name: 'Asha Kale', email: asha.email },
    address: { phoneNumber: '98200 00028', zipCode: '400028' },
    toPack: 3,
    lines: [
      { quantity: 1, shipped: 0, unshipped: 1, price: 1299, exchanging: 0 },
      { quantity: 2, shipped: 0, unshipped: 2, price: 27 },
    ],
    money: { goods: 1353, delivery: 40, refunded: 10 },
    payment: { state: 'paid', title: 'Paid' },
    refunds: [{ amount: 10, reason: 'late', state: 'due' }],
    invoice: expect.stringContaining('/'),
    next: 'POST /orders/{id}/ship',
  })
  expect((record.money?.total ?? 0) - (record.money?.left ?? 0)).toBe(10)
  expect(record.timeline.map(({ what, who }) => [what, who])).toEqual([
    ['Ordered', 'Asha Kale'],
    ['Paid', null],
    ['Packing', 'Kiran (packer)'],
    ['Refunded: Rs. 10 (late)', 'tests (owner)'],
  ])
})

test('a packer’s record has no amounts', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  await refundOrder(staff(), orderId, { wanted: { rupees: 10 }, reason: 'late', restock: false })
  const record = await recordOf(orderId, packer)
  expect(record).toMatchObject({ money: null, refunds: [], lines: [{ price: null }], address: { zipCode: '400028' } })
  expect(JSON.stringify(record)).not.toMatch(/Rs\.|1299/)
  expect(record.can).toContain('POST /orders/{id}/notes')
  expect(record.can).not.toContain('PATCH /orders/{id}/address')
})

test('an unpaid order says what is known of its payment, and what to tell the customer', async () => {
  const { orderId } = await openOrder(asha, [tote])
  const record = await recordOf(orderId)
  expect(record).toMatchObject({ status: null, statusText: 'Waiting for payment', money: { left: 0 }, invoice: null })
  expect(record.payment.state).toBe('waiting')
  expect(record.payment.tell).toContain('My orders')
  expect((await manager.browser.call('GET', '/orders/FS-1')).status).toBe(404)
})

describe('notes', () => {
  test('are added, changed with their version and deleted, and that is taken back', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    const add = (text: string) => packer.browser.call('POST', `/orders/${orderId}/notes`, { text })
    const { status, body } = await add(' Ring twice ')
    expect(status).toBe(201)
    // Safe cast: the shape of a note.
    const note = body as unknown as OrderNote
    expect(note).toMatchObject({ text: 'Ring twice', version: 1, mayChange: true, changedAt: null })
    const path = `/orders/${orderId}/notes/${note.id}`
    const change = (text: string, version?: string, who = manager) =>
      who.browser.call('PATCH', path, { text }, version === undefined ? {} : { 'if-match': version })
    expect(await change('Ring once')).toMatchObject({ status: 428, body: { code: 'version_needed' } })
    expect(await change('Ring once', '"1"')).toMatchObject({ status: 200, body: { version: 2, text: 'Ring once' } })
    expect(await change('Knock', '"1"', packer)).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile', current: { version: 2, text: 'Ring once' }, fields: ['text'] },
    })
    const other = (await manager.browser.call('POST', `/orders/${orderId}/notes`, { text: 'Mine' })).body
    const foreign = `/orders/${orderId}/notes/${String(other.id)}`
    expect((await packer.browser.call('PATCH', foreign, { text: 'x' }, { 'if-match': '"1"' })).body.code).toBe(
      'forbidden',
    )
    const gone = await packer.browser.call('DELETE', path, undefined, { 'if-match': '"2"' })
    expect(gone).toMatchObject({ status: 200, body: { undo: expect.any(String) } })
    expect((await recordOf(orderId)).notes.map(({ text }) => text)).toEqual(['Mine'])
    expect((await change('Again', '"2"')).status).toBe(404)
    const undo = `/undo/${String(gone.body.undo)}`
    expect((await manager.browser.call('POST', undo)).status).toBe(404)
    expect((await packer.browser.call('POST', undo)).status).toBe(200)
    expect((await packer.browser.call('POST', undo)).body.code).toBe('already_undone')
    expect((await recordOf(orderId)).notes.map(({ text }) => text)).toEqual(['Ring once', 'Mine'])
    const lines = await listAudit(shop.shop.db, { subject: `order:${orderId}`, limit: 20 })
    expect(lines.map(({ action }) => action)).toEqual([
      'order.note',
      'order.note-delete',
      'order.note',
      'order.note-change',
      'order.note',
    ])
    expect(JSON.stringify(lines)).not.toContain('Ring')
  })
})

describe('the address', () => {
  test('is put right before the parcel leaves, only what changed, and that is taken back', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    const { addressVersion } = await recordOf(orderId)
    const change = (address: object, version?: string) =>
      manager.browser.call(
        'PATCH',
        `/orders/${orderId}/address`,
        { address },
        version === undefined ? {} : { 'if-match': `"${version}"` },
      )
    const done = await change({ phoneNumber: '+91 98765 43210', zipCode: '400 001' }, addressVersion)
    expect(done).toMatchObject({ status: 200, body: { changed: ['phoneNumber', 'zipCode'] } })
    expect((await recordOf(orderId)).address).toMatchObject({
      phoneNumber: '+91 98765 43210',
      zipCode: '400 001',
      townCity: 'Mumbai',
    })
    expect(await change({ phoneNumber: '98765 00000', townCity: 'Thane' }, addressVersion)).toMatchObject({
      status: 412,
      body: {
        code: 'changed_meanwhile',
        current: { address: { phoneNumber: '+91 98765 43210' } },
        fields: ['phoneNumber'],
        by: expect.any(String),
      },
    })
    expect(await change({ phoneNumber: '12' })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await change({ zipCode: '560001', state: 'Karnataka' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const [line] = await listAudit(shop.shop.db, { subject: `order:${orderId}`, limit: 1 })
    expect(line).toMatchObject({ action: 'order.address', after: { fields: ['phoneNumber', 'zipCode'] } })
    expect(JSON.stringify(line)).not.toContain('98765')
    const undo = `/undo/${String(done.body.undo)}`
    expect((await manager.browser.call('POST', undo)).status).toBe(200)
    expect((await recordOf(orderId)).address).toMatchObject({ phoneNumber: '98200 00028', zipCode: '400028' })
    await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: 'A111111' })
    expect((await change({ townCity: 'Thane' })).body.code).toBe('already_shipped')
  })

  test('isn’t taken back if somebody has changed it since, or after a day', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    const change = async (townCity: string) =>
      String((await manager.browser.call('PATCH', `/orders/${orderId}/address`, { address: { townCity } })).body.undo)
    const first = await change('Thane')
    const second = await change('Kalyan')
    expect((await manager.browser.call('POST', `/undo/${first}`)).body.code).toBe('conflict')
    await sql`update undos set created_at = now() - interval '25 hours' where id = ${second}`.execute(shop.shop.db)
    expect((await manager.browser.call('POST', `/undo/${second}`)).body.code).toBe('undo_over')
    expect((await recordOf(orderId)).address.townCity).toBe('Kalyan')
  })
})

test('views: one’s own and shared, with counts, deleted and taken back', async () => {
  await buy(shop, asha, [tee])
  const save = (who: SignedInStaff, body: object) => who.browser.call('POST', '/orders/views', body)
  const views = async (who: SignedInStaff) => (await who.browser.call('GET', '/orders/views')).body.items
  expect((await save(packer, { name: 'For all', stage: 'to-pack', shared: true })).body.code).toBe('forbidden')
  const { body: mine } = await save(packer, { name: 'Mumbai', q: '400028', stage: 'to-pack' })
  await save(manager, { name: 'Asha', q: 'asha', shared: true })
  const toPack = (await manager.browser.call('GET', '/orders?q=400028&stage=to-pack&limit=100')).body.items
  // Safe cast: a list's items.
  const count = (toPack as unknown[]).length
  expect(count).toBeGreaterThan(0)
  expect(await views(packer)).toMatchObject([
    { name: 'Asha', q: 'asha', stage: null, shared: true, mayDelete: false },
    { name: 'Mumbai', q: '400028', stage: 'to-pack', shared: false, mayDelete: true, count: { count } },
  ])
  expect(await views(manager)).toMatchObject([{ name: 'Asha', mayDelete: true }])
  const path = `/orders/views/${String(mine.id)}`
  expect((await manager.browser.call('DELETE', path)).status).toBe(404)
  const gone = await packer.browser.call('DELETE', path)
  expect(await views(packer)).toMatchObject([{ name: 'Asha' }])
  expect((await packer.browser.call('POST', `/undo/${String(gone.body.undo)}`)).status).toBe(200)
  expect(await views(packer)).toMatchObject([{ name: 'Asha' }, { name: 'Mumbai' }])
  expect(await save(packer, { name: '' })).toMatchObject({ status: 400 })
  expect(await save(packer, { name: 'x', stage: 'lost' })).toMatchObject({ status: 400 })
})

test('a role is taken back with a second factor of the last ten minutes', async () => {
  const owner = await signInStaff(shop, 'owner')
  const path = `/staff/${packer.id}`
  const { body } = await owner.browser.call('PATCH', path, { role: 'manager' })
  const age = (minutes: number) =>
    sql`update staff_sessions set factor_at = now() - make_interval(mins => ${minutes}) where staff_id = ${owner.id}`.execute(
      shop.shop.db,
    )
  await age(11)
  expect((await owner.browser.call('POST', `/undo/${String(body.undo)}`)).body.code).toBe('sign_in_again')
  await age(1)
  expect((await owner.browser.call('POST', `/undo/${String(body.undo)}`)).status).toBe(200)
  expect((await packer.browser.call('GET', '/session')).body.staff).toMatchObject({ role: 'packer' })
  const lines = await listAudit(shop.shop.db, { subject: `staff:${packer.id}`, limit: 2 })
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [{ role: 'manager' }, { role: 'packer' }],
    [{ role: 'packer' }, { role: 'manager' }],
  ])
})

test('delivered: only an order on its way', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const deliver = () => manager.browser.call('POST', `/orders/${orderId}/delivered`)
  expect((await deliver()).body.code).toBe('conflict')
  await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: 'B111111' })
  expect((await recordOf(orderId)).next).toBe('POST /orders/{id}/delivered')
  expect((await deliver()).body).toEqual({ status: 'delivered' })
  expect((await deliver()).body.code).toBe('already_delivered')
  expect((await recordOf(orderId)).next).toBeNull()
})

test('a cancelled order says who did it and what is left', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  await asha.api('POST /user/cancelOrder', { body: { userId: asha.id, orderId, reason: 'too big' } })
  const record = await recordOf(orderId)
  expect(record).toMatchObject({ status: 'cancelled', toPack: 0, next: null, money: { left: 0 } })
  expect(record.timeline.at(-1)).toMatchObject({ what: 'Cancelled (too big)', who: 'the customer' })
  const { orderId: other } = await buy(shop, asha, [tee])
  await cancelOrder(staff(), other, { reason: 'none left', restock: true })
  expect((await recordOf(other)).timeline.at(-1)?.what).toMatch(/^Cancelled \(none left\), refund: Rs\. /)
})
