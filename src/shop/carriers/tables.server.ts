import type { Generated } from 'kysely'
import type { ApiCarrier } from '#platform/carriers/names.ts'
import type { BookingKind, BookingState } from './rules.ts'

export interface CarriersTables {
  /** Parcels that a carrier is asked for by its own API. */
  bookings: {
    id: string
    kind: Generated<BookingKind>
    order_id: string
    /** Of a return. */
    exchange_id: string | null
    /** How many parcels of the order had left; 0 for a return. */
    parcel: number
    carrier: ApiCarrier
    /** By which the carrier knows it; never used twice. */
    reference: string
    /** Counts by SKU. */
    pieces: Record<string, number>
    collect_paise: number
    address_hash: string
    state: Generated<BookingState>
    problem: string | null
    number: string | null
    remote_id: string | null
    courier: string | null
    pickup_on: string | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    created_by: string
    created_at: Generated<Date>
    /** Since when it's in its state; null: since `created_at`. */
    settled_at: Date | null
    /** When the carrier was last asked where it is. */
    tracked_at: Date | null
    /** When the carrier had a return from its customer, and when it brought that to the shop. */
    picked_up_at: Date | null
    arrived_at: Date | null
  }
  /** A carrier's newest word about a parcel. */
  carrier_news: { carrier: ApiCarrier; number: string; at: Date; status: string }
}

declare module '../tables.server.ts' {
  interface Tables extends CarriersTables {}
}
