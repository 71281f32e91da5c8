import type { Transaction } from 'kysely'
import type { Code } from '#platform/api/codes.ts'
import type { Result } from '#platform/api/result.ts'
import type { CarrierNews } from '#platform/carriers/carrier.server.ts'
import { API_CARRIERS, type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { isTrouble } from '../orders/parcel-rules.ts'
import type { ParcelState } from '../orders/rules.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import { noteParcelState } from '../shipping/parcel.server.ts'
import { type ReportedState, reportedReturn, reportedState, stateOfReport } from '../shipping/parcel-states.ts'
import { findParcel } from '../shipping/sql.server.ts'
import { shipInTransaction } from '../shipping/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { endBooking, trackingOf } from './returns.server.ts'
import {
  claimToTrack,
  type FoundParcel,
  findBooking,
  findByNumber,
  noteProblem,
  storeFetched,
  storeNews,
} from './sql.server.ts'

/** A carrier's push: 401 without its secret, else 200, whatever it says: what the shop can't use, a repetition won't mend. */
export async function handlePush(
  shop: Shop,
  name: ApiCarrier,
  { headers, body }: { headers: Headers; body: string },
): Promise<{ status: 200 | 401 }> {
  const news = shop.carriers[name]?.readPush(headers, body) ?? (shop.carriers[name] ? null : 'forged')
  if (news === 'forged') {
    shop.log.warn({ carrier: name }, 'carriers: a push without the secret')
    return { status: 401 }
  }
  if (news === null) shop.log.warn({ carrier: name }, 'carriers: a push can’t be read')
  else await takeNews(shop, name, news)
  return { status: 200 }
}

/** What a carrier's word came to. */
export type NewsOutcome = 'taken' | 'old' | 'unknown'

/**
 * Takes a carrier's word about a parcel. With the first that it's on its way the parcel is recorded, as by hand; of a return only
 * its booking says where it is, and somebody receives it. Words may come late, again and in any order: only a newer one by the
 * carrier's clock counts.
 */
export async function takeNews(shop: Shop, name: ApiCarrier, news: CarrierNews): Promise<NewsOutcome> {
  const number = news.number.toUpperCase()
  const outcome = await shop.db.transaction().execute(async (tx): Promise<NewsOutcome> => {
    const found = await findByNumber(tx, name, number)
    // A parcel that a buyer sends back isn't the one that was sent.
    if (!found || (news.isReturn && found.exchange === null)) return 'unknown'
    // Before the news, so that two words about one parcel wait for each other.
    const order = await lockOrderForStaff(tx, found.order_id)
    if (!order) return 'unknown'
    const status = news.status.slice(0, 100)
    if (!(await storeNews(tx, { carrier: name, number, at: news.at, status }))) return 'old'
    const said = { ...news, number, status }
    await (found.exchange === null ? apply(shop, tx, name, said, found) : applyToReturn(shop, tx, name, said, found))
    return 'taken'
  })
  // Without the number, by which the carrier's page shows an address.
  if (outcome === 'unknown')
    shop.log.info({ carrier: name, status: news.status.slice(0, 100) }, 'carriers: news of an unknown parcel')
  if (outcome === 'taken') shop.mail.wake()
  return outcome
}

async function apply(
  shop: Shop,
  tx: Transaction<Tables>,
  name: ApiCarrier,
  news: CarrierNews,
  found: FoundParcel,
): Promise<void> {
  const label = CARRIER_LABELS[name]
  const reported = reportedState(label, news.status, news.type)
  if (reported === null) shop.log.warn({ carrier: name, status: news.status }, 'carriers: an unknown state')
  if (reported === null || reported === 'waiting') return
  const context = { ...shop, actor: { kind: 'system', job: label } as const }
  const recorded = await findParcel(tx, found.order_id, news.number)
  const state = stateAfter(reported, recorded !== null)
  if (state === null) {
    const booking = found.booking === null ? null : await findBooking(tx, found.booking)
    if (booking) await endBooking(tx, booking, { from: 'booked', problem: `${label} cancelled it.` })
    return
  }
  const parcel = recorded ?? (await record(context, tx, name, news, { ...found, state }))
  const order = await lockOrderForStaff(tx, found.order_id)
  if (!parcel || !order) return
  const reason = isTrouble(state) ? news.status.slice(0, 60) : undefined
  const said = { state, reason, isOut: reported === 'out-for-delivery' }
  const noted = await atItsTime(news.at, (at) => noteParcelState(context, tx, order, parcel, { ...said, at }))
  if (!noted.ok) shop.log.warn({ carrier: name, order: order.id, why: noted.message }, 'carriers: a state isn’t taken')
}

/** Notes where a return is. */
async function applyToReturn(
  { log }: Shop,
  tx: Transaction<Tables>,
  name: ApiCarrier,
  { status, type, at }: CarrierNews,
  found: FoundParcel,
): Promise<void> {
  const label = CARRIER_LABELS[name]
  const booking = found.booking === null ? null : await findBooking(tx, found.booking)
  const reported = reportedReturn(label, status, type)
  if (reported === null) log.warn({ carrier: name, status }, 'carriers: an unknown state of a return')
  if (booking === null || reported === null || reported === 'waiting') return
  if (reported === 'cancelled' && !booking.has_left)
    return endBooking(tx, booking, { from: 'booked', problem: `${label} cancelled it.` })
  if (reported === 'cancelled' || reported === 'lost') return noteProblem(tx, booking.id, `${label} says “${status}”.`)
  await storeFetched(tx, booking.id, { at, hasArrived: reported === 'delivered' || reported === 'returned' })
  if (booking.state === 'cancelled' || booking.state === 'failed')
    await noteProblem(tx, booking.id, `${label} says “${status}”, though it isn’t booked any more.`)
}

/** Null if nothing left. Of a booking that was cancelled after its parcel had left, somebody has to find out where it is. */
function stateAfter(reported: ReportedState, hasLeft: boolean): ParcelState | null {
  return stateOfReport(reported) ?? (hasLeft ? 'attempted' : null)
}

/** Records the parcel of a booking as one that has left. */
async function record(
  context: Shop & { actor: { kind: 'system'; job: string } },
  tx: Transaction<Tables>,
  name: ApiCarrier,
  { number, status, courier: saidCourier, at: saidAt }: CarrierNews,
  { order_id, booking: id, state }: { order_id: string; booking: string | null; state: ParcelState },
) {
  const booking = id === null ? null : await findBooking(tx, id)
  if (!booking) return null
  const courier = saidCourier ?? booking.courier
  const { carrier, url } = trackingOf(name, { number, courier })
  const isMailed = ['on_the_way', 'attempted', 'delivered'].includes(state)
  const request = { carrier, tracking: number, url: url ?? undefined, pieces: booking.pieces, isMailed }
  const shipped = await atItsTime(saidAt, (at) => shipInTransaction(context, tx, order_id, { ...request, at }))
  if (shipped.ok) return findParcel(tx, order_id, number)
  await noteProblem(
    tx,
    booking.id,
    `${CARRIER_LABELS[name]} says “${status}”, but it can’t be recorded: ${shipped.message}`,
  )
  context.log.warn({ carrier: name, booking: booking.id, why: shipped.message }, 'carriers: a parcel can’t be recorded')
  return null
}

/**
 * Notes something at the carrier's time. One that can't be counts as now: by a clock that is wrong, or so long ago that the
 * customer's exchange days would be over.
 */
async function atItsTime<T, C extends Code>(
  at: Date,
  note: (at: WrittenTime | undefined) => Promise<Result<T, C>>,
): Promise<Result<T, C>> {
  const noted = await note({ from: at, to: at })
  return noted.ok || noted.code !== 'invalid_input' ? noted : note(undefined)
}

const BATCH = 50

/** Asks carriers where booked parcels are, in case pushes were lost. @returns how many were asked about */
export async function trackParcels(shop: Shop): Promise<number> {
  let asked = 0
  for (const name of API_CARRIERS) {
    const carrier = shop.carriers[name]
    const numbers = carrier ? await claimToTrack(shop.db, name, BATCH) : []
    if (!carrier || numbers.length === 0) continue
    asked += numbers.length
    const said = await carrier.track(numbers)
    if (said.ok) for (const news of said.data) await takeNews(shop, name, news)
    else shop.log.warn({ carrier: name, why: said.failure.description }, 'carriers: parcels can’t be tracked')
  }
  return asked
}
