import { refreshCached } from '#platform/browser/cached-copy.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { findSession, readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { type AddResult, toAddResult } from '../cart/client.ts'
import { parseLines } from '../cart/parse-line.ts'
import { createPendingLine, type SelectedLine } from '../cart/pending-line.ts'
import type { WishlistLine } from './contract.ts'
import { ADDED_TO_WISHLIST } from './messages.ts'
import { acceptWished, readWished } from './wished.ts'

/** Puts a line on the wishlist, or sets its quantity (SPEC section 7: one call for both). */
export async function addToWishlist(line: SelectedLine, options: { keepalive?: boolean } = {}): Promise<AddResult> {
  const session = await findSession()
  if (session === null) return { kind: 'no-user' }
  const response = await api('POST /user/addToWishlist', { body: { userId: session.user.id, ...line } }, options)
  if (response.ok) {
    acceptWished(parseLines(response.data.wishlist))
    refreshCached('wishlist', fetchWishlist)
    return { kind: 'added', message: response.data.message || ADDED_TO_WISHLIST }
  }
  return toAddResult('The wishlist did not take the item', response)
}

/** The wishlist, oldest first; null without a login or on failure (logged). */
export async function fetchWishlist(): Promise<WishlistLine[] | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('GET /user/wishlist/{userId}', { params: { userId: session.user.id } })
  if (!response.ok) {
    logProblem('The wishlist could not be loaded', response.status)
    return null
  }
  const lines = parseLines(response.data.wishlist)
  acceptWished(lines)
  return lines
}

let loading = false

/** Loads the wishlist for the hearts on cards, unless it is known; later responses keep it up to date. */
export async function loadWished(): Promise<void> {
  if (loading || readWished() !== null) return
  loading = true
  await fetchWishlist()
  loading = false
}

/** Deletes a line. Resolves to the server's message; to null where that failed, which is only logged (SPEC section 8). */
export async function deleteWishlistLine(wishlistItemId: string): Promise<string | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('DELETE /user/deleteWishlist', { body: { userId: session.user.id, wishlistItemId } })
  if (response.ok && response.data.success) {
    acceptWished(readWished()?.filter(({ _id }) => _id !== wishlistItemId) ?? null)
    refreshCached('wishlist', fetchWishlist)
    return response.data.message
  }
  logProblem('A wishlist line could not be deleted', response.status)
  return null
}

/** A line that was to be added without a login. */
export const pendingWishlistLine = createPendingLine('pendingWishlistLine', addToWishlist)
