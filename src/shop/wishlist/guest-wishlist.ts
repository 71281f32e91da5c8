import { api } from '../api.ts'
import { createGuestList } from '../cart/guest-list.ts'
import { guestWishes } from '../cart/waiting-lines.ts'
import { GUEST_WISHLIST_FULL, noLongerWished } from './messages.ts'

/** A guest's wishlist. Loaded only in a shop that has them, and after a login on a device with one. */
export const guestWishlist = createGuestList({
  lines: guestWishes,
  async price(lines) {
    const response = await api('POST /user/guestWishlist', { body: { lines } })
    return response.ok ? { ...response, data: { cart: response.data.wishlist } } : response
  },
  merge: (userId, lines) => api('POST /user/mergeWishlist', { body: { userId, lines } }),
  full: GUEST_WISHLIST_FULL,
  noLongerSold: noLongerWished,
  // As in an account: it waits for its return.
  maxWhenSoldOut: 1,
})

export type GuestWishlist = typeof guestWishlist
