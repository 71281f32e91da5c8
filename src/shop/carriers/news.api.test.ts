import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withBookingShop } from '../../../tests/support/booking-fixture.ts'
import { findOrder } from '../../../tests/support/checkout-fixture.ts'
import { DELHIVERY, startDelhivery } from '../../../tests/support/delhivery-stand-in.ts'

const fixture = withBookingShop('delhivery', startDelhivery)
const { call, bookingsOf, work, booked, saidOf } = fixture

/** A push as Delhivery's portal describes it. `minute`: of the carrier's clock in India. */
function push(
  number: string,
  status: string,
  minute: number,
  { type = 'UD', secret = DELHIVERY.webhookSecret, day = '2026-11-20' } = {},
) {
  const at = `${day}T10:${String(minute).padStart(2, '0')}:00.123`
  const Status = { Status: status, StatusType: type, StatusDateTime: at, StatusLocation: 'Mumbai', Instructions: '' }
  return fixture.shop.fetch('/api/webhooks/delhivery', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret === '' ? {} : { authorization: `Token ${secret}` }) },
    body: JSON.stringify({ Shipment: { Status, AWB: number, ReferenceNo: 'FS-1', PickUpDate: at, NSLCode: 'X-UCI' } }),
  })
}
const orderOf = async (id: string) => (await call('GET', `/orders/${id}`)).body

test('pushes move a booked parcel: on its way, out for delivery, delivered, each told once', async () => {
  const { id, number, booking } = await booked()
  expect((await push(number, 'Manifested', 1)).status).toBe(200)
  expect((await bookingsOf(id))[0]).toMatchObject({
    hasLeft: false,
    news: { status: 'Manifested', at: '2026-11-20T04:31:00.123Z' },
  })
  const before = await saidOf(id)
  expect(before.state).toBeNull()
  expect((await push(number, 'In Transit', 2)).status).toBe(200)
  expect(await findOrder(fixture.asha, id)).toMatchObject({
    orderStatus: 'ontheway',
    tracking: { carrier: 'Delhivery', number, url: `https://www.delhivery.com/track/package/${number}` },
  })
  expect((await saidOf(id)).mails).toBe(before.mails + 1)
  expect((await push(number, 'Dispatched', 3)).status).toBe(200)
  expect((await push(number, 'Delivered', 5, { type: 'DL' })).status).toBe(200)
  expect(await findOrder(fixture.asha, id)).toMatchObject({ orderStatus: 'delivered' })
  expect((await bookingsOf(id))[0]).toMatchObject({ id: booking.id, hasLeft: true, news: { status: 'Delivered' } })
})

test('a forged push is 401 and changes nothing; one of an unknown parcel or that can’t be read is 200', async () => {
  const { id, number } = await booked()
  for (const secret of ['', 'another-secret', `${DELHIVERY.webhookSecret}x`]) {
    const forged = await push(number, 'Delivered', 1, { type: 'DL', secret })
    expect(forged.status).toBe(401)
    expect(await forged.json()).toMatchObject({ code: 'wrong_secret' })
  }
  expect((await saidOf(id)).state).toBeNull()
  expect((await push('99999999999', 'Delivered', 1, { type: 'DL' })).status).toBe(200)
  const unreadable = await fixture.shop.fetch('/api/webhooks/delhivery', {
    method: 'POST',
    headers: { authorization: DELHIVERY.webhookSecret },
    body: '{"Shipment":',
  })
  expect(unreadable.status).toBe(200)
  expect((await fixture.shop.fetch('/api/webhooks/delhivery')).status).toBe(405)
  // Nobody has its keys.
  expect((await fixture.shop.fetch('/api/webhooks/parcels', { method: 'POST', body: '{}' })).status).toBe(401)
})

test('pushes repeated and in any order do nothing twice, and nothing older undoes what is newer', async () => {
  const { id, number } = await booked()
  const words = [
    () => push(number, 'Undelivered', 12),
    () => push(number, 'In Transit', 10),
    () => push(number, 'Dispatched', 11),
    () => push(number, 'Manifested', 9),
  ]
  const answers = await Promise.all([...words, ...words.toReversed(), ...words].map((send) => send()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await saidOf(id)).state).toBe('attempted')
  expect((await push(number, 'Delivered', 20, { type: 'DL' })).status).toBe(200)
  const delivered = await saidOf(id)
  expect(delivered.state).toBe('delivered')
  await Promise.all(words.map((send) => send()))
  await push(number, 'Delivered', 20, { type: 'DL' })
  expect(await saidOf(id)).toEqual(delivered)
  expect(await orderOf(id)).toMatchObject({ parcels: [{ number }] })
})

test('what a push says happened when its carrier says, not when it came; a time that can’t be counts as now', async () => {
  const timesOf = async (id: string) => {
    const { rows } = await sql<Record<string, Date>>`
      select o.ontheway_at, s.shipped_at, s.state_at, s.delivered_at from orders o join shipments s on s.order_id = o.id
      where o.id = ${id}`.execute(fixture.shop.shop.db)
    return rows[0]
  }
  const { id, number } = await booked()
  await push(number, 'In Transit', 10)
  const left = new Date('2026-11-20T04:40:00.123Z')
  expect(await timesOf(id)).toMatchObject({ ontheway_at: left, shipped_at: left })
  await push(number, 'Delivered', 50, { type: 'DL' })
  expect(await timesOf(id)).toMatchObject({ delivered_at: new Date('2026-11-20T05:20:00.123Z') })

  const other = await booked()
  await push(other.number, 'In Transit', 10, { day: '2126-11-20' })
  expect((await timesOf(other.id))?.shipped_at?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('on its way back, and cancelled by the carrier', async () => {
  const { id, number } = await booked()
  await push(number, 'In Transit', 1)
  await push(number, 'In Transit', 2, { type: 'RT' })
  expect((await saidOf(id)).state).toBe('returning')
  const other = await booked()
  await push(other.number, 'Cancelled', 1, { type: 'CN' })
  expect((await bookingsOf(other.id))[0]).toMatchObject({ state: 'cancelled', problem: 'Delhivery cancelled it.' })
  expect((await saidOf(other.id)).state).toBeNull()
})

test('a lost push is made up for by asking, and a parcel that can’t be recorded says why', async () => {
  const { id, number } = await booked()
  const parcel = fixture.carrier.parcels.find((one) => one.number === number)
  Object.assign(parcel ?? {}, { status: 'In Transit', at: '2026-11-20T10:30:00' })
  await work()
  expect((await saidOf(id)).state).toBeNull()
  await sql`update bookings set settled_at = now() - interval '5 hours', tracked_at = null where number = ${number}`.execute(
    fixture.shop.shop.db,
  )
  await work()
  expect((await saidOf(id)).state).toBe('on_the_way')

  const cancelled = await booked()
  await call('POST', `/orders/${cancelled.id}/cancel`, { reason: 'Asked to' }, fixture.manager)
  await push(cancelled.number, 'In Transit', 5)
  expect((await bookingsOf(cancelled.id))[0]).toMatchObject({
    hasLeft: false,
    problem: 'Delhivery says “In Transit”, but it can’t be recorded: This order is cancelled.',
  })
})

test('a parcel that was booked by file is moved by pushes, too', async () => {
  const id = await fixture.bought()
  await call('POST', `/orders/${id}/ship`, { carrier: 'Delhivery', tracking: '7700012345' })
  await push('7700012345', 'Pending', 1)
  await push('7700012345', 'Delivered', 2, { type: 'DL' })
  expect((await saidOf(id)).state).toBe('delivered')
})
