/** `booking`: the carrier is being asked; `cancelling`: it's being told that the parcel doesn't come. */
export const BOOKING_STATES = ['booking', 'booked', 'failed', 'cancelling', 'cancelled'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** `return`: the carrier fetches the old piece of an exchange from its customer. */
export const BOOKING_KINDS = ['parcel', 'return'] as const
export type BookingKind = (typeof BOOKING_KINDS)[number]

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
  return now.addressHash === addressHash ? null : ADDRESS_CHANGED
}

/** What a return's exchange says now. */
export interface ExchangeNow {
  orderId: string
  orderNumber: number
  isApproved: boolean
  /** True if it was refused, or its customer cancelled it. The old piece of a refunded one still comes back. */
  isCancelled: boolean
  isRefunded: boolean
  isReceived: boolean
  /** The pick-up that its customer sees. */
  pickupCarrier: string | null
  pickupNumber: string | null
  /** True if that one isn't of a booking. */
  isByHand: boolean
  addressHash: string
  /** Of an address in India. */
  pin: string | null
  /** What comes back, by SKU. */
  pieces: Record<string, number>
}

/** A booked return, and what its exchange says now. */
export interface BookedReturn {
  addressHash: string
  now: Pick<ExchangeNow, 'isCancelled' | 'isReceived' | 'isByHand' | 'addressHash'>
}

/** Why a pick-up isn't wanted any more, as a sentence, or null. */
export function staleReturnReason({ addressHash, now }: BookedReturn): string | null {
  if (now.isCancelled) return 'The exchange was cancelled.'
  if (now.isReceived) return 'The old piece is back.'
  if (now.isByHand) return 'Another pick-up was recorded.'
  return now.addressHash === addressHash ? null : ADDRESS_CHANGED
}

/** Why nothing is to be fetched for an exchange, as a sentence, or null. */
export function whyNotFetched(now: ExchangeNow): string | null {
  if (now.isCancelled || now.isRefunded) return 'This exchange has ended.'
  if (!now.isApproved) return 'This exchange isn’t approved yet. Approve it first.'
  if (now.isReceived) return 'The old piece is back.'
  return now.pickupNumber === null
    ? null
    : `A pick-up is recorded already: ${now.pickupCarrier ?? ''} ${now.pickupNumber}.`
}

const ADDRESS_CHANGED = 'The address was changed.'

/** The reference of an order's next booking, of which it had so many. */
export function bookingReference(orderNumber: string, before: number): string {
  return before === 0 ? orderNumber : `${orderNumber}-${before + 1}`
}
