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
  fetchLabel(parcel: Pick<BookedParcel, 'number' | 'remoteId'>): Promise<Outcome<Uint8Array>>
  /**
   * Asks for parcels to be fetched on a day in India (YYYY-MM-DD). Asked again, it's the same visit. Says the day that the
   * carrier has for each, in their order: of one that was asked for before it's perhaps another; null if it doesn't say.
   */
  requestPickup(pickup: {
    parcels: readonly (Pick<BookedParcel, 'remoteId'> & { reference: string })[]
    day: string
    place: string
  }): Promise<Outcome<(string | null)[]>>
  /** Cancels the booking with this reference; one that isn't there counts as cancelled. `refused`: it's under way. */
  cancel(booking: Pick<NewParcel, 'reference' | 'number' | 'isReturn' | 'bookedAt'>): Promise<Outcome<null>>
  /** What the carrier last said about parcels, by their numbers, at most 50. Those it doesn't know are left out. */
  track(numbers: readonly string[]): Promise<Outcome<CarrierNews[]>>
  /** Whether it delivers to a PIN, and takes cash there. */
  checkPin(pin: string, place: string): Promise<Outcome<{ delivers: boolean; takesCash: boolean }>>
  /** Whether it fetches what somebody at a PIN sends back to a place of the shop. */
  checkReturn(pin: string, place: string): Promise<Outcome<boolean>>
  /** What a push says; `forged` without the secret, null if it can't be read. */
  readPush(headers: Headers, body: string): CarrierNews | 'forged' | null
}

/** What is booked. */
export interface NewParcel {
  /** It's fetched from the customer and brought to the shop, on a day that the carrier chooses. */
  isReturn: boolean
  /** By which the carrier knows it; at most 50 characters. */
  reference: string
  /** From `reserveNumber`. */
  number: string | null
  /** The carrier's name for the shop's place: where a parcel is fetched, and where a return is brought. */
  place: string
  bookedAt: Date
  customer: {
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
  /** The day in India on which a return is fetched, if the carrier says so. */
  pickupOn: string | null
}

/** A carrier's word about a parcel. */
export interface CarrierNews {
  number: string
  courier: string | null
  status: string
  /** Delhivery's type of status, or empty. */
  type: string
  /** The carrier says that it's on its way from a customer to the shop. */
  isReturn: boolean
  /** By the carrier's clock. */
  at: Date
}
