import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withBookingShop } from '../../../tests/support/booking-fixture.ts'
import { tee, tote } from '../../../tests/support/checkout-fixture.ts'
import { startDelhivery } from '../../../tests/support/delhivery-stand-in.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'

const fixture = withBookingShop('delhivery', startDelhivery)
const { call, book, bookingsOf, parcelsOf, work, bought, booked, inCash } = fixture

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
  expect(JSON.stringify(parcel?.sent)).not.toContain(fixture.asha.email)

  fixture.carrier.labels.inPart = 1
  const label = await fixture.shop.fetch(`/api/admin/bookings/${String(booking?.id)}/label.pdf`, {
    headers: { cookie: fixture.packer.browser.cookie },
  })
  expect(label.status).toBe(200)
  expect(label.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await label.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
  fixture.carrier.labels.inPart = 9
  expect(await call('GET', `/bookings/${String(booking?.id)}/label.pdf`)).toMatchObject({
    status: 502,
    body: { code: 'carrier_failed', message: 'Delhivery gave no label: its label came in part.' },
  })
  fixture.carrier.labels.inPart = 0

  const day = '2026-12-01'
  expect(await call('POST', '/pickups', { carrier: 'delhivery', day })).toMatchObject({
    status: 200,
    body: { parcels: 1 },
  })
  expect(fixture.carrier.visits).toMatchObject([
    { pickup_location: 'Neem Street', pickup_date: day, expected_package_count: 1 },
  ])
  expect((await bookingsOf(id))[0]).toMatchObject({ pickupOn: day })
  expect(await call('POST', '/pickups', { carrier: 'delhivery', day })).toMatchObject({ status: 409 })
  await changeSettings(fixture.shop.shop, STAFF, { 'shipping.pickupPlace': 'Neem Lane' })
  expect(await call('POST', '/pickups', { carrier: 'delhivery', day: '2026-12-02' })).toMatchObject({
    status: 502,
    body: { message: 'Delhivery plans no visit: Pickup location does not exist.' },
  })
  await changeSettings(fixture.shop.shop, STAFF, { 'shipping.pickupPlace': 'Neem Street' })
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
    fixture.carrier.faults.push(fault)
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
  fixture.carrier.unserved.add('400028')
  const id = await bought()
  await book(id)
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'failed', problem: 'Delhivery doesn’t deliver to 400028.' })
  fixture.carrier.unserved.clear()
  await book(id)
  await work()
  const [again, before] = await bookingsOf(id)
  expect(again).toMatchObject({ state: 'booked', reference: `${String(before?.reference)}-2` })
})

test('cash is collected to the paisa, only where the carrier takes it, and not once it’s paid or changed', async () => {
  const { id, total } = await inCash()
  fixture.carrier.noCash.add('400028')
  await book(id)
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'failed', problem: 'Delhivery takes no cash at 400028.' })
  fixture.carrier.noCash.clear()
  await book(id)
  await work()
  const [booking] = await bookingsOf(id)
  const [parcel] = parcelsOf(booking?.reference)
  expect(booking).toMatchObject({ state: 'booked', collect: total })
  expect(parcel).toMatchObject({ collect: total, sent: { payment_mode: 'COD' } })

  // The label has the old address on it.
  const moved = { address: { streetAddress: '7, Fergusson Road' } }
  const changed = await call('PATCH', `/orders/${id}/address`, moved, fixture.manager)
  expect(changed).toMatchObject({ status: 200 })
  await work(2)
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled', problem: 'The address was changed.' })
  expect(parcelsOf(booking?.reference)).toMatchObject([{ isCancelled: true }])

  await book(id)
  await work()
  const [second] = await bookingsOf(id)
  expect(await call('POST', `/orders/${id}/cancel`, { reason: 'Asked to' }, fixture.manager)).toMatchObject({
    status: 200,
  })
  await work(2)
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled', problem: 'The order was cancelled.' })
  expect(parcelsOf(second?.reference)).toMatchObject([{ isCancelled: true }])
})

