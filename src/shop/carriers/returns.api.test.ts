import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type BookableStandIn, withBookingShop } from '../../../tests/support/booking-fixture.ts'
import { findOrder } from '../../../tests/support/checkout-fixture.ts'
import { DELHIVERY, startDelhivery } from '../../../tests/support/delhivery-stand-in.ts'
import { SHIPROCKET, startShiprocket } from '../../../tests/support/shiprocket-stand-in.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'

type Said = { status: string; type?: string }
type ReturnsStandIn = BookableStandIn & { noReturns: Set<string> }

/** What a carrier says of a return, in its own words, and how it pushes that. `minute`: of its clock in India. */
interface Words {
  label: string
  courier: string | null
  waiting: Said
  pickedUp: Said
  onTheWay: Said
  arrived: Said
  cancelled: Said
  /** The carrier's fields of a return. */
  sent: Record<string, unknown>
  push(number: string, said: Said, minute: number, secret: string | null): { path: string; init: RequestInit }
}

const clock = (minute: number) => `10:${String(minute).padStart(2, '0')}:00`

const CARRIERS: { name: string; start: () => Promise<ReturnsStandIn>; words: Words }[] = [
  {
    name: 'delhivery',
    start: startDelhivery,
    words: {
      label: 'Delhivery',
      courier: null,
      waiting: { status: 'Dispatched', type: 'PP' },
      pickedUp: { status: 'In Transit', type: 'PU' },
      onTheWay: { status: 'Dispatched', type: 'PU' },
      arrived: { status: 'DTO', type: 'DL' },
      cancelled: { status: 'Canceled', type: 'CN' },
      sent: {
        payment_mode: 'Pickup',
        cod_amount: '',
        pin: '400028',
        phone: ['9820000028'],
        quantity: '1',
        weight: 450,
      },
      push(number, { status, type }, minute, secret) {
        const StatusDateTime = `2026-11-20T${clock(minute)}.123`
        const Status = { Status: status, StatusType: type, StatusDateTime, StatusLocation: 'Mumbai', Instructions: '' }
        return {
          path: '/api/webhooks/delhivery',
          init: {
            method: 'POST',
            headers: { authorization: `Token ${secret ?? DELHIVERY.webhookSecret}` },
            body: JSON.stringify({ Shipment: { Status, AWB: number, ReferenceNo: 'FS-1', NSLCode: 'X-PPOM' } }),
          },
        }
      },
    },
  },
  {
    name: 'shiprocket',
    start: startShiprocket,
    words: {
      label: 'Shiprocket',
      courier: 'Xpressbees Surface',
      waiting: { status: 'RETURN PICKUP GENERATED' },
      pickedUp: { status: 'RETURN PICKED UP' },
      onTheWay: { status: 'RETURN IN TRANSIT' },
      arrived: { status: 'RETURN DELIVERED' },
      cancelled: { status: 'RETURN CANCELLED' },
      sent: {
        payment_method: 'PREPAID',
        pickup_pincode: '400028',
        pickup_phone: '9820000028',
        shipping_customer_name: 'Asha Traders',
        shipping_address: '3, Neem Street',
        shipping_pincode: '400050',
        weight: 0.45,
      },
      push(number, { status }, minute, secret) {
        return {
          path: '/api/webhooks/parcels',
          init: {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': secret ?? SHIPROCKET.webhookSecret },
            body: JSON.stringify({
              awb: number,
              courier_name: 'Xpressbees Surface',
              current_status: status,
              current_timestamp: `20 11 2026 ${clock(minute)}`,
              order_id: 'FS-1',
              is_return: 1,
              scans: [],
            }),
          },
        }
      },
    },
  },
]

