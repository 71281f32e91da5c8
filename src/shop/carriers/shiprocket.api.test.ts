import { sql } from 'kysely'
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
  for (const status of [200, 409]) {
    expect(await call('POST', '/pickups', { carrier: 'shiprocket', day })).toMatchObject({ status })
    expect(fixture.carrier.visits).toMatchObject([{ day }])
  }
})

test('a parcel that is to be fetched already keeps its day, which is said', async () => {
  const { id, booking } = await booked()
  const shipment = fixture.carrier.parcels.find(({ reference }) => reference === booking.reference)?.shipment ?? 0
  // It was asked for in Shiprocket's panel.
  fixture.carrier.visits.push({ shipment, day: '2026-12-03' })
  /** What is said of it when somebody asks for a day. */
  const ask = async (day: string) => {
    const { body } = await call('POST', '/pickups', { carrier: 'shiprocket', day })
    // Safe cast: as the contract has it.
    const others = body.others as { orderNumber: unknown; day: string | null }[]
    return others.find(({ orderNumber }) => orderNumber === booking.orderNumber)
  }
  expect(await ask('2026-12-02')).toMatchObject({ day: '2026-12-03' })
  expect((await bookingsOf(id))[0]).toMatchObject({ pickupOn: '2026-12-03' })
  // It isn't asked for again.
  expect(await ask('2026-12-03')).toBeUndefined()

  const visit = fixture.carrier.visits.find((one) => one.shipment === shipment)
  Object.assign(visit ?? {}, { day: '' })
  expect(await ask('2026-12-04')).toMatchObject({ day: null })
  expect((await bookingsOf(id))[0]).toMatchObject({ pickupOn: '2026-12-03' })
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

test('a cancellation that is refused before its number is known stays one: the carrier may have the parcel', async () => {
  const { id, booking } = await booked()
  // As if the answer with the number hadn't arrived.
  await sql`update bookings set state = 'booking', number = null, remote_id = null where order_id = ${id}`.execute(
    fixture.shop.shop.db,
  )
  const [parcel = {}] = parcelsOf(booking.reference)
  Object.assign(parcel, { status: 'DELIVERED' })
  await call('POST', `/bookings/${String(booking.id)}/cancel`)
  for (let round = 0; round < 2; round++) {
    await work()
    expect((await bookingsOf(id))[0]).toMatchObject({
      state: 'cancelling',
      problem: 'Shiprocket doesn’t cancel it: Order can not be cancelled.',
    })
  }
  expect(await book(id)).toMatchObject({ status: 409 })
  Object.assign(parcel, { status: 'NEW' })
  await work()
  expect((await bookingsOf(id))[0]).toMatchObject({ state: 'cancelled' })
})

const AT = '20 11 2026 10:'

/** A push as Shiprocket's documentation describes it. `minute`: of its clock in India. */
function push(number: string, status: string, minute: number, secret: string = SHIPROCKET.webhookSecret) {
  return fixture.shop.fetch('/api/webhooks/parcels', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret === '' ? {} : { 'x-api-key': secret }) },
    body: JSON.stringify({
      awb: number,
      courier_name: 'Xpressbees Surface',
      current_status: status,
      current_timestamp: `${AT}${String(minute).padStart(2, '0')}:00`,
      order_id: 'FS-1',
      is_return: 0,
      scans: [],
    }),
  })
}

test('a push with the secret in x-api-key moves the parcel by its courier’s name', async () => {
  const { id, number } = await booked()
  expect((await push(number, 'PICKED UP', 10)).status).toBe(200)
  expect(await findOrder(fixture.asha, id)).toMatchObject({
    orderStatus: 'ontheway',
    tracking: { carrier: 'Xpressbees', number },
  })
  expect((await push(number, 'DELIVERED', 30)).status).toBe(200)
  expect(await findOrder(fixture.asha, id)).toMatchObject({ orderStatus: 'delivered' })
})

test('a forged push is 401 and changes nothing; one of an unknown parcel or that can’t be read is 200', async () => {
  const { id, number } = await booked()
  for (const secret of ['', 'another-secret', `${SHIPROCKET.webhookSecret}x`]) {
    const forged = await push(number, 'DELIVERED', 30, secret)
    expect(forged.status).toBe(401)
    expect(await forged.json()).toMatchObject({ code: 'wrong_secret' })
  }
  expect(await fixture.saidOf(id)).toMatchObject({ state: null })
  expect((await bookingsOf(id))[0]).toMatchObject({ news: null })
  expect((await push('99999999999', 'DELIVERED', 30)).status).toBe(200)
  const unreadable = await fixture.shop.fetch('/api/webhooks/parcels', {
    method: 'POST',
    headers: { 'x-api-key': SHIPROCKET.webhookSecret },
    body: '{"awb":',
  })
  expect(unreadable.status).toBe(200)
})

test('pushes repeated and in any order do nothing twice, and nothing older undoes what is newer', async () => {
  const { id, number } = await booked()
  const before = await fixture.saidOf(id)
  const words = [
    () => push(number, 'UNDELIVERED', 12),
    () => push(number, 'IN TRANSIT', 10),
    () => push(number, 'OUT FOR DELIVERY', 11),
    () => push(number, 'PICKUP SCHEDULED', 9),
  ]
  const answers = await Promise.all([...words, ...words.toReversed(), ...words].map((send) => send()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // One mail: that it's on its way.
  expect(await fixture.saidOf(id)).toEqual({ state: 'attempted', mails: before.mails + 1 })
  expect((await push(number, 'DELIVERED', 20)).status).toBe(200)
  const delivered = await fixture.saidOf(id)
  expect(delivered).toEqual({ state: 'delivered', mails: before.mails + 2 })
  await Promise.all(words.map((send) => send()))
  await push(number, 'DELIVERED', 20)
  expect(await fixture.saidOf(id)).toEqual(delivered)
})
