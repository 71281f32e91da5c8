import { logProblem } from '#platform/browser/log-problem.ts'
import { findSession, readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { type ChangeResult, failureOf, noUser } from '../cart/client.ts'
import { parseLines } from '../cart/parse-line.ts'
import { createWaitingLine, type SelectedLine, WAITING_KEYS } from '../cart/waiting-lines.ts'
import type { WishlistLine } from './contract.ts'
import { ADDED_TO_WISHLIST } from './messages.ts'
import { acceptWished, readWished } from './wished.ts'

/** Puts a line on the wishlist, or sets its quantity (SPEC section 7: one call for both). */
export async function addToWishlist(line: SelectedLine, options: { keepalive?: boolean } = {}): Promise<ChangeResult> {
  const session = await findSession()
  if (session === null) return noUser()
  const response = await api('POST /user/addToWishlist', { body: { userId: session.user.id, ...line } }, options)
  if (response.ok) {
    acceptWished(parseLines(response.data.wishlist))
    return { kind: 'done', message: response.data.message || ADDED_TO_WISHLIST }
  }
  return failureOf('The item couldn’t be added to the wishlist', response)
}

/** Replaces a line by others, whose quantities it sets, in one call: all of it or nothing. The first keeps its id. */
export async function replaceWishlistLine(
  wishlistItemId: string,
  lines: readonly SelectedLine[],
): Promise<ChangeResult> {
  const session = await findSession()
  if (session === null) return noUser()
  const body = { userId: session.user.id, wishlistItemId, lines: [...lines] }
  const response = await api('POST /user/replaceWishlistLine', { body })
  if (!response.ok) return failureOf('A wishlist line couldn’t be changed', response)
  acceptWished(parseLines(response.data.wishlist))
  return { kind: 'done', message: response.data.message }
}

/** The wishlist, oldest first; null without a login or on failure (logged). */
export async function fetchWishlist(): Promise<WishlistLine[] | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('GET /user/wishlist/{userId}', { params: { userId: session.user.id } })
  if (!response.ok) {
    logProblem('The wishlist couldn’t be loaded', response.status)
    return null
  }
  const lines = parseLines(response.data.wishlist)
  acceptWished(lines)
  return lines
}

const loading: { current: Promise<unknown> | null } = { current: null }

/** Loads the wishlist for the hearts on cards, unless it is known; later responses keep it up to date. */
export async function loadWished(): Promise<void> {
  if (readWished() !== null) return
  loading.current ??= fetchWishlist()
  await loading.current
  loading.current = null
}

/** Deletes a line. `failed` is only logged (SPEC section 8). */
export async function deleteWishlistLine(wishlistItemId: string): Promise<ChangeResult> {
  const session = readSession()
  if (session === null) return noUser()
  const response = await api('DELETE /user/deleteWishlist', { body: { userId: session.user.id, wishlistItemId } })
  if (response.ok && response.data.success) {
    acceptWished(readWished()?.filter(({ _id }) => _id !== wishlistItemId) ?? null)
    return { kind: 'done', message: response.data.message }
  }
  return failureOf('A wishlist line couldn’t be deleted', response)
}

/** A line that was to be added without a login. */
export const waitingWishlistLine = createWaitingLine(WAITING_KEYS.wishlist, addToWishlist)
