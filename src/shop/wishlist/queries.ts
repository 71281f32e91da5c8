import { logProblem } from '#platform/browser/log-problem.ts'
import { findSession, readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { type ChosenLine, createPendingLine } from '../cart/pending-line.ts'
import { type PutAside, refusalOf } from '../cart/queries.ts'
import { readLines } from '../cart/read-line.ts'
import type { WishlistLine } from './contract.ts'
import { ADDED_TO_WISHLIST } from './messages.ts'

const pending = createPendingLine('pendingWishlistLine')

/** Puts a line on the wishlist, or sets its quantity (SPEC section 7: one call for both). */
export async function addToWishlist(line: ChosenLine, options: { keepalive?: boolean } = {}): Promise<PutAside> {
  const session = await findSession()
  if (session === null) return { kind: 'no-user' }
  const answer = await api('POST /user/addToWishlist', { body: { userId: session.user.id, ...line } }, options)
  if (answer.ok) return { kind: 'added', message: answer.data.message || ADDED_TO_WISHLIST }
  return refusalOf('The wishlist did not take the item', answer)
}

/** The wishlist, oldest first; null when nobody is logged in or it could not be had (logged). */
export async function fetchWishlist(): Promise<WishlistLine[] | null> {
  const session = readSession()
  if (session === null) return null
  const answer = await api('GET /user/wishlist/{userId}', { params: { userId: session.user.id } })
  if (!answer.ok) {
    logProblem('The wishlist could not be loaded', answer.status)
    return null
  }
  return readLines(answer.data.wishlist)
}

/** Takes a line off; the server's sentence, or null: a failure is only logged (SPEC section 8). */
export async function deleteWishlistLine(wishlistItemId: string): Promise<string | null> {
  const session = readSession()
  if (session === null) return null
  const answer = await api('DELETE /user/deleteWishlist', { body: { userId: session.user.id, wishlistItemId } })
  if (answer.ok && answer.data.success) return answer.data.message
  logProblem('A wishlist line could not be deleted', answer.status)
  return null
}

/** Keeps a choice over the login. `from` is the path to come back to. */
export function keepPendingWishlistLine(line: ChosenLine, from: string): void {
  pending.keep(line, from)
}

/** After a login: puts the kept line on the wishlist. Null: none was kept. */
export async function finishPendingWishlistLine(): Promise<{ outcome: PutAside; from: string } | null> {
  const kept = pending.take()
  return kept === null ? null : { outcome: await addToWishlist(kept.line), from: kept.from }
}
