/** `booking`: the carrier is being asked; `cancelling`: it's being told that the parcel doesn't come. */
export const BOOKING_STATES = ['booking', 'booked', 'failed', 'cancelling', 'cancelled'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** A booking, and what its order says now. */
export interface BookedOrder {
  collect: number
  addressHash: string
  now: {
    /** True if the order counts, and is to be shipped. */
    isStanding: boolean
    collect: number
    addressHash: string
    /** True if each piece of the booking is still to leave. */
    hasPieces: boolean
  }
}

/** Why a booking isn't wanted as it is any more, as a sentence, or null. */
export function staleReason({ collect, addressHash, now }: BookedOrder): string | null {
  if (!now.isStanding) return 'The order was cancelled.'
  if (!now.hasPieces) return 'Some of its pieces aren’t to send any more.'
  if (now.collect !== collect)
    return now.collect === 0
      ? 'The order is paid, and the carrier would have collected cash.'
      : 'What is to collect at the door has changed.'
  return now.addressHash === addressHash ? null : 'The address was changed.'
}

/** The reference of an order's next booking, of which it had so many. */
export function bookingReference(orderNumber: string, before: number): string {
  return before === 0 ? orderNumber : `${orderNumber}-${before + 1}`
}
