import { api } from '../api.ts'
import { createGuestList } from './guest-list.ts'
import { isForGuests } from './guest-lists.ts'
import { GUEST_CART_FULL, noLongerSold } from './messages.ts'
import { guestLines } from './waiting-lines.ts'

/** A guest's cart. */
export const guestCart = createGuestList({
  lines: guestLines,
  price: (lines) => api('POST /user/guestCart', { body: { lines } }),
  merge: (userId, lines) => api('POST /user/mergeCart', { body: { userId, lines } }),
  full: GUEST_CART_FULL,
  noLongerSold,
  maxWhenSoldOut: 0,
})

/** The number of items in a guest's cart, or 0 if the shop has no guest carts. */
export function countGuestLines(): number {
  return isForGuests('cart') ? guestLines.read().reduce((sum, { quantity }) => sum + quantity, 0) : 0
}
