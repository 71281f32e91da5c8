import type { Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { newId } from '#platform/ids.server.ts'
import { actorName, writeAudit } from '../audit/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { listStaffLines, lockOrderForStaff } from '../orders/staff-sql.server.ts'
import { collectOfParcel } from '../shipping/collect-sql.server.ts'
import { choosePieces } from '../shipping/rules.ts'
import { whyNotShipped } from '../shipping/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { bookingReference } from './rules.ts'
import {
  type BookingRow,
  countBookings,
  findBooking,
  findOpenBooking,
  findOrderNow,
  insertBooking,
  type ListedBooking,
  listToFetch,
  markCancelling,
  storePickup,
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
  const { db, actor, settings: current, carriers } = context
  const label = CARRIER_LABELS[carrier]
  return db.transaction().execute(async (tx): Promise<Result<ListedBooking, Refused>> => {
    const settings = current()
    if (!carriers[carrier])
      return refuse('conflict', `The shop has no keys of ${label}. Owners enter them in Settings, Carriers.`)
    if (
      settings['shipping.pickupPlace'] === '' ||
      Object.values(settings['shipping.parcel']).some((side) => side === 0)
    )
      return refuse('conflict', `${label} needs the pick-up place and a parcel’s weight and size: Settings, Delivery.`)
    const order = await lockOrderForStaff(tx, reference)
    const now = order && (await findOrderNow(tx, order.id))
    if (!order || !now) return refuse('not_found', ORDER_NOT_FOUND)
    const refusal = whyNotShipped(order)
    if (refusal !== null) return refuse('conflict', refusal)
    const chosen = choosePieces(await listStaffLines(tx, order.id), pieces ?? null)
    if (!chosen.ok) return chosen
    const counts = Object.fromEntries(chosen.data.map(({ sku, count }) => [sku, count]))
    const open = await findOpenBooking(tx, order.id, now.parcels)
    if (open) return isSameRequest(open, carrier, counts) ? listed(tx, open.id) : refuse('conflict', openText(open))
    if (now.pin === null) return refuse('conflict', `${label} is booked for addresses in India only.`)
    const number = orderNumber(order.number, settings)
    const booking = {
      id: newId(),
      orderId: order.id,
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

function isSameRequest(open: BookingRow, carrier: ApiCarrier, pieces: Readonly<Record<string, number>>): boolean {
  const skus = Object.keys(pieces)
  const isSame =
    skus.length === Object.keys(open.pieces).length && skus.every((sku) => open.pieces[sku] === pieces[sku])
  return isSame && open.carrier === carrier && open.state !== 'cancelling'
}

function openText({ carrier, state }: BookingRow): string {
  return state === 'cancelling'
    ? `Its booking with ${CARRIER_LABELS[carrier]} is being cancelled. Book it again after that.`
    : `This parcel is booked with ${CARRIER_LABELS[carrier]} already. Cancel that first.`
}

async function listed(tx: Transaction<Tables>, id: string): Promise<Result<ListedBooking, Refused>> {
  const booking = await findBooking(tx, id)
  return booking ? ok(booking) : refuse('not_found', NO_BOOKING)
}

const NO_BOOKING = 'There is no such booking.'

/** Has the carrier told that a parcel doesn't come. Again it changes nothing. Refused: its parcel has left; it isn't booked. */
export function cancelBooking({ db, actor }: Context, id: string): Promise<Result<ListedBooking, Refused>> {
  return db.transaction().execute(async (tx): Promise<Result<ListedBooking, Refused>> => {
    const booking = await findBooking(tx, id, { isLocked: true })
    if (!booking) return refuse('not_found', NO_BOOKING)
    if (booking.state === 'cancelling' || booking.state === 'cancelled') return ok(booking)
    if (booking.state === 'failed') return refuse('conflict', 'This parcel isn’t booked.')
    if (booking.has_left) return refuse('conflict', 'This parcel has left.')
    await markCancelling(tx, id, null)
    await writeAudit(tx, actor, {
      action: 'order.cancel-booking',
      subject: `order:${booking.order_id}`,
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
  const { state, number, remote_id: remoteId, courier } = booking
  if (state !== 'booked' || number === null) return refuse('conflict', 'A label comes with the booking.')
  const label = CARRIER_LABELS[booking.carrier]
  const carrier = carriers[booking.carrier]
  if (!carrier) return refuse('conflict', `The shop has no keys of ${label}.`)
  const file = await carrier.fetchLabel({ number, remoteId, courier })
  return file.ok ? ok(file.data) : refuse('carrier_failed', `${label} gave no label: ${file.failure.description}.`)
}

/** How many parcels a carrier is asked to fetch. */
export interface Pickup {
  carrier: ApiCarrier
  day: string
  parcels: number
}

/**
 * Asks a carrier to fetch its booked parcels on a day in India. Those that it was asked to fetch that day already aren't
 * asked for again.
 */
export async function requestPickup(
  { db, actor, settings, carriers }: Context,
  { carrier: name, day }: Omit<Pickup, 'parcels'>,
): Promise<Result<Pickup, 'conflict' | 'carrier_failed'>> {
  const label = CARRIER_LABELS[name]
  const carrier = carriers[name]
  if (!carrier) return refuse('conflict', `The shop has no keys of ${label}.`)
  const waiting = await listToFetch(db, name, day)
  const parcels = waiting.flatMap(({ number, remote_id: remoteId, courier }) =>
    number === null ? [] : [{ number, remoteId, courier }],
  )
  if (parcels.length === 0) return refuse('conflict', `${label} has no booked parcel to fetch that day.`)
  const asked = await carrier.requestPickup({ parcels, day, place: settings()['shipping.pickupPlace'] })
  if (!asked.ok) return refuse('carrier_failed', `${label} plans no visit: ${asked.failure.description}.`)
  await db.transaction().execute(async (tx) => {
    await storePickup(
      tx,
      waiting.map(({ id }) => id),
      day,
    )
    await writeAudit(tx, actor, {
      action: 'carriers.pickup',
      subject: 'carriers:pickup',
      before: null,
      after: { carrier: label, day, parcels: parcels.length },
    })
  })
  return ok({ carrier: name, day, parcels: parcels.length })
}