test('a booking is cancelled at the carrier, also one whose answer was lost; one under way is not', async () => {
  const id = await bought()
  fixture.carrier.faults.push('lost')
  await book(id)
  await work()
  const [lost] = await bookingsOf(id)
  expect(await call('POST', `/bookings/${String(lost?.id)}/cancel`)).toMatchObject({
    status: 200,
    body: { state: 'cancelling' },
  })
  expect(await book(id)).toMatchObject({ status: 409 })
  fixture.carrier.faults.push('down')
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelling' })
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled' })
  expect(parcelsOf(lost?.reference)).toMatchObject([{ isCancelled: true }])
  expect(JSON.stringify((await call('GET', `/orders/${id}`)).body.timeline)).toMatch(
    /Cancelled the booking with Delhivery|Booked 1 piece with Delhivery/,
  )
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

test('a visit that is planned already fetches parcels that are booked later', async () => {
  const day = '2026-12-03'
  for (let visit = 0; visit < 2; visit++) {
    const { id } = await booked()
    expect(await call('POST', '/pickups', { carrier: 'delhivery', day })).toMatchObject({ status: 200 })
    expect((await bookingsOf(id))[0]).toMatchObject({ pickupOn: day })
  }
  expect(fixture.carrier.visits.filter(({ pickup_date }) => pickup_date === day)).toHaveLength(1)
})

/** An order of two pieces, and each as a call names it. */
async function boughtTwo() {
  const id = await bought([tee, tote])
  const { rows } = await sql<{ sku: string }>`
    select sku from order_lines where order_id = ${id} order by product_id = ${tote.productId}`.execute(
    fixture.shop.shop.db,
  )
  const [teePiece, totePiece] = rows.map(({ sku }) => ({ sku, quantity: 1 }))
  return { id, teePiece, totePiece }
}

test('a booking whose pieces left otherwise is cancelled, and blocks no other one after that', async () => {
  const { id, teePiece } = await boughtTwo()
  await book(id, { lines: [teePiece] })
  await work()
  const [first] = await bookingsOf(id)
  expect(first).toMatchObject({ state: 'booked' })
  // Its piece leaves with another carrier.
  await call('POST', `/orders/${id}/ship`, {
    carrier: 'India Post',
    tracking: 'EM123456789IN',
    lines: [teePiece],
  })
  expect(await book(id)).toMatchObject({ status: 409 })
  await work(2)
  expect((await bookingsOf(id))[0]).toMatchObject({
    state: 'cancelled',
    problem: 'Some of its pieces aren’t to send any more.',
  })
  expect(parcelsOf(first?.reference)).toMatchObject([{ isCancelled: true }])
  expect(await book(id)).toMatchObject({ status: 201 })
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'booked', reference: `${String(first?.reference)}-2` })
})

test('a booking of pieces that haven’t left isn’t made again when another parcel of the order leaves first', async () => {
  const { id, teePiece, totePiece } = await boughtTwo()
  await book(id, { lines: [teePiece] })
  await work()
  await call('POST', `/orders/${id}/ship`, {
    carrier: 'India Post',
    tracking: 'EM123456788IN',
    lines: [totePiece],
  })
  expect(await book(id)).toMatchObject({ status: 201, body: { state: 'booked' } })
  await work(2)
  expect(await bookingsOf(id)).toMatchObject([{ state: 'booked', problem: null }])
})

test('a cancellation that the carrier refuses isn’t asked for again by itself, and somebody may', async () => {
  const { id, booking } = await booked()
  Object.assign(parcelsOf(booking.reference)[0] ?? {}, { type: 'DL' })
  await call('POST', `/orders/${id}/cancel`, { reason: 'Asked to' }, fixture.manager)
  await work(2)
  const asked = () => fixture.carrier.requests.filter((request) => request === 'POST /api/p/edit').length
  expect(asked()).toBe(1)
  await work(3)
  expect(asked()).toBe(1)
  expect((await bookingsOf(id))[0]).toMatchObject({
    state: 'booked',
    problem: 'Delhivery doesn’t cancel it: Package cannot be cancelled.',
  })
  await call('POST', `/bookings/${String(booking.id)}/cancel`)
  await work(2)
  expect(asked()).toBe(2)
})

test('what can’t be shipped isn’t booked, and neither is anything without keys or the parcel’s size', async () => {
  const id = await bought()
  expect(await book('x'.repeat(22))).toMatchObject({ status: 404 })
  await changeSettings(fixture.shop.shop, STAFF, { 'shipping.pickupPlace': '' })
  expect(await book(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Settings, Delivery') },
  })
  await changeSettings(fixture.shop.shop, STAFF, { 'shipping.pickupPlace': 'Neem Street' })
  await call('POST', `/orders/${id}/ship`, { carrier: 'Delhivery', tracking: 'ALREADY-1' })
  expect(await book(id)).toMatchObject({ status: 409 })
})
