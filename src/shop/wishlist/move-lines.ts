import {
  addToCart,
  type ChangeResult,
  deleteCartLine,
  failureOf,
  noUser,
  readCart,
  reloadCart,
} from '../cart/client.ts'
import type { CartLine } from '../cart/contract.ts'
import { isSameLine, selectionOf } from '../cart/waiting-lines.ts'
import { addToWishlist, deleteWishlistLine, fetchWishlist } from './client.ts'
import type { WishlistLine } from './contract.ts'
import { readWished } from './wished.ts'

/*
 * The calls set a quantity, and a line on both lists gets the larger of the two quantities. So nothing is moved if the
 * other list couldn't be loaded.
 */

/** Moves a line to the cart. */
export async function moveToCart(line: WishlistLine): Promise<ChangeResult> {
  const selection = selectionOf(line)
  const loaded = readCart().status === 'ready' ? 'ready' : await reloadCart()
  if (loaded === 'no-user') return noUser()
  if (loaded !== 'ready') return failureOf('The line wasn’t moved', { ok: false, status: 0 })
  const inCart = readCart().lines.find((other) => isSameLine(selection, selectionOf(other)))
  const outcome = await addToCart({ ...selection, quantity: Math.max(line.quantity, inCart?.quantity ?? 0) })
  if (outcome.kind === 'done') await deleteWishlistLine(line._id)
  return outcome
}

/** Moves a line of the cart to the wishlist. There too a quantity is at most what's left, or 1 if nothing is left. */
export async function moveToWishlist(line: CartLine): Promise<ChangeResult> {
  const selection = selectionOf(line)
  const wishlist = readWished() ?? (await fetchWishlist())
  if (wishlist === null) return failureOf('The line wasn’t moved', { ok: false, status: 0 })
  const wished = wishlist.find((other) => isSameLine(selection, selectionOf(other)))
  const larger = Math.max(line.quantity, wished?.quantity ?? 0)
  const outcome = await addToWishlist({ ...selection, quantity: Math.max(1, Math.min(larger, line.available)) })
  if (outcome.kind === 'done') await deleteCartLine(line._id)
  return outcome
}
