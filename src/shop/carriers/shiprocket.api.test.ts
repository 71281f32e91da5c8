import { expect, test } from 'vitest'
import { withBookingShop } from '../../../tests/support/booking-fixture.ts'
import { findOrder } from '../../../tests/support/checkout-fixture.ts'
import { SHIPROCKET, startShiprocket } from '../../../tests/support/shiprocket-stand-in.ts'

const fixture = withBookingShop('shiprocket', startShiprocket)
const { call, book, bookingsOf, parcelsOf, work, bought, inCash, booked } = fixture

test('a parcel is booked with an order, a number and a courier; label, pick-up and cash follow', async () => {
  const { id, total } = await inCash()
  await book(id)
  await work()
  const [booking] = await bookingsOf(id)
  const [parcel] = parcelsOf(booking?.reference)
  expect(booking).toMatchObject({
    state: 'booked',
    number: parcel?.number,
    courier: 'Xpressbees Surface',
    collect: total,
  })
  expect(parcel?.sent).toMatchObject({
    payment_method: 'COD',
    sub_total: total,
    billing_pincode: '400028',
    billing_phone: '9820000028',
    weight: 0.45,
    order_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
  expect(JSON.stringify(parcel?.sent)).not.toContain(fixture.asha.email)
  fixture.carrier.labels.inPart = 1
  const label = await fixture.shop.fetch(`/api/admin/bookings/${String(booking?.id)}/label.pdf`, {
    headers: { cookie: fixture.packer.browser.cookie },
  })
  expect(label.status).toBe(200)
  const day = '2026-12-01'
  for (const visits of [1, 1]) {
    await call('POST', '/pickups', { carrier: 'shiprocket', day })
    expect(fixture.carrier.visits).toHaveLength(visits)
  }
})

test('a token that ended is renewed once, for all who need it', async () => {
  await booked()
  const before = fixture.carrier.signIns()
  fixture.carrier.endTokens()
  const [one, other] = [await bought(), await bought()]
  await book(one)
  await book(other)
  await work()
  expect((await bookingsOf(one))[0]).toMatchObject({ state: 'booked' })
  expect((await bookingsOf(other))[0]).toMatchObject({ state: 'booked' })
  expect(fixture.carrier.signIns()).toBe(before + 1)
})

test.each(
  (['lost', 'before', 'late', 'busy', 'down', 'garbage'] as const).flatMap((fault) => [
    { fault, at: 'the order', faults: [fault] },
    { fault, at: 'the number', faults: [null, fault] },
  ]),
)('$fault at $at: the parcel is booked once', async ({ faults }) => {
  fixture.carrier.faults.push(...faults)
  const id = await bought()
  await book(id)
  await work(3)
  const [booking] = await bookingsOf(id)
  expect(booking).toMatchObject({ state: 'booked', problem: null })
  expect(parcelsOf(booking?.reference)).toMatchObject([{ number: booking?.number, isCancelled: false }])
})

test('no courier: the booking fails, nothing of it stays there, and it can be booked again', async () => {
  const id = await bought()
  await book(id)
  // Served when it was asked for, and not when it was booked.
  const { unserved } = fixture.carrier
  const isServed = unserved.has.bind(unserved)
  let asked = 0
  unserved.has = (pin) => ++asked > 1 || isServed(pin)
  await work()
  unserved.has = isServed
  const [failed] = await bookingsOf(id)
  expect(failed).toMatchObject({
    state: 'failed',
    problem: 'Shiprocket refuses it: Courier is not serviceable.',
  })
  expect(parcelsOf(failed?.reference)).toMatchObject([{ isCancelled: true, number: '' }])
  await book(id)
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'booked' })

  unserved.add('400028')
  const other = await bought()
  await book(other)
  await work()
  unserved.clear()
  expect((await bookingsOf(other))[0]).toMatchObject({
    state: 'failed',
    problem: 'Shiprocket doesn’t deliver to 400028.',
  })
})

test('a booking is cancelled there, whatever is lost on the way', async () => {
  for (const faults of [[], ['lost'], ['before'], [null, 'lost']] as const) {
    const { id, booking } = await booked()
    fixture.carrier.faults.push(...faults)
    await call('POST', `/bookings/${String(booking.id)}/cancel`)
    await work(2)
    expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled' })
    expect(parcelsOf(booking.reference)).toMatchObject([{ isCancelled: true }])
  }
})

test('pushes carry the secret in x-api-key, and move the parcel by its courier’s name', async () => {
  const { id, number } = await booked()
  const push = (status: string, minute: number, secret = SHIPROCKET.webhookSecret) =>
    fixture.shop.fetch('/api/webhooks/parcels', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify({
        awb: number,
        courier_name: 'Xpressbees Surface',
        current_status: status,
        current_timestamp: `20 11 2026 10:${minute}:00`,
        order_id: 'FS-1',
        is_return: 0,
        scans: [],
      }),
    })
  expect((await push('DELIVERED', 30, 'wrong')).status).toBe(401)
  expect((await push('OUT FOR DELIVERY', 20)).status).toBe(200)
  expect((await push('PICKED UP', 10)).status).toBe(200)
  expect(await findOrder(fixture.asha, id)).toMatchObject({
    orderStatus: 'ontheway',
    tracking: { carrier: 'Xpressbees', number },
  })
  await push('DELIVERED', 30)
  await push('DELIVERED', 30)
  expect(await findOrder(fixture.asha, id)).toMatchObject({ orderStatus: 'delivered' })
})
