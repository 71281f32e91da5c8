import type { BookedParcel, Carrier, NewParcel } from '#platform/carriers/carrier.server.ts'
import { CARRIER_LABELS } from '#platform/carriers/names.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { paise } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import type { ProviderFailure } from '#platform/payments/provider.server.ts'
import { stateOfPin } from '../delivery/directory.server.ts'
import { orderNumber } from '../orders/rules.ts'
import { pieceWithTax } from '../shipping/carrier-columns.ts'
import { collectOfParcel } from '../shipping/collect-sql.server.ts'
import { mobileNumber } from '../shipping/export-orders.server.ts'
import { listExportedOrders } from '../shipping/export-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { endBooking, storeReturn, whyReturnStale } from './returns.server.ts'
import { staleReason } from './rules.ts'
import {
  type BookingRow,
  claimBookings,
  findBooking,
  findOrderNow,
  listOpenBookings,
  markCancelling,
  postponeBooking,
  settleBooking,
  storeBooked,
  storeReserved,
} from './sql.server.ts'

const BATCH = 5

/**
 * Asks carriers about the bookings that are due, and returns their number. An attempt may end anywhere: the next one looks
 * for the booking by its reference before it asks for one (`Carrier.book`).
 */
export async function workBookings(shop: Shop): Promise<number> {
  const due = await claimBookings(shop.db, BATCH)
  await Promise.all(
    due.map(async (booking) => {
      const carrier = shop.carriers[booking.carrier]
      if (!carrier) return postponeBooking(shop.db, booking, `The shop has no keys of ${labelOf(booking)}.`)
      return booking.state === 'cancelling' ? cancel(shop, carrier, booking) : book(shop, carrier, booking)
    }),
  )
  return due.length
}

const labelOf = ({ carrier }: Pick<BookingRow, 'carrier'>) => CARRIER_LABELS[carrier]

async function book(shop: Shop, carrier: Carrier, booking: BookingRow): Promise<void> {
  const { db } = shop
  // The carrier's push that it has the parcel was faster than its answer.
  const { number, remote_id: remoteId, courier } = booking
  if (number !== null && (await findBooking(db, booking.id))?.has_left)
    return store(shop, booking, { number, remoteId, courier, pickupOn: null })
  const stale = await whyStale(shop, booking)
  if (stale !== null) return markCancelling(db, booking.id, stale)
  const parcel = await parcelOf(shop, booking)
  const label = labelOf(booking)
  // Only before anything can be booked: what failed here is over.
  const unserved = booking.attempts === 1 ? await whyUnserved(carrier, parcel) : null
  if (unserved !== null) return fail(shop, booking, `${label} ${unserved}.`)
  if (carrier.reserveNumber && parcel.number === null) {
    const reserved = await carrier.reserveNumber()
    if (!reserved.ok) return conclude(shop, booking, reserved.failure)
    await storeReserved(db, booking.id, reserved.data)
    parcel.number = reserved.data
    failpoint('booking:reserved')
  }
  const booked = await carrier.book(parcel)
  failpoint('booking:answered')
  if (!booked.ok) return conclude(shop, booking, booked.failure)
  await store(shop, booking, booked.data)
}

function store(shop: Shop, booking: BookingRow, booked: BookedParcel): Promise<void> {
  const { exchange_id: exchange } = booking
  return exchange === null ? storeBooked(shop.db, booking.id, booked) : storeReturn(shop, booking, exchange, booked)
}

/** What the carrier doesn't do at an address, as the end of a sentence; null if it does, or doesn't answer. */
async function whyUnserved(
  carrier: Carrier,
  { isReturn, customer: { pin }, place, collect }: NewParcel,
): Promise<string | null> {
  if (isReturn) {
    const fetches = await carrier.checkReturn(pin, place)
    return fetches.ok && !fetches.data ? `fetches nothing from ${pin}` : null
  }
  const served = await carrier.checkPin(pin, place)
  if (!served.ok) return null
  if (!served.data.delivers) return `doesn’t deliver to ${pin}`
  return collect > 0 && !served.data.takesCash ? `takes no cash at ${pin}` : null
}

