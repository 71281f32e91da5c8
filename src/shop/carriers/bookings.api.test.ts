import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buy, newShopper, orderInCash, type Shopper, tee, tote } from '../../../tests/support/checkout-fixture.ts'
import { type DelhiveryStandIn, startDelhivery } from '../../../tests/support/delhivery-stand-in.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { changeSettings } from '../settings/staff.server.ts'

let delhivery: DelhiveryStandIn
let shop: TestShop
let asha: Shopper
let packer: SignedInStaff
let manager: SignedInStaff

beforeAll(async () => {
  delhivery = await startDelhivery()
  shop = await openTestShop({ settings: delhivery.settings })
  asha = await newShopper(shop)
  packer = await signInStaff(shop, 'packer', 'pia')
  manager = await signInStaff(shop, 'manager', 'meera')
  await changeSettings(shop.shop, STAFF, {
    'cash.on': true,
    'cash.openOrders': 0,
    'shipping.pickupPlace': 'Neem Street',
    'shipping.parcel': { grams: 450, lengthCm: 30, breadthCm: 25, heightCm: 4 },
  })
})
beforeEach(() => {
  delhivery.faults.length = 0
  delhivery.requests.length = 0
})
afterAll(async () => {
  await shop.close()
  await delhivery.close()
})

const call = (method: string, path: string, body?: unknown, who = packer) => who.browser.call(method, path, body)
const book = (id: string, body: Record<string, unknown> = {}) =>
  call('POST', `/orders/${id}/book`, { carrier: 'delhivery', ...body })
const bookingsOf = async (id: string) =>
  (await call('GET', `/bookings?orders=${id}`)).body.items as Record<string, unknown>[]
const parcelsOf = (reference: unknown) => delhivery.parcels.filter((parcel) => parcel.reference === reference)

/** Lets time pass, and the jobs work. */
async function work(rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await sql`update bookings set next_attempt_at = now()`.execute(shop.shop.db)
    await shop.jobs.tick()
  }
}

async function bought(lines = [tee]): Promise<string> {
  return (await buy(shop, asha, lines)).orderId
}

async function inCash(lines = [tee]): Promise<{ id: string; total: number }> {
  const placed = await orderInCash(asha, lines)
  if (!placed.ok || !('due' in placed.data)) throw new Error('the order wasn’t placed')
  return { id: placed.data.orderId, total: placed.data.total }
}

test('a packer books a parcel: number, label and visit come from the carrier, without the customer’s mail address', async () => {
  const id = await bought([tee, tote])
  const booked = await book(id)
  expect(booked).toMatchObject({
    status: 201,
    body: { state: 'booking', number: null, carrierName: 'Delhivery', collect: 0 },
  })
  await work()
  const [booking] = await bookingsOf(id)
  const [parcel, ...others] = parcelsOf(booking?.reference)
  expect(others).toEqual([])
  expect(booking).toMatchObject({
    state: 'booked',
    number: parcel?.number,
    problem: null,
    reference: booking?.orderNumber,
  })
  expect(parcel?.sent).toMatchObject({
    pin: '400028',
    phone: ['9820000028'],
    payment_mode: 'Prepaid',
    quantity: '2',
    weight: 450,
    shipping_mode: 'Surface',
  })
  expect(JSON.stringify(parcel?.sent)).not.toContain(asha.email)

  delhivery.labels.inPart = 1
  const label = await shop.fetch(`/api/admin/bookings/${String(booking?.id)}/label.pdf`, {
    headers: { cookie: packer.browser.cookie },
  })
  expect(label.status).toBe(200)
  expect(label.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await label.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
  delhivery.labels.inPart = 9
  expect(await call('GET', `/bookings/${String(booking?.id)}/label.pdf`)).toMatchObject({
    status: 502,
    body: { code: 'carrier_failed', message: 'Delhivery gave no label: its label came in part.' },
  })
  delhivery.labels.inPart = 0

  const day = '2026-12-01'
  expect(await call('POST', '/pickups', { carrier: 'delhivery', day })).toMatchObject({
    status: 200,
    body: { parcels: 1 },
  })
  expect(delhivery.visits).toMatchObject([
    { pickup_location: 'Neem Street', pickup_date: day, expected_package_count: 1 },
  ])
  expect((await bookingsOf(id))[0]).toMatchObject({ pickupOn: day })
  expect(await call('POST', '/pickups', { carrier: 'delhivery', day })).toMatchObject({ status: 409 })
  // It's shipped with the carrier's number as every parcel is.
  expect(await call('POST', `/orders/${id}/ship`, { carrier: 'Delhivery', tracking: booking?.number })).toMatchObject({
    status: 200,
  })
  expect((await bookingsOf(id))[0]).toMatchObject({ hasLeft: true })
})

test('the same parcel is booked once, however often it’s asked for; another carrier’s has to be cancelled first', async () => {
  const id = await bought()
  const asked = await Promise.all([book(id), book(id), book(id)])
  expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1)
  await work(2)
  expect(await book(id)).toMatchObject({ status: 201, body: { id: asked[0]?.body.id, state: 'booked' } })
  expect(await book(id, { lines: [{ sku: 'no-such', quantity: 1 }] })).toMatchObject({ status: 400 })
  expect(parcelsOf(asked[0]?.body.reference)).toHaveLength(1)
})

