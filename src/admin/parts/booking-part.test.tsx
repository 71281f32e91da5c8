// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { refusal, type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { BookingPart, CarriersFailure, useApiCarriers } from './booking-part.tsx'

const CARRIERS = { items: [{ name: 'Delhivery', api: 'delhivery' }] }
const BOOKING = {
  id: 'b1',
  kind: 'parcel',
  exchangeId: null,
  pickedUpAt: null,
  arrivedAt: null,
  orderId: 'o1',
  orderNumber: 'FS-10001',
  carrier: 'delhivery',
  carrierName: 'Delhivery',
  courier: null,
  state: 'booked',
  problem: null,
  number: 'DL1',
  collect: 0,
  news: null,
  pickupOn: null,
  hasLeft: false,
}

function show(answer: (call: ScreenCall) => object | null | Promise<object>) {
  const onBooked = vi.fn()
  function Component() {
    return <BookingPart carriers={useApiCarriers().carriers} orderId="o1" onBooked={onBooked} />
  }
  return showScreen({ Component }, (call) => (call.name === 'GET /carriers' ? CARRIERS : answer(call))).then(
    (screen) => ({ ...screen, onBooked }),
  )
}

test('what can’t be read isn’t taken for an order without a booking', async () => {
  let isBroken = true
  const screen = await show(() => (isBroken ? refusal(409, 'conflict', { message: 'Not now.' }) : { items: [] }))
  await screen.says('Not now.')
  expect(screen.has('Book with Delhivery')).toBe(false)
  isBroken = false
  await screen.press('Try again')
  await screen.says('Book with Delhivery')
  expect(screen.text()).not.toContain('Not now.')
})

test('that the carriers can’t be read is said, and they’re read again', async () => {
  let isBroken = true
  function Component() {
    const { carriers, ...reading } = useApiCarriers()
    return (
      <>
        <CarriersFailure {...reading} />
        <BookingPart carriers={carriers} orderId="o1" />
      </>
    )
  }
  const screen = await showScreen({ Component }, ({ name }) => {
    if (name !== 'GET /carriers') return { items: [] }
    return isBroken ? refusal(409, 'conflict', { message: 'Not now.' }) : CARRIERS
  })
  await screen.says('Not now.')
  isBroken = false
  await screen.press('Try again')
  await screen.says('Book with Delhivery')
  expect(screen.text()).not.toContain('Not now.')
})

test('nothing can be booked before it’s known what is booked', async () => {
  const read = Promise.withResolvers<object>()
  const screen = await show(() => read.promise)
  await expect.poll(() => screen.calls.map(({ name }) => name)).toEqual(['GET /carriers', 'GET /bookings'])
  expect(screen.has('Book with Delhivery')).toBe(false)
  read.resolve({ items: [] })
  await screen.says('Book with Delhivery')
})

test('the number of a booking is told once, and taken back when the booking is cancelled', async () => {
  const screen = await show(({ name }) =>
    name === 'POST /bookings/b1/cancel' ? { ...BOOKING, state: 'cancelled' } : { items: [BOOKING] },
  )
  await screen.says('Delhivery DL1')
  expect(screen.has('Download label')).toBe(true)
  expect(screen.onBooked.mock.calls).toEqual([[{ carrier: 'Delhivery', tracking: 'DL1' }, '']])
  await screen.press('Cancel booking')
  expect(screen.onBooked.mock.lastCall).toEqual([null, 'DL1'])
  expect(screen.has('Book with Delhivery')).toBe(true)
})

const RETURN = { ...BOOKING, kind: 'return', exchangeId: 'e1', pickupOn: '2026-12-01' }

/** The pick-up of an exchange. `booking`: what is booked before. */
function showPickup({ hasPickup, booking }: { hasPickup: boolean; booking: object | null }) {
  function Component() {
    return <BookingPart carriers={useApiCarriers().carriers} exchangeId="e1" hasPickup={hasPickup} />
  }
  return showScreen({ Component }, ({ name }) => {
    if (name === 'GET /carriers') return CARRIERS
    return name === 'POST /exchanges/e1/book' ? RETURN : { items: booking === null ? [] : [booking] }
  })
}

test('a pick-up that somebody recorded is in the way of asking a carrier for one', async () => {
  const screen = await showPickup({ hasPickup: true, booking: null })
  await screen.says('A pick-up is recorded. No carrier is asked for another one.')
  expect(screen.has('Book pick-up at Delhivery')).toBe(false)
})

test('a pick-up is booked, with its day and without a label', async () => {
  const screen = await showPickup({ hasPickup: false, booking: null })
  await screen.press('Book pick-up at Delhivery')
  await screen.says('Delhivery DL1')
  await screen.says('Pick-up on 1 Dec')
  expect(screen.has('Cancel booking')).toBe(true)
  expect(screen.has('Download label')).toBe(false)
})

test('what the carrier has picked up can’t be cancelled', async () => {
  const pickedUp = { ...RETURN, hasLeft: true, pickedUpAt: '2026-11-20T04:32:00.000Z' }
  const screen = await showPickup({ hasPickup: true, booking: pickedUp })
  await screen.says('Picked up')
  expect(screen.has('Cancel booking')).toBe(false)
  expect(screen.text()).not.toContain('No carrier is asked')
})