async function cancel(shop: Shop, carrier: Carrier, booking: BookingRow): Promise<void> {
  const { reference, number, created_at: bookedAt } = booking
  const cancelled = await carrier.cancel({ reference, number, bookedAt, isReturn: booking.kind === 'return' })
  if (cancelled.ok) return inTransaction(shop.db, (tx) => endBooking(tx, booking, { from: 'cancelling' }))
  if (cancelled.failure.kind !== 'refused')
    return postponeBooking(shop.db, booking, waitsFor(booking, cancelled.failure))
  const problem = `${labelOf(booking)} doesn’t cancel it: ${ended(cancelled.failure.description)}`
  // The carrier may have it under a number that the shop doesn't know: it's neither booked nor free to be booked again.
  if (booking.number === null) return postponeBooking(shop.db, booking, problem)
  return settleBooking(shop.db, booking.id, { from: 'cancelling', to: 'booked', problem })
}

async function conclude(shop: Shop, booking: BookingRow, failure: ProviderFailure): Promise<void> {
  if (failure.kind !== 'refused') return postponeBooking(shop.db, booking, waitsFor(booking, failure))
  return fail(shop, booking, `${labelOf(booking)} refuses it: ${ended(failure.description)}`)
}

function fail({ db, log }: Shop, booking: BookingRow, problem: string): Promise<void> {
  log.warn({ booking: booking.id, carrier: booking.carrier }, 'carriers: a booking failed')
  return settleBooking(db, booking.id, { from: 'booking', to: 'failed', problem })
}

const waitsFor = (booking: BookingRow, { description }: ProviderFailure) =>
  `${labelOf(booking)} is asked again: ${ended(description)}`
const ended = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`)

/** Cancels bookings whose order has changed since, so that no carrier collects what is paid, or goes to an old address. */
export async function cancelStale(shop: Shop): Promise<void> {
  for (const booking of await listOpenBookings(shop.db)) {
    const stale = await whyStale(shop, booking)
    if (stale !== null) await markCancelling(shop.db, booking.id, stale)
  }
}

async function whyStale({ db }: Shop, booking: BookingRow): Promise<string | null> {
  if (booking.exchange_id !== null) return whyReturnStale(db, booking, booking.exchange_id)
  const order = await findOrderNow(db, booking.order_id)
  if (!order) return 'The order is gone.'
  const counts = Object.entries(booking.pieces)
  const pieces = order.lines.flatMap(({ id, sku }) => (booking.pieces[sku] ? [{ id, count: booking.pieces[sku] }] : []))
  return staleReason({
    collect: booking.collect_paise,
    addressHash: booking.address_hash,
    now: {
      isStanding: order.state === 'placed' || order.state === 'paid',
      collect: await collectOfParcel(db, booking.order_id, pieces),
      addressHash: order.address_hash,
      hasPieces: counts.every(([sku, count]) =>
        order.lines.some((line) => line.sku === sku && line.unshipped >= count),
      ),
    },
  })
}

async function parcelOf({ db, settings: current }: Shop, booking: BookingRow): Promise<NewParcel> {
  const settings = current()
  const [order] = await listExportedOrders(db, { id: booking.order_id })
  if (!order) throw new Error(`booking ${booking.id} has no order`)
  const { address } = order
  const items = order.lines.flatMap((line) => {
    const quantity = booking.pieces[line.sku]
    const name = `${line.name} (${line.color}, ${line.size})`
    return quantity ? [{ sku: line.sku, name, quantity, price: pieceWithTax(order, line), hsn: line.hsn }] : []
  })
  return {
    isReturn: booking.kind === 'return',
    reference: booking.reference,
    number: booking.number,
    place: settings['shipping.pickupPlace'],
    bookedAt: booking.created_at,
    customer: {
      firstName: address.firstName,
      lastName: address.lastName,
      street: address.streetAddress,
      city: address.townCity,
      // Shiprocket takes no address without one.
      state: address.state || (stateOfPin(address.zipCode) ?? ''),
      pin: address.zipCode,
      phone: mobileNumber(address.phoneNumber),
      phone2: mobileNumber(address.phone2 ?? ''),
    },
    email: settings['shop.email'],
    seller: settings['shop.legalName'] || settings['shop.name'],
    collect: paise(booking.collect_paise),
    value: paise(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
    items,
    ...settings['shipping.parcel'],
    note: order.note || orderNumber(order.number, settings),
  }
}
