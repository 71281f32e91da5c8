import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  buy,
  expectInvariants,
  findOrder,
  newShopper,
  orderInCash,
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
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let meera: SignedInStaff
withCheckoutShop((fixture) => ({ shop } = fixture))
beforeAll(async () => {
  meera = await signInStaff(shop, 'manager', 'meera')
  const set = { 'cash.on': true, 'cash.openOrders': 0, 'cash.afterReturns': 2 }
  expect(await changeSettings(shop.shop, STAFF, set)).toMatchObject({ ok: true })
})

let numbers = 0
const call = (method: string, path: string, body?: unknown) => meera.browser.call(method, path, body)
const recordOf = async (id: string) => (await call('GET', `/orders/${id}`)).body as unknown as OrderRecord
const close = (id: string, reason = 'refused') => call('POST', `/orders/${id}/close`, { reason })
const setState = (id: string, parcel: string, state: string) =>
  call('POST', `/orders/${id}/parcels/${parcel}/state`, { state })
const receive = (id: string, parcel: string, body: object = {}) =>
  call('POST', `/orders/${id}/parcels/${parcel}/received`, body)
const onHand = async (wanted: Wanted) => (await stockOf(shop, wanted))?.on_hand ?? 0

/** A buyer with a phone number and an address of their own, or with those given. */
async function newBuyer(own?: { phoneNumber?: string; streetAddress?: string }): Promise<Shopper> {
  const who = await newShopper(shop)
  numbers += 1
  const updatedDetails = {
    phoneNumber: `98400 ${String(10_000 + numbers)}`,
    streetAddress: `${numbers} Close Road`,
    ...own,
  }
  const body = { userId: who.id, addressId: who.addressId, updatedDetails }
  expect(await who.api('POST /user/updateAddress', { body })).toMatchObject({ ok: true })
  return who
}

async function order(who: Shopper, lines: Wanted[]): Promise<string> {
  const made = await orderInCash(who, lines)
  if (!made.ok) throw new Error(made.message)
  return made.data.orderId
}

async function ship(id: string, lines?: { sku: string; quantity: number }[]): Promise<string> {
  numbers += 1
  const tracking = `CLOSE${numbers}`
  const body = { carrier: 'Delhivery', tracking, ...(lines ? { lines } : {}) }
  expect(await call('POST', `/orders/${id}/ship`, body)).toMatchObject({ status: 200 })
  return tracking
}

