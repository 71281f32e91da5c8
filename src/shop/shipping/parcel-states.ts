import type { ParcelState } from '../orders/rules.ts'

/**
 * What a carrier's report says about a parcel. `attempted`: it has left, but couldn't be delivered yet; `returned`: it's
 * back at the shop.
 */
export type ReportedState =
  | 'waiting'
  | 'moving'
  | 'attempted'
  | 'out-for-delivery'
  | 'delivered'
  | 'returning'
  | 'returned'
  | 'lost'
  | 'cancelled'

type Words = Partial<Record<ReportedState, string>>

/** The states of most carriers, in lower case and without punctuation. */
const COMMON: Words = {
  waiting:
    'awb assigned, label generated, manifest generated, manifested, not picked, pickup generated, pickup scheduled, pickup queued, pickup booked, pickup error, pickup exception, pickup failed, pickup rescheduled, out for pickup, shipment booked, booked',
  moving:
    'shipped, picked up, picked, in transit, delayed, misrouted, dispatched to hub, reached at destination hub, reached destination hub, reached at hub, handover to courier',
  attempted:
    'undelivered, undelivered attempt, delivery attempted, delivery failed, failed delivery, ndr, ndr pending, on hold',
  'out-for-delivery': 'out for delivery',
  delivered: 'delivered, shipment delivered, delivered to consignee, delivered to customer',
  lost: 'lost, damaged, destroyed, disposed off, disposed, untraceable',
}

/** Shiprocket's order and shipment status tables (apidocs.shiprocket.in). */
const SHIPROCKET: Words = {
  waiting:
    'new, new order, invoiced, ready to ship, pending, unmapped, unfulfillable, unfulfilled, on hold, processing, box packing, fc allocated, fc manifest generated, picklist generated, ready to pack, packed, packed exception, handover exception, processed at warehouse, searching for rider, rider assigned, rider unassigned, rider reached at pickup, self fulfilled, fulfilled',
  moving:
    'in transit en route, in transit at source hub, in transit at destination hub, in transit overseas, in flight, connection aligned, custom cleared, custom cleared overseas, reached warehouse, reached overseas warehouse',
  attempted: 'partial delivered, issue related to the recipient',
  'out-for-delivery': 'rider reached at drop',
  returning: 'reached back at seller city, qc failed',
}

/** Delhivery's package life cycle. Its "Dispatched" is the last leg, from the centre in the consignee's city. */
const DELHIVERY: Words = {
  waiting: 'open, scheduled, ready to ship, ready for pickup, pending pickup',
  moving: 'pending, reached destination, reached at destination',
  'out-for-delivery': 'dispatched',
  cancelled: 'closed',
}

/** Delhivery's types of status. The same words mean another thing on the way back (RT) and in a pickup (PP, PU). */
const DELHIVERY_TYPES: Readonly<Record<string, ReportedState>> = {
  rt: 'returning',
  pp: 'returning',
  pu: 'returning',
  cn: 'cancelled',
  lt: 'lost',
}

/** India Post's events. */
const INDIA_POST: Words = {
  waiting: 'item not received, item data received, pre advice received, information received',
  moving:
    'item booked, item posted, item received, item bagged, item dispatched, item despatched, item arrived, bag received, bag opened, bag closed, bag dispatched, bag despatched, bag scanned, item redirected, redirected, item scanned, item in transit, item invoiced, item assigned to beat, received at delivery office, dispatched, despatched',
  attempted:
    'item delivery attempted, item undelivered, item not delivered, item on hold, item onhold, door locked, addressee absent, addressee left, addressee moved, addressee cannot be located, addressee cannot be contacted, addressee not available, insufficient address, item in deposit, deposit, intimation served, item refused, refused',
  'out-for-delivery': 'item out for delivery, item taken for delivery',
  delivered: 'item delivered, item delivery confirmed, item delivered to addressee, item delivered addressee',
  lost: 'item lost, item damaged',
}

const BY_FORMAT: Readonly<Record<string, Words>> = {
  Shiprocket: SHIPROCKET,
  Delhivery: DELHIVERY,
  'India Post': INDIA_POST,
}

/**
 * The state that a report of this format writes, or null if its carrier documents no such state. `type` is Delhivery's
 * type of status, or empty.
 */
export function reportedState(format: string, written: string, type = ''): ReportedState | null {
  const byType = DELHIVERY_TYPES[words(type)]
  if (format === 'Delhivery' && byType) return byType
  const text = words(written)
  if (BACK.test(text) || (format === 'Delhivery' && words(type) === 'dl' && /^(?:rto|dto)$/.test(text)))
    return 'returned'
  // Every way back, in whatever words: "RTO Delivered" is delivered to the shop, not to the customer.
  if (/^(?:rto|rts|dto)\b|\breturn(?:ed|ing)?\b|\bto sender\b/.test(text)) return 'returning'
  if (/\bcancell?(?:ed|ation)?\b/.test(text)) return 'cancelled'
  return find(BY_FORMAT[format] ?? {}, text) ?? find(COMMON, text)
}

/** Delhivery's types of status in a pick-up from a customer. */
const PICKUP_TYPES: Readonly<Record<string, ReportedState>> = {
  pp: 'waiting',
  pu: 'moving',
  dl: 'delivered',
  cn: 'cancelled',
  lt: 'lost',
}

/**
 * The state that a report writes about what a carrier fetches from a customer, on its way to the shop: `delivered` is at the
 * shop. Null if its carrier documents no such state.
 */
export function reportedReturn(format: string, written: string, type = ''): ReportedState | null {
  const byType = PICKUP_TYPES[words(type)]
  if (format === 'Delhivery' && byType) return byType
  // Shiprocket's states of an order begin with the word, and those of its shipment don't.
  const text = words(written).replace(/^(?:partial )?return /, '')
  if (/^(?:initiated|cancellation requested)$/.test(text)) return 'waiting'
  if (/^acknowled?ged$/.test(text)) return 'delivered'
  return reportedState(format, text)
}

/** The parcel is at the shop again, or at its door. */
const BACK = /^(?:rto|rts|dto|return) (?:delivered|acknowledged|completed)$|\bdelivered to (?:sender|shipper|origin)$/

function find(states: Words, text: string): ReportedState | null {
  // Safe cast: the keys of `Words`.
  for (const [state, list] of Object.entries(states)) if (list.split(', ').includes(text)) return state as ReportedState
  return null
}

/** Letters only: "Undelivered-1st Attempt", "UNDELIVERED_1ST_ATTEMPT" and "undelivered attempt" are the same. */
function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+(?:st|nd|rd|th)?/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim()
}

/** What to tell staff about a parcel in a state that isn't simply on its way. */
export const STATE_NOTES: Readonly<Partial<Record<ReportedState, string>>> = {
  waiting: 'the carrier doesn’t have it yet',
  attempted: 'it couldn’t be delivered yet',
  returning: 'it comes back to the shop',
  returned: 'it came back to the shop',
  lost: 'the carrier lost or damaged it',
  cancelled: 'its booking was cancelled',
}

const STORED: Readonly<Record<ReportedState, ParcelState | null>> = {
  waiting: null,
  moving: 'on_the_way',
  'out-for-delivery': 'on_the_way',
  attempted: 'attempted',
  delivered: 'delivered',
  returning: 'returning',
  returned: 'returned',
  lost: 'lost',
  cancelled: null,
}

/** Where a parcel is that a carrier reports like this; null if the carrier doesn't have it. */
export function stateOfReport(reported: ReportedState): ParcelState | null {
  return STORED[reported]
}