describe.each(CARRIERS)('$name', ({ name, start, words }) => {
  const fixture = withBookingShop(name, start)
  const { call, work, exchanged, bookReturn, returnsOf, parcelsOf } = fixture

  const push = (number: unknown, said: Said, minute: number, secret: string | null = null) => {
    const { path, init } = words.push(String(number), said, minute, secret)
    return fixture.shop.fetch(path, init)
  }
  const exchangeOf = async (id: string) => (await call('GET', `/exchanges/${id}`)).body
  const seenBy = async (id: string) => (await findOrder(fixture.asha, id))?.exchanges[0]
  const mails = async (subject: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from outbox where subject like ${`${subject}%`}`.execute(fixture.shop.shop.db)
    return rows[0]?.count ?? 0
  }
  /** An exchange whose old piece is to be fetched. */
  async function booked() {
    const made = await exchanged()
    await bookReturn(made.exchangeId)
    await work()
    const [booking = {}] = await returnsOf(made.exchangeId)
    return { ...made, booking, number: booking.number }
  }

  test('a manager books the pick-up of an old piece: staff and customer see who comes, and the customer has one mail', async () => {
    const before = await mails('We’re picking up your old item')
    const { id, exchangeId } = await exchanged()
    expect(await bookReturn(exchangeId)).toMatchObject({
      status: 201,
      body: { kind: 'return', exchangeId, state: 'booking', number: null, collect: 0, carrierName: words.label },
    })
    expect(await exchangeOf(exchangeId)).toMatchObject({ pickup: null })
    await work()
    const [booking] = await returnsOf(exchangeId)
    const [parcel, ...others] = parcelsOf(booking?.reference)
    expect(others).toEqual([])
    expect(booking).toMatchObject({ state: 'booked', number: parcel?.number, problem: null, hasLeft: false })
    expect(parcel).toMatchObject({ isReturn: true, collect: 0, sent: words.sent })
    expect(JSON.stringify(parcel?.sent)).not.toContain(fixture.asha.email)
    const carrier = words.courier === null ? words.label : 'Xpressbees'
    const pickup = { carrier, number: parcel?.number, url: expect.stringContaining(String(parcel?.number)) }
    expect(await exchangeOf(exchangeId)).toMatchObject({ pickup, status: 'packaging', receivedAt: null })
    expect(await seenBy(id)).toMatchObject({ pickup, receivedDate: null })
    expect(await mails('We’re picking up your old item')).toBe(before + 1)
    // An order's parcels are another list, and nobody prints its label.
    expect((await call('GET', `/bookings?orders=${id}&kind=parcel`)).body.items).toEqual([])
    expect(await call('GET', `/bookings/${String(booking?.id)}/label.pdf`)).toMatchObject({ status: 409 })
  })

  test('the same pick-up is booked once, and what can’t be fetched isn’t booked', async () => {
    const { exchangeId } = await exchanged()
    const asked = await Promise.all([bookReturn(exchangeId), bookReturn(exchangeId), bookReturn(exchangeId)])
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1)
    await work(2)
    expect(await bookReturn(exchangeId)).toMatchObject({
      status: 201,
      body: { id: asked[0]?.body.id, state: 'booked' },
    })
    expect(parcelsOf(asked[0]?.body.reference)).toHaveLength(1)

    expect(await bookReturn('x'.repeat(22))).toMatchObject({ status: 404 })
    expect(await call('POST', `/exchanges/${exchangeId}/book`, { carrier: name })).toMatchObject({ status: 403 })
    const waiting = await exchanged(false)
    expect(await bookReturn(waiting.exchangeId)).toMatchObject({
      status: 409,
      body: { message: 'This exchange isn’t approved yet. Approve it first.' },
    })
    const byHand = await exchanged()
    const parcel = { carrier: 'India Post', tracking: `EM${name}IN` }
    await call('POST', `/exchanges/${byHand.exchangeId}/approve`, parcel, fixture.manager)
    expect(await bookReturn(byHand.exchangeId)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^A pick-up is recorded already: India Post /) },
    })
    const back = await exchanged()
    await call('POST', `/exchanges/${back.exchangeId}/receive`, {})
    expect(await bookReturn(back.exchangeId)).toMatchObject({
      status: 409,
      body: { message: 'The old piece is back.' },
    })
    await changeSettings(fixture.shop.shop, STAFF, { 'shipping.pickupPlace': '' })
    expect(await bookReturn((await exchanged()).exchangeId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Settings, Delivery') },
    })
    await changeSettings(fixture.shop.shop, STAFF, { 'shipping.pickupPlace': 'Neem Street' })
  })

  test.each(['lost', 'before', 'late', 'busy', 'down', 'garbage'] as const)(
    'an answer that fails (%s), at any request: the pick-up is booked once, and told once',
    async (fault) => {
      // Delhivery's booking is one request, and Shiprocket's three.
      for (const earlier of name === 'delhivery' ? [0] : [0, 1, 2]) {
        const before = await mails('We’re picking up your old item')
        const { exchangeId } = await exchanged()
        fixture.carrier.faults.push(...Array.from({ length: earlier }, () => null), fault)
        await bookReturn(exchangeId)
        await work(3)
        const [booking] = await returnsOf(exchangeId)
        expect(booking).toMatchObject({ state: 'booked', problem: null })
        expect(parcelsOf(booking?.reference)).toMatchObject([{ number: booking?.number, isCancelled: false }])
        expect(await exchangeOf(exchangeId)).toMatchObject({ pickup: { number: booking?.number } })
        expect(await mails('We’re picking up your old item')).toBe(before + 1)
      }
    },
  )

  test('an address from which nothing is fetched: it fails with a sentence, and can be booked again', async () => {
    fixture.carrier.noReturns.add('400028')
    const { exchangeId } = await exchanged()
    await bookReturn(exchangeId)
    await work()
    fixture.carrier.noReturns.clear()
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      state: 'failed',
      problem: `${words.label} fetches nothing from 400028.`,
    })
    expect(await exchangeOf(exchangeId)).toMatchObject({ pickup: null })
    await bookReturn(exchangeId)
    await work()
    const [again, before] = await returnsOf(exchangeId)
    expect(again).toMatchObject({ state: 'booked' })
    expect(again?.reference).not.toBe(before?.reference)
  })

  test('pushes say where it is and move nothing else: somebody receives it', async () => {
    const { exchangeId, id, number } = await booked()
    const before = await exchangeOf(exchangeId)
    const stock = async () => {
      const { rows } = await sql`select sku, on_hand, reserved from stock order by sku`.execute(fixture.shop.shop.db)
      return rows
    }
    const held = await stock()
    await push(number, words.waiting, 1)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      news: { status: words.waiting.status },
      hasLeft: false,
      pickedUpAt: null,
    })
    expect((await push(number, words.pickedUp, 2)).status).toBe(200)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      hasLeft: true,
      pickedUpAt: expect.stringMatching(/^2026-11-20T04:32:00/),
      arrivedAt: null,
    })
    const [booking] = await returnsOf(exchangeId)
    expect(await call('POST', `/bookings/${String(booking?.id)}/cancel`)).toMatchObject({
      status: 409,
      body: { message: 'It has been picked up already.' },
    })
    await push(number, words.onTheWay, 3)
    await push(number, words.arrived, 4)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      state: 'booked',
      pickedUpAt: expect.stringMatching(/^2026-11-20T04:32:00/),
      arrivedAt: expect.stringMatching(/^2026-11-20T04:34:00/),
    })
    expect(await exchangeOf(exchangeId)).toEqual(before)
    expect(await stock()).toEqual(held)
    expect((await fixture.saidOf(id)).state).toBeNull()
    expect(await call('POST', `/exchanges/${exchangeId}/receive`, {})).toMatchObject({ status: 200 })
    await work(2)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({ state: 'booked', problem: null })
  })

  test('pushes repeated and in any order: nothing older undoes what is newer; a forged one changes nothing', async () => {
    const { exchangeId, number } = await booked()
    for (const secret of ['', 'another-secret']) {
      const forged = await push(number, words.arrived, 30, secret)
      expect(forged.status).toBe(401)
      expect(await forged.json()).toMatchObject({ code: 'wrong_secret' })
    }
    expect((await returnsOf(exchangeId))[0]).toMatchObject({ news: null, hasLeft: false })
    const said = [
      () => push(number, words.arrived, 14),
      () => push(number, words.pickedUp, 11),
      () => push(number, words.onTheWay, 12),
      () => push(number, words.waiting, 9),
    ]
    const answers = await Promise.all([...said, ...said.toReversed(), ...said].map((send) => send()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const [after] = await returnsOf(exchangeId)
    expect(after).toMatchObject({
      news: { status: words.arrived.status },
      arrivedAt: expect.stringMatching(/^2026-11-20T04:44:00/),
    })
    await Promise.all(said.map((send) => send()))
    expect((await returnsOf(exchangeId))[0]).toEqual(after)
    // A cancellation that comes late is no cancellation.
    await push(number, words.cancelled, 20)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      state: 'booked',
      problem: expect.stringContaining('says'),
    })
  })

  test('a push about a return doesn’t move the order’s parcel', async () => {
    const { id, number } = await fixture.booked()
    if (name === 'shiprocket') await push(number, words.pickedUp, 1)
    expect((await fixture.saidOf(id)).state).toBeNull()
  })

  test('staff cancel it, whatever is lost on the way: the customer doesn’t see it any more, and it can be booked again', async () => {
    for (const faults of [[], ['lost'], ['before'], ['down']] as const) {
      const { id, exchangeId, booking } = await booked()
      fixture.carrier.faults.push(...faults)
      expect(await call('POST', `/bookings/${String(booking.id)}/cancel`)).toMatchObject({
        status: 200,
        body: { state: 'cancelling' },
      })
      await work(2)
      expect((await returnsOf(exchangeId))[0]).toMatchObject({ state: 'cancelled' })
      expect(parcelsOf(booking.reference)).toMatchObject([{ isCancelled: true }])
      expect(await seenBy(id)).toMatchObject({ pickup: null })
      expect((await exchangeOf(exchangeId)).timeline).not.toContainEqual(expect.objectContaining({ what: 'pickup' }))
      expect(await bookReturn(exchangeId)).toMatchObject({ status: 201 })
      await work()
      expect((await returnsOf(exchangeId))[0]).toMatchObject({ state: 'booked' })
    }
  })

  test('an exchange that ends cancels it, and so does a piece that is back or another pick-up; a refund lets it come', async () => {
    const ends: [string, (exchangeId: string, orderId: string) => Promise<unknown>, string | null][] = [
      [
        'its customer cancels',
        (exchangeId, orderId) =>
          fixture.asha.api('POST /user/cancelProductExchange', { body: { orderId, exchangeId } }),
        'The exchange was cancelled.',
      ],
      [
        'refused',
        (exchangeId) => call('POST', `/exchanges/${exchangeId}/refuse`, { reason: 'Worn' }, fixture.manager),
        'The exchange was cancelled.',
      ],
      ['received', (exchangeId) => call('POST', `/exchanges/${exchangeId}/receive`, {}), 'The old piece is back.'],
      [
        'another pick-up',
        (exchangeId) =>
          call(
            'POST',
            `/exchanges/${exchangeId}/approve`,
            { carrier: 'India Post', tracking: `EM2${name}IN` },
            fixture.manager,
          ),
        'Another pick-up was recorded.',
      ],
      [
        'refunded',
        (exchangeId) => call('POST', `/exchanges/${exchangeId}/refund`, { reason: 'Sold out' }, fixture.manager),
        null,
      ],
    ]
    for (const [what, end, problem] of ends) {
      const { id, exchangeId, booking } = await booked()
      expect(await end(exchangeId, id), what).toMatchObject({
        ...(what === 'its customer cancels' ? { ok: true } : { status: 200 }),
      })
      await work(2)
      const [after] = await returnsOf(exchangeId)
      expect(after, what).toMatchObject(
        problem === null ? { state: 'booked', problem } : { state: 'cancelled', problem },
      )
      expect(parcelsOf(booking.reference), what).toMatchObject([{ isCancelled: problem !== null }])
    }
  })

  test('the carrier cancels it: nobody is said to come; one that was picked up after a cancellation says so', async () => {
    const { id, exchangeId, number, booking } = await booked()
    await push(number, words.cancelled, 1)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      state: 'cancelled',
      problem: `${words.label} cancelled it.`,
    })
    expect(await seenBy(id)).toMatchObject({ pickup: null })
    await push(number, words.pickedUp, 2)
    expect((await returnsOf(exchangeId))[0]).toMatchObject({
      id: booking.id,
      state: 'cancelled',
      problem: `${words.label} says “${words.pickedUp.status}”, though it isn’t booked any more.`,
    })
  })

  test('a lost push is made up for by asking, until it’s at the shop', async () => {
    const { exchangeId, number } = await booked()
    const at = name === 'delhivery' ? '2026-11-20T10:30:00' : '2026-11-20 10:30:00'
    const parcel = fixture.carrier.parcels.find((one) => one.number === number)
    Object.assign(parcel ?? {}, { ...words.arrived, at })
    await sql`update bookings set settled_at = now() - interval '5 hours', tracked_at = null where number = ${String(number)}`.execute(
      fixture.shop.shop.db,
    )
    await work()
    expect((await returnsOf(exchangeId))[0]).toMatchObject({ arrivedAt: expect.stringMatching(/^2026-11-20T05:00:00/) })
  })
})
