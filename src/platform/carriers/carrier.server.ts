import type { Paise } from '../money.ts'
import type { Outcome } from '../payments/provider.server.ts'
import type { ApiCarrier } from './names.ts'

/** Those whose keys the shop has. */
export type Carriers = Readonly<Partial<Record<ApiCarrier, Carrier>>>

/**
 * A carrier's API. No call throws when the carrier fails: each resolves to an outcome, whose failures mean what those of
 * the payment provider do; `description` has the carrier's words.
 */
export interface Carrier {
  /** A number for a parcel that isn't booked yet; null if the carrier only gives one with the booking. */
  reserveNumber: (() => Promise<Outcome<string>>) | null
  /**
   * Books a parcel, or finds what was booked under its reference before: called again after a lost answer it doesn't book
   * twice. `refused`: nothing is booked.
   */
  book(parcel: NewParcel): Promise<Outcome<BookedParcel>>
  /** The label as a whole PDF. `refused`: the carrier has none. */
  fetchLabel(parcel: BookedParcel): Promise<Outcome<Uint8Array>>
  /** Asks for parcels to be fetched on a day in India (YYYY-MM-DD). Asked again, it's the same visit. */
  requestPickup(pickup: { parcels: readonly BookedParcel[]; day: string; place: string }): Promise<Outcome<null>>
  /** Cancels the booking with this reference; one that isn't there counts as cancelled. `refused`: it's under way. */
  cancel(booking: { reference: string; number: string | null }): Promise<Outcome<null>>
  /** What the carrier last said about parcels, by their numbers, at most 50. Those it doesn't know are left out. */
  track(numbers: readonly string[]): Promise<Outcome<CarrierNews[]>>
  /** Whether it delivers to a PIN, and takes cash there. */
  checkPin(pin: string, place: string): Promise<Outcome<{ delivers: boolean; takesCash: boolean }>>
  /** What a push says; `forged` without the secret, null if it can't be read. */
  readPush(headers: Headers, body: string): CarrierNews | 'forged' | null
}

/** What is booked. */
export interface NewParcel {
  /** By which the carrier knows it; at most 50 characters. */
  reference: string
  /** From `reserveNumber`. */
  number: string | null
  /** The carrier's name for where it's fetched. */
  place: string
  bookedAt: Date
  to: {
    firstName: string
    lastName: string
    street: string
    city: string
    state: string
    pin: string
    /** Ten digits. */
    phone: string
    phone2: string
  }
  /** The shop's own address: carriers get no customer's. */
  email: string
  seller: string
  /** What is collected at the door; 0: it's paid. */
  collect: Paise
  /** What the pieces in it cost. */
  value: Paise
  items: readonly { sku: string; name: string; quantity: number; price: Paise; hsn: string }[]
  grams: number
  lengthCm: number
  breadthCm: number
  heightCm: number
  note: string
}

export interface BookedParcel {
  number: string
  remoteId: string | null
  /** Null if the carrier carries it itself. */
  courier: string | null
}

/** A carrier's word about a parcel. */
export interface CarrierNews {
  number: string
  courier: string | null
  status: string
  /** Delhivery's type of status, or empty. */
  type: string
  /** By the carrier's clock. */
  at: Date
}
