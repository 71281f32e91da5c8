import type { Transaction } from 'kysely'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { newId } from '#platform/ids.server.ts'
import { actorName, writeAudit } from '../audit/sql.server.ts'
import { EXCHANGE_NOT_FOUND } from '../exchanges/messages.ts'
import { lockExchange } from '../exchanges/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { listStaffLines, lockOrderForStaff } from '../orders/staff-sql.server.ts'
import { collectOfParcel } from '../shipping/collect-sql.server.ts'
import { choosePieces } from '../shipping/rules.ts'
import { whyNotShipped } from '../shipping/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { bookingReference, whyNotFetched } from './rules.ts'
import {
  type BookingRow,
  countBookings,
  findBooking,
  findExchangeNow,
  findOpenBooking,
  findOpenReturn,
  findOrderNow,
  insertBooking,
  type ListedBooking,
  listToFetch,
  markCancelling,
  storePickups,
} from './sql.server.ts'

type Context = StaffContext & Pick<Shop, 'carriers'>

export interface BookingRequest {
  carrier: ApiCarrier
  /** Pieces by SKU, by default all that haven't left yet. */
  pieces?: Readonly<Record<string, number>> | undefined
}

type Refused = 'conflict' | 'invalid_input' | 'not_found'

/**
 * Has a carrier asked for an order's next parcel, by the job. The same again is the booking that there is. Refused: what
 * can't be shipped; a parcel that another booking is for; a carrier without keys, or settings that it needs.
 */
export function bookParcel(
  context: Context,
  reference: string,
  { carrier, pieces }: BookingRequest,
): Promise<Result<ListedBooking, Refused>> {
  const { db, actor, settings: current } = context
  const label = CARRIER_LABELS[carrier]
  return db.transaction().execute(async (tx): Promise<Result<ListedBooking, Refused>> => {
    const settings = current()
    const unready = refuseUnready(context, carrier)
    if (unready) return unready
    const order = await lockOrderForStaff(tx, reference)
    const now = order && (await findOrderNow(tx, order.id))
    if (!order || !now) return refuse('not_found', ORDER_NOT_FOUND)
    const refusal = whyNotShipped(order)
    if (refusal !== null) return refuse('conflict', refusal)
    const chosen = choosePieces(await listStaffLines(tx, order.id), pieces ?? null)
    if (!chosen.ok) return chosen
    const counts = Object.fromEntries(chosen.data.map(({ sku, count }) => [sku, count]))
    const open = await findOpenBooking(tx, order.id, now.parcels)
    if (open)
      return isSameRequest(open, carrier, counts) ? listed(tx, open.id) : refuse('conflict', openText(open, 'parcel'))
    if (now.pin === null) return refuse('conflict', `${label} is booked for addresses in India only.`)
    const number = orderNumber(order.number, settings)
    const booking = {
      id: newId(),
      orderId: order.id,
      exchangeId: null,
      parcel: now.parcels,
      carrier,
      reference: bookingReference(number, await countBookings(tx, order.id)),
      pieces: counts,
      collect: await collectOfParcel(tx, order.id, chosen.data),
      by: actorName(actor),
    }
    await insertBooking(tx, booking)
    await writeAudit(tx, actor, {
      action: 'order.book',
      subject: `order:${order.id}`,
      before: null,
      after: { booking: booking.id, carrier: label, pieces: counts },
    })
    return listed(tx, booking.id)
  })
}

/** Why nothing can be booked with a carrier yet. */
function refuseUnready({ settings: current, carriers }: Context, carrier: ApiCarrier): Refusal<'conflict'> | null {
  const label = CARRIER_LABELS[carrier]
  const settings = current()
  if (!carriers[carrier])
    return refuse('conflict', `The shop has no keys of ${label}. Owners enter them in Settings, Carriers.`)
  const isComplete =
    settings['shipping.pickupPlace'] !== '' && Object.values(settings['shipping.parcel']).every((side) => side !== 0)
  return isComplete
    ? null
    : refuse('conflict', `${label} needs the pick-up place and a parcel’s weight and size: Settings, Delivery.`)
}

/**
 * Has a carrier asked to fetch the old piece of an approved exchange, by the job. The same again is the booking that there is.
 * Refused: an exchange that isn't approved, or has ended; a piece that is back; another pick-up; as `bookParcel`.
 */
export function bookReturn(
  context: Context,
  exchangeId: string,
  carrier: ApiCarrier,
): Promise<Result<ListedBooking, Refused>> {
  const { db, actor, settings } = context
  const label = CARRIER_LABELS[carrier]
  return db.transaction().execute(async (tx): Promise<Result<ListedBooking, Refused>> => {
    const unready = refuseUnready(context, carrier)
    if (unready) return unready
    const locked = await lockExchange(tx, exchangeId)
    const now = locked && (await findExchangeNow(tx, exchangeId))
    if (!now) return refuse('not_found', EXCHANGE_NOT_FOUND)
    const open = await findOpenReturn(tx, exchangeId)
    if (open) {
      const isSame = open.carrier === carrier && open.state !== 'cancelling'
      return isSame ? listed(tx, open.id) : refuse('conflict', openText(open, 'pick-up'))
    }
    const refusal = whyNotFetched(now)
    if (refusal !== null) return refuse('conflict', refusal)
    if (now.pin === null) return refuse('conflict', `${label} is booked for addresses in India only.`)
    const booking = {
      id: newId(),
      orderId: now.orderId,
      exchangeId,
      parcel: 0,
      carrier,
      reference: bookingReference(orderNumber(now.orderNumber, settings()), await countBookings(tx, now.orderId)),
      pieces: now.pieces,
      collect: 0,
      by: actorName(actor),
    }
    await insertBooking(tx, booking)
    await writeAudit(tx, actor, {
      action: 'exchange.book',
      subject: `exchange:${exchangeId}`,
      before: null,
      after: { booking: booking.id, carrier: label, pieces: now.pieces },
    })
    return listed(tx, booking.id)
  })
}

