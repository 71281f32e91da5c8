import { logProblem } from '#platform/browser/log-problem.ts'
import { findSession, readSession } from '#platform/browser/session.ts'
import { tabStorage } from '#platform/browser/storage.ts'
import { api } from '../api.ts'
import { type ChangeResult, failureOf, noUser } from '../cart/client.ts'
import { GUEST_KEYS, hasGuestLines, isForGuests } from '../cart/guest-lists.ts'
import { LINE_CHANGED } from '../cart/messages.ts'
import { parseLines } from '../cart/parse-line.ts'
import { createWaitingLine, guestWishes, type SelectedLine, selectionOf, WAITING_KEYS } from '../cart/waiting-lines.ts'
import type { WishlistLine } from './contract.ts'
import type { GuestWishlist } from './guest-wishlist.ts'
import { ADDED_TO_WISHLIST, WISHLIST_LINE_DELETED } from './messages.ts'
import { acceptWished, readWished } from './wished.ts'

/** What a guest's wishlist needs more, or null for a visitor who has to log in first. */
async function loadGuestWishlist() {
  if (!isForGuests('wishlist') || !tabStorage.isAllowed()) return null
  return (await import('./guest-wishlist.ts')).guestWishlist
}

/** The result of a change of a guest's wishlist; its response has the new list. */
function acceptGuestWishlist(message: string, response: Awaited<ReturnType<GuestWishlist['set']>>): ChangeResult {
  if (!response.ok) return failureOf('The wishlist of this device couldn’t be changed', response)
  acceptWished(parseLines(response.data.cart))
  return { kind: 'done', message }
}

/** Puts a line on the wishlist, or sets its quantity (SPEC section 7: one call for both). */
export async function addToWishlist(line: SelectedLine, options: { keepalive?: boolean } = {}): Promise<ChangeResult> {
  const session = await findSession()
  if (session === null) {
    const guest = await loadGuestWishlist()
    return guest === null ? noUser() : acceptGuestWishlist(ADDED_TO_WISHLIST, await guest.set(line))
  }
  const response = await api('POST /user/addToWishlist', { body: { userId: session.user.id, ...line } }, options)
  if (response.ok) {
    acceptWished(parseLines(response.data.wishlist))
    return { kind: 'done', message: response.data.message || ADDED_TO_WISHLIST }
  }
  return failureOf('The item couldn’t be added to the wishlist', response)
}

/** Replaces a line by others, whose quantities it sets, in one call: all of it or nothing. The first keeps its id. */
export async function replaceWishlistLine(
  { _id: wishlistItemId, ...line }: SelectedLine & { _id: string },
  lines: readonly SelectedLine[],
): Promise<ChangeResult> {
  const session = await findSession()
  if (session === null) {
    const guest = await loadGuestWishlist()
    return guest === null ? noUser() : acceptGuestWishlist(LINE_CHANGED, await guest.replace(line, lines))
  }
  const body = { userId: session.user.id, wishlistItemId, lines: [...lines] }
  const response = await api('POST /user/replaceWishlistLine', { body })
  if (!response.ok) return failureOf('A wishlist line couldn’t be changed', response)
  acceptWished(parseLines(response.data.wishlist))
  return { kind: 'done', message: response.data.message }
}

/** The wishlist of a visitor, or null if there is none or on failure (logged). */
async function fetchGuestWishlist(): Promise<WishlistLine[] | null> {
  const response = await (await loadGuestWishlist())?.request()
  // Somebody may have logged in meanwhile.
  if (response === undefined || readSession() !== null) return null
  if (!response.ok) {
    logProblem('The wishlist of this device couldn’t be loaded', response.status)
    return null
  }
  const lines = parseLines(response.data.cart)
  acceptWished(lines)
  return lines
}

/**
 * The wishlist, oldest first, after merging one from before the login into it; null on failure (logged). Without a
 * login it's the guest's if the shop has them, else null.
 */
export async function fetchWishlist(): Promise<WishlistLine[] | null> {
  const session = readSession()
  if (session === null) return fetchGuestWishlist()
  if (hasGuestLines('wishlist')) await (await import('./guest-wishlist.ts')).guestWishlist.merge(session.user.id)
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
  if (session === null) {
    if (!isForGuests('wishlist')) return noUser()
    const line = readWished()?.find(({ _id }) => _id === wishlistItemId)
    if (line === undefined) return { kind: 'failed' }
    guestWishes.drop(selectionOf(line))
    forgetLine(wishlistItemId)
    return { kind: 'done', message: WISHLIST_LINE_DELETED }
  }
  const response = await api('DELETE /user/deleteWishlist', { body: { userId: session.user.id, wishlistItemId } })
  if (response.ok && response.data.success) {
    forgetLine(wishlistItemId)
    return { kind: 'done', message: response.data.message }
  }
  return failureOf('A wishlist line couldn’t be deleted', response)
}

function forgetLine(id: string): void {
  acceptWished(readWished()?.filter(({ _id }) => _id !== id) ?? null)
}

/**
 * Stores the quantity of a visitor's line at once, because a request might not finish while the page is being left.
 */
export function keepGuestQuantity(line: WishlistLine, quantity: number): void {
  if (readSession() === null && isForGuests('wishlist')) guestWishes.set({ ...selectionOf(line), quantity })
}

/** A line that was to be added without a login. */
export const waitingWishlistLine = createWaitingLine(WAITING_KEYS.wishlist, addToWishlist)

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // Another tab changed a guest's wishlist, or cleared the whole storage (null).
    if ((key === GUEST_KEYS.wishlist || key === null) && readSession() === null && readWished() !== null)
      void fetchWishlist()
  })
