import { deviceStorage } from '#platform/browser/storage.ts'

/** The local storage keys of what visitors put on a list before they log in (waiting-lines.ts). */
export const GUEST_KEYS = { cart: 'guestCart', wishlist: 'guestWishlist' } as const

/** A list that the owner can open to visitors: the settings `cart.guests` and `wishlist.guests` (decision 018). */
export type GuestList = keyof typeof GUEST_KEYS

/** True if this device has lines of a visitor's list. */
export function hasGuestLines(list: GuestList): boolean {
  return deviceStorage.has(GUEST_KEYS[list])
}

/** True if visitors have this list, according to the document. */
export function isForGuests(list: GuestList): boolean {
  return document.querySelector(`meta[name=guest-${list}]`) !== null
}

/** Deletes what visitors put on their lists, before somebody else uses this browser. */
export function clearGuestLines(): void {
  for (const key of Object.values(GUEST_KEYS)) deviceStorage.write(key, null)
}