test.each(['lost', 'before', 'late', 'busy', 'down', 'garbage'] as const)(
  'an answer that fails (%s): the booking waits with a sentence, and is made once',
  async (fault) => {
    const id = await bought()
    delhivery.faults.push(fault)
    await book(id)
    await work()
    expect((await bookingsOf(id))[0]).toMatchObject({
      state: 'booking',
      number: null,
      problem: expect.stringMatching(/^Delhivery is asked again: .+\.$/),
    })
    await work(2)
    const [booking] = await bookingsOf(id)
    expect(booking).toMatchObject({ state: 'booked', problem: null })
    expect(parcelsOf(booking?.reference)).toMatchObject([{ number: booking?.number }])
  },
)

test('what the carrier refuses fails with its words, and can be booked again', async () => {
  delhivery.unserved.add('400028')
  const id = await bought()
  await book(id)
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'failed', problem: 'Delhivery doesn’t deliver to 400028.' })
  delhivery.unserved.clear()
  await book(id)
  await work()
  const [again, before] = await bookingsOf(id)
  expect(again).toMatchObject({ state: 'booked', reference: `${String(before?.reference)}-2` })
})

test('cash is collected to the paisa, only where the carrier takes it, and not once it’s paid or changed', async () => {
  const { id, total } = await inCash()
  delhivery.noCash.add('400028')
  await book(id)
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'failed', problem: 'Delhivery takes no cash at 400028.' })
  delhivery.noCash.clear()
  await book(id)
  await work()
  const [booking] = await bookingsOf(id)
  const [parcel] = parcelsOf(booking?.reference)
  expect(booking).toMatchObject({ state: 'booked', collect: total })
  expect(parcel).toMatchObject({ collect: total, sent: { payment_mode: 'COD' } })

  // The label has the old address on it.
  const moved = { address: { streetAddress: '7, Fergusson Road' } }
  const changed = await call('PATCH', `/orders/${id}/address`, moved, manager)
  expect(changed).toMatchObject({ status: 200 })
  await work(2)
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled', problem: 'The address was changed.' })
  expect(parcelsOf(booking?.reference)).toMatchObject([{ isCancelled: true }])

  await book(id)
  await work()
  const [second] = await bookingsOf(id)
  expect(await call('POST', `/orders/${id}/cancel`, { reason: 'Asked to' }, manager)).toMatchObject({ status: 200 })
  await work(2)
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled', problem: 'The order was cancelled.' })
  expect(parcelsOf(second?.reference)).toMatchObject([{ isCancelled: true }])
})

test('a booking is cancelled at the carrier, also one whose answer was lost; one under way is not', async () => {
  const id = await bought()
  delhivery.faults.push('lost')
  await book(id)
  await work()
  const [lost] = await bookingsOf(id)
  expect(await call('POST', `/bookings/${String(lost?.id)}/cancel`)).toMatchObject({
    status: 200,
    body: { state: 'cancelling' },
  })
  expect(await book(id)).toMatchObject({ status: 409 })
  delhivery.faults.push('down')
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelling' })
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled' })
  expect(parcelsOf(lost?.reference)).toMatchObject([{ isCancelled: true }])
  expect(await call('POST', `/bookings/${String(lost?.id)}/cancel`)).toMatchObject({
    status: 200,
    body: { state: 'cancelled' },
  })

  await book(id)
  await work()
  const [booking] = await bookingsOf(id)
  Object.assign(parcelsOf(booking?.reference)[0] ?? {}, { status: 'Delivered', type: 'DL' })
  await call('POST', `/bookings/${String(booking?.id)}/cancel`)
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({
    state: 'booked',
    problem: 'Delhivery doesn’t cancel it: Package cannot be cancelled.',
  })
})

test('what can’t be shipped isn’t booked, and neither is anything without keys or the parcel’s size', async () => {
  const id = await bought()
  expect(await book('x'.repeat(22))).toMatchObject({ status: 404 })
  await changeSettings(shop.shop, STAFF, { 'shipping.pickupPlace': '' })
  expect(await book(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Settings, Delivery') },
  })
  await changeSettings(shop.shop, STAFF, { 'shipping.pickupPlace': 'Neem Street' })
  await call('POST', `/orders/${id}/ship`, { carrier: 'Delhivery', tracking: 'ALREADY-1' })
  expect(await book(id)).toMatchObject({ status: 409 })
})
