import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'

/** The token of the link that shows the wishlist to others; null if it isn't shared, or on failure (logged). */
export async function findWishlistLink(): Promise<string | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('GET /user/wishlistLink/{userId}', { params: { userId: session.user.id } })
  if (response.ok) return response.data.token
  logProblem('The link of the wishlist couldn’t be loaded', response.status)
  return null
}

/** Makes that link if there is none. Null on failure. */
export async function makeWishlistLink(): Promise<string | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('POST /user/wishlistLink', { body: { userId: session.user.id } })
  return response.ok ? response.data.token : null
}

/** Ends that link for good. False on failure. */
export async function stopSharingWishlist(): Promise<boolean> {
  const session = readSession()
  if (session === null) return false
  return (await api('DELETE /user/wishlistLink', { body: { userId: session.user.id } })).ok
}