test('an order in cash is closed once all its parcels are back or lost, once, with a credit note', async () => {
  const who = await newBuyer()
  const before = [await onHand(tee), await onHand(tote)]
  const id = await order(who, [{ ...tee, quantity: 2 }, tote])
  expect(await close(id), 'nothing has left').toMatchObject({ status: 409, body: { code: 'conflict' } })
  const [teeLine] = (await recordOf(id)).lines
  const sku = teeLine?.sku ?? ''
  const one = await ship(id, [{ sku, quantity: 1 }])
  const two = await ship(id, [{ sku, quantity: 1 }])
  expect(await close(id)).toMatchObject({ status: 409, body: { code: 'not_back' } })
  await receive(id, one)
  expect(await close(id)).toMatchObject({ status: 409, body: { code: 'not_back' } })
  await setState(id, two, 'lost')
  expect((await recordOf(id)).can).toContain('POST /orders/{id}/close')
  const closed = await close(id, 'Nobody was home')
  expect(closed).toMatchObject({ status: 200, body: { already: false, creditNote: expect.stringMatching(/^CRN/) } })
  expect(await close(id)).toMatchObject({ status: 200, body: { already: true } })
  const { closingNote } = await recordOf(id)
  expect(closingNote?.number).toBe(closed.body.creditNote)
  expect(await call('GET', `/orders/${id}/credit-notes/${closingNote?.id}`)).toMatchObject({ status: 200 })
  // Its customer has it too, and nobody else.
  const { closingNote: refundId } = await findOrder(who, id)
  expect(refundId).toBe(closingNote?.id)
  const note = ({ id: reader, token }: Shopper) =>
    shop.fetch(`/api/user/credit-note/${reader}/${refundId}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await note(who)).status).toBe(200)
  expect((await note(await newBuyer())).status).toBe(404)
  // The received tee and the tote that never left; the lost tee isn't booked.
  expect([await onHand(tee), await onHand(tote)]).toEqual([(before[0] ?? 0) - 1, before[1]])
  expect(await findOrder(who, id)).toMatchObject({
    orderStatus: 'cancelled',
    payment: { method: 'cash', due: 0, state: 'cancelled' },
  })
  const { rows } = await sql<{ sum: number }>`
    select (select sum((one ->> 'total')::integer) from jsonb_array_elements(n.document -> 'lines') one)::integer as sum
    from credit_notes n where n.order_id = ${id}`.execute(shop.shop.db)
  const { rows: totals } = await sql<{ total: number }>`
    select total_paise as total from orders where id = ${id}`.execute(shop.shop.db)
  expect(rows).toEqual([{ sum: totals[0]?.total }])
  const list = (await call('GET', '/orders?stage=coming-back')).body.items as { id: string }[]
  expect(list.map((listed) => listed.id)).not.toContain(id)
  expect(await call('POST', `/orders/${id}/resend`, {})).toMatchObject({ status: 409 })
  await expectInvariants(shop)
})

test('a prepaid order isn’t closed but refunded, and one that arrived isn’t either', async () => {
  const who = await newBuyer()
  const { orderId } = await buy(shop, who, [tote])
  await receive(orderId, await ship(orderId))
  expect(await close(orderId)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const id = await order(who, [tote])
  await setState(id, await ship(id), 'delivered')
  expect(await close(id)).toMatchObject({ status: 409, body: { code: 'not_back' } })
  expect(await close('q0Zb3mK9sV4xT7wYhN2cLA')).toMatchObject({ status: 404 })
})

test('an order in cash is sent again: its next parcel collects the money, with the invoice that it has', async () => {
  const who = await newBuyer()
  const id = await order(who, [tee])
  await receive(id, await ship(id))
  const { total = 0 } = (await recordOf(id)).money ?? {}
  const zones = [{ where: '411', days: null, serviceable: true, pickup: true, cash: false }]
  const changed = await changeSettings(shop.shop, STAFF, { 'shipping.zones': zones })
  expect(changed).toMatchObject({ ok: true })
  const address = { zipCode: '411001', townCity: 'Pune' }
  expect(await call('POST', `/orders/${id}/resend`, { address })).toMatchObject({
    status: 422,
    body: { code: 'method_not_allowed', reason: 'pin' },
  })
  expect(await call('POST', `/orders/${id}/resend`, {})).toMatchObject({ status: 200, body: { refund: 0 } })
  const again = await ship(id)
  const { parcels, next } = await recordOf(id)
  expect(parcels).toMatchObject([{ collect: 0, isResent: true }, { collect: total }])
  expect(next).toBe('POST /orders/{id}/delivered')
  await setState(id, again, 'delivered')
  const { rows } = await sql`select from invoices where order_id = ${id}`.execute(shop.shop.db)
  expect(rows).toHaveLength(1)
  await expectInvariants(shop)
  // A piece that is missing can't be left out of what is collected.
  const other = await order(who, [{ ...tee, quantity: 2 }])
  const [line] = (await recordOf(other)).lines
  await receive(other, await ship(other), { missing: [{ sku: line?.sku, quantity: 1 }] })
  expect(await call('POST', `/orders/${other}/resend`, {})).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('refused parcels count against phone and address, until they are forgiven', async () => {
  const who = await newBuyer()
  const refuse = async (reason: string) => {
    const id = await order(who, [tote])
    await receive(id, await ship(id))
    expect(await close(id, reason)).toMatchObject({ status: 200 })
  }
  await refuse('refused')
  await refuse('Nobody was home')
  expect(await orderInCash(who, [tote])).toMatchObject({ ok: true })
  await refuse('refused')
  const returned = { status: 422, code: 'method_not_allowed', problem: { reason: 'returned_before' } }
  expect(await orderInCash(who, [tote])).toMatchObject(returned)
  const { addresses } = await who
    .api('GET /user/getUserAddresses/{userId}', { params: { userId: who.id } })
    .then((got) => (got.ok ? got.data : { addresses: [] }))
  const { phoneNumber = '', streetAddress = '' } = addresses[0] ?? {}
  const samePhone = await newBuyer({ phoneNumber })
  expect(await orderInCash(samePhone, [tote])).toMatchObject(returned)
  const samePlace = await newBuyer({ streetAddress })
  expect(await orderInCash(samePlace, [tote])).toMatchObject(returned)
  expect(await orderInCash(await newBuyer(), [tote])).toMatchObject({ ok: true })
  expect((await call('GET', `/customers/${who.id}`)).body.refusals).toBe(2)
  expect(await call('POST', `/customers/${who.id}/forgive`)).toMatchObject({ status: 200, body: { forgiven: 2 } })
  expect(await call('POST', `/customers/${who.id}/forgive`)).toMatchObject({ status: 200, body: { forgiven: 0 } })
  for (const buyer of [who, samePhone, samePlace]) expect(await orderInCash(buyer, [tote])).toMatchObject({ ok: true })
  expect((await call('GET', `/customers/${who.id}`)).body.refusals).toBe(0)
})
