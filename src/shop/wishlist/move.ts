import type { CartLine } from '../cart/contract.ts'
import { addToCart, choiceOf, deleteCartLine, type PutAside, readCart, reloadCart } from '../cart/queries.ts'
import type { WishlistLine } from './contract.ts'
import { addToWishlist, deleteWishlistLine } from './queries.ts'

/**
 * Moves a wish into the cart with its colour and size. A line that is there already keeps the larger
 * of both quantities: the call sets, and a wish must not take pieces out of a cart.
 */
export async function moveToCart(line: WishlistLine): Promise<PutAside> {
  if (readCart().status !== 'ready') await reloadCart()
  const there = readCart().lines.find((other) => isSame(line, other))
  const outcome = await addToCart({ ...choiceOf(line), quantity: Math.max(line.quantity, there?.quantity ?? 0) })
  if (outcome.kind === 'added') await deleteWishlistLine(line._id)
  return outcome
}

/** The way back: from the cart to the wishlist, which like the cart takes no more than are left. */
export async function moveToWishlist(line: CartLine): Promise<PutAside> {
  const outcome = await addToWishlist({ ...choiceOf(line), quantity: Math.min(line.quantity, line.available) })
  if (outcome.kind === 'added') await deleteCartLine(line._id)
  return outcome
}

function isSame(one: CartLine, other: CartLine): boolean {
  return one.productId._id === other.productId._id && one.color === other.color && one.size === other.size
}
