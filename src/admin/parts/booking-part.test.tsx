// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { refusal, type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { BookingPart, CarriersFailure, useApiCarriers } from './booking-part.tsx'

const CARRIERS = { items: [{ name: 'Delhivery', api: 'delhivery' }] }
const BOOKING = {
  id: 'b1',
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