function isSameRequest(open: BookingRow, carrier: ApiCarrier, pieces: Readonly<Record<string, number>>): boolean {
  const skus = Object.keys(pieces)
  const isSame =
    skus.length === Object.keys(open.pieces).length && skus.every((sku) => open.pieces[sku] === pieces[sku])
  return isSame && open.carrier === carrier && open.state !== 'cancelling'
}

function openText({ carrier, state }: BookingRow, what: 'parcel' | 'pick-up'): string {
  return state === 'cancelling'
    ? `Its booking with ${CARRIER_LABELS[carrier]} is being cancelled. Book it again after that.`
    : `This ${what} is booked with ${CARRIER_LABELS[carrier]} already. Cancel that first.`
}

async function listed(tx: Transaction<Tables>, id: string): Promise<Result<ListedBooking, Refused>> {
  const booking = await findBooking(tx, id)
  return booking ? ok(booking) : refuse('not_found', NO_BOOKING)
}

const NO_BOOKING = 'There is no such booking.'

/** Has the carrier told that nothing comes, or nothing is fetched. Again it changes nothing. Refused: it has left; it isn't booked. */
export function cancelBooking({ db, actor }: Context, id: string): Promise<Result<ListedBooking, Refused>> {
  return db.transaction().execute(async (tx): Promise<Result<ListedBooking, Refused>> => {
    const booking = await findBooking(tx, id, { isLocked: true })
    if (!booking) return refuse('not_found', NO_BOOKING)
    if (booking.state === 'cancelling' || booking.state === 'cancelled') return ok(booking)
    if (booking.state === 'failed') return refuse('conflict', 'This parcel isn’t booked.')
    const { exchange_id: exchange } = booking
    if (booking.has_left)
      return refuse('conflict', exchange === null ? 'This parcel has left.' : 'It has been picked up already.')
    await markCancelling(tx, id, null)
    await writeAudit(tx, actor, {
      ...(exchange === null
        ? { action: 'order.cancel-booking', subject: `order:${booking.order_id}` }
        : { action: 'exchange.cancel-booking', subject: `exchange:${exchange}` }),
      before: { booking: id, state: booking.state },
      after: { state: 'cancelling', carrier: CARRIER_LABELS[booking.carrier] },
    })
    return listed(tx, id)
  })
}

/** The carrier's label of a booked parcel, as a PDF. */
export async function readLabel(
  { db, carriers }: Pick<Shop, 'db' | 'carriers'>,
  id: string,
): Promise<Result<Uint8Array, 'not_found' | 'conflict' | 'carrier_failed'>> {
  const booking = await findBooking(db, id)
  if (!booking) return refuse('not_found', NO_BOOKING)
  const { state, number, remote_id: remoteId } = booking
  if (booking.kind === 'return') return refuse('conflict', 'Who fetches it brings its label.')
  if (state !== 'booked' || number === null) return refuse('conflict', 'A label comes with the booking.')
  const label = CARRIER_LABELS[booking.carrier]
  const carrier = carriers[booking.carrier]
  if (!carrier) return refuse('conflict', `The shop has no keys of ${label}.`)
  const file = await carrier.fetchLabel({ number, remoteId })
  return file.ok ? ok(file.data) : refuse('carrier_failed', `${label} gave no label: ${file.failure.description}.`)
}

/** How many parcels a carrier is asked to fetch. */
export interface Pickup {
  carrier: ApiCarrier
  day: string
  /** That day. */
  parcels: number
  /** Those that it was asked to fetch before, on another day; null if it doesn't say which. */
  others: { orderNumber: string; day: string | null }[]
}

/**
 * Asks a carrier to fetch its booked parcels on a day in India. Those that it was asked to fetch that day already aren't
 * asked for again. Each is stored with the day that the carrier has for it.
 */
export async function requestPickup(
  { db, actor, settings, carriers }: Context,
  { carrier: name, day }: Pick<Pickup, 'carrier' | 'day'>,
): Promise<Result<Pickup, 'conflict' | 'carrier_failed'>> {
  const label = CARRIER_LABELS[name]
  const carrier = carriers[name]
  if (!carrier) return refuse('conflict', `The shop has no keys of ${label}.`)
  const waiting = await listToFetch(db, name, day)
  const parcels = waiting.map(({ reference, remote_id: remoteId }) => ({ reference, remoteId }))
  if (parcels.length === 0) return refuse('conflict', `${label} has no booked parcel to fetch that day.`)
  const asked = await carrier.requestPickup({ parcels, day, place: settings()['shipping.pickupPlace'] })
  if (!asked.ok) return refuse('carrier_failed', `${label} plans no visit: ${asked.failure.description}.`)
  const planned = waiting.map(({ id, order_number: number }, index) => ({
    id,
    orderNumber: orderNumber(number, settings()),
    day: asked.data[index] ?? null,
  }))
  const others = planned.filter((one) => one.day !== day).map(({ id: _, ...other }) => other)
  const count = planned.length - others.length
  await db.transaction().execute(async (tx) => {
    await storePickups(
      tx,
      planned.flatMap((one) => (one.day === null ? [] : [{ id: one.id, day: one.day }])),
    )
    await writeAudit(tx, actor, {
      action: 'carriers.pickup',
      subject: 'carriers:pickup',
      before: null,
      after: { carrier: label, day, parcels: count },
    })
  })
  return ok({ carrier: name, day, parcels: count, others })
}
