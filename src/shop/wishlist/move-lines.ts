import type { CartLine } from '../cart/contract.ts'
import { selectionOf } from '../cart/pending-line.ts'
import { type AddResult, addToCart, deleteCartLine, readCart, reloadCart } from '../cart/queries.ts'
import type { WishlistLine } from './contract.ts'
import { addToWishlist, deleteWishlistLine } from './queries.ts'

/**
 * Moves a line to the cart. A line that is in the cart already keeps the larger of both quantities, because the call sets
 * the quantity.
 */
export async function moveToCart(line: WishlistLine): Promise<AddResult> {
  if (readCart().status !== 'ready') await reloadCart()
  const inCart = readCart().lines.find((other) => isSameVariant(line, other))
  const outcome = await addToCart({ ...selectionOf(line), quantity: Math.max(line.quantity, inCart?.quantity ?? 0) })
  if (outcome.kind === 'added') await deleteWishlistLine(line._id)
  return outcome
}

/** Moves a line of the cart to the wishlist, whose quantity is limited by what is left too; of what is sold out it takes one. */
export async function moveToWishlist(line: CartLine): Promise<AddResult> {
  const outcome = await addToWishlist({
    ...selectionOf(line),
    quantity: Math.max(1, Math.min(line.quantity, line.available)),
  })
  if (outcome.kind === 'added') await deleteCartLine(line._id)
  return outcome
}

function isSameVariant(one: CartLine, other: CartLine): boolean {
  return one.productId._id === other.productId._id && one.color === other.color && one.size === other.size
}
