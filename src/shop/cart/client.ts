import { useSyncExternalStore } from 'react'
import { offlineSentence } from '#platform/browser/connection.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { findSession, readSession, subscribeSession } from '#platform/browser/session.ts'
import { STORAGE_BLOCKED, tabStorage } from '#platform/browser/storage.ts'
import { api } from '../api.ts'
import { type CartState, createCartState, UNKNOWN_CART } from './cart-state.ts'
import type { CartLine } from './contract.ts'
import { GUEST_KEYS, hasGuestLines, isForGuests } from './guest-lists.ts'
import { ADDED_TO_CART, CART_LINE_DELETED, LINE_CHANGED } from './messages.ts'
import {
  createWaitingLine,
  createWaitingQuantities,
  guestLines,
  isSameLine,
  onPageLeave,
  type SelectedLine,
  selectionOf,
  WAITING_KEYS,
} from './waiting-lines.ts'

/**
 * The result of a change of the cart or the wishlist. `refused`: not enough stock, with the server's message. `unsent`:
 * no connection, so the same change may be tried again. `no-user`: nothing was sent. `failed`: everything else (SPEC
 * section 8).
 */
export type ChangeResult =
  | { kind: 'done' | 'refused' | 'unsent'; message: string }
  | { kind: 'no-user' }
  | { kind: 'failed' }

const waiting = createWaitingQuantities<CartLine>(sendQuantity, () => cart.refresh())
const cart = createCartState(waiting.applyTo)

/** Loaded only in a shop that has them, and after a login on a device with one. */
async function loadGuestCart() {
  return (await import('./guest-cart.ts')).guestCart
}

/** The current cart; the same object until something changes. */
export const readCart = cart.read

/** The cart for a component; unknown and empty during hydration. `reloadCart` loads it. */
export function useCart(): CartState {
  return useSyncExternalStore(cart.subscribe, cart.read, () => UNKNOWN_CART)
}

/**
 * Loads the customer's cart, after merging a cart from before the login into it, or a guest's cart if the shop has
 * them. `no-user`: nothing was sent. `failed`: logged. The cart screens go to /login for both (SPEC section 8).
 * `offline`: there's no connection. Of parallel loads the last one wins.
 */
export async function reloadCart(): Promise<'ready' | 'no-user' | 'failed' | 'offline'> {
  const userId = readSession()?.user.id ?? null
  if (userId === null && !isForGuests('cart')) return 'no-user'
  const isWanted = cart.startLoad(userId)
  if (userId !== null && hasGuestLines('cart')) await (await loadGuestCart()).merge(userId)
  const response =
    userId === null
      ? await (await loadGuestCart()).request()
      : await api('GET /user/getCartProduct/{userId}', { params: { userId } })
  if (!isWanted()) return response.ok ? 'ready' : 'failed'
  if (response.ok) {
    acceptCart(response.data.cart)
    return 'ready'
  }
  logProblem('The cart couldn’t be loaded', response.status)
  cart.failLoad()
  return offlineSentence(response) === null ? 'failed' : 'offline'
}

/** Shows the lines of a response. */
export function acceptCart(lines: unknown): void {
  cart.accept(lines, readSession()?.user.id ?? null)
}

/**
 * Sets the quantity of a line, or adds the line (CONTRACT). `no-user`: save the line with `waitingCartLine` before
 * going to /login.
 */
export async function addToCart(line: SelectedLine, options: { keepalive?: boolean } = {}): Promise<ChangeResult> {
  const session = await findSession()
  if (session === null) return addAsGuest(line)
  const response = await api('POST /user/addToCart', { body: { userId: session.user.id, ...line } }, options)
  if (!response.ok || !response.data.success) return failureOf('The item couldn’t be added to the cart', response)
  if (Array.isArray(response.data.cart)) acceptCart(response.data.cart)
  else void reloadCart()
  return { kind: 'done', message: response.data.message || ADDED_TO_CART }
}

/**
 * Adds pieces to those of the same colour and size in the cart: the call alone would set their number. Nothing is sent if
 * the cart couldn't be loaded. As `addToCart` otherwise.
 */
export async function addMoreToCart(line: SelectedLine): Promise<ChangeResult> {
  // A quantity that waits would be sent after the sum.
  await waiting.flush()
  const loaded = cart.read().status === 'ready' ? 'ready' : await reloadCart()
  if (loaded === 'no-user') return noUser()
  if (loaded === 'offline') return failureOf('The item wasn’t added to the cart', { ok: false, status: 0 })
  if (loaded === 'failed') return { kind: 'failed' }
  const inCart = cart.read().lines.find((other) => isSameLine(line, selectionOf(other)))
  return addToCart({ ...line, quantity: line.quantity + (inCart?.quantity ?? 0) })
}

/**
 * Replaces a line by others, whose quantities it sets, in one call: all of it or nothing. The first keeps the line's id.
 * Waiting quantities are sent first, since they would add the old line again.
 */
export async function replaceCartLine(
  { _id, ...line }: SelectedLine & { _id: string },
  lines: readonly SelectedLine[],
): Promise<ChangeResult> {
  await flushCart()
  if (waiting.hasAny()) return { kind: 'unsent', message: NEEDS_CONNECTION }
  const session = await findSession()
  if (session === null && !isForGuests('cart')) return noUser()
  const response =
    session === null
      ? await (await loadGuestCart()).replace(line, lines)
      : await api('POST /user/replaceCartLine', {
          body: { userId: session.user.id, cartItemId: _id, lines: [...lines] },
        })
  if (!response.ok) {
    // Another tab may have removed the line.
    if (response.status === 404) void reloadCart()
    return failureOf('A cart line couldn’t be changed', response)
  }
  acceptCart(response.data.cart)
  return { kind: 'done', message: LINE_CHANGED }
}

async function addAsGuest(line: SelectedLine): Promise<ChangeResult> {
  if (!isForGuests('cart') || !tabStorage.isAllowed()) return noUser()
  const response = await (await loadGuestCart()).set(line)
  if (!response.ok) return failureOf('The item couldn’t be added to the cart', response)
  acceptCart(response.data.cart)
  return { kind: 'done', message: ADDED_TO_CART }
}

/** The result of a change that needs a login. If the browser blocks storage, there can't be one. */
export function noUser(): ChangeResult {
  return tabStorage.isAllowed() ? { kind: 'no-user' } : { kind: 'refused', message: STORAGE_BLOCKED }
}

/**
 * The result of a failed call. Shoppers read that there's no connection, or a 409's message about stock; all else is
 * logged.
 */
export function failureOf(what: string, response: { ok: boolean; status: number; message?: string }): ChangeResult {
  const offline = offlineSentence(response)
  if (offline !== null) return { kind: 'unsent', message: offline }
  if (response.status === 409 && response.message) return { kind: 'refused', message: response.message }
  logProblem(what, response.status)
  return { kind: 'failed' }
}

/**
 * Shows a new quantity at once and sends it after 500 ms without another change, then reloads the cart (SPEC 4). A
 * failure is only logged (SPEC section 8). Without a connection the line stays as shown, and is `isUnsent`.
 * @param quantity 1 or more
 */
export function changeQuantity(line: CartLine, quantity: number): void {
  if (readSession() === null) {
    if (!isForGuests('cart')) {
      logProblem('A quantity was changed without a login')
      return
    }
    // Stored at once: a request might not finish while the page is being left.
    guestLines.set({ ...selectionOf(line), quantity })
  }
  waiting.change(line, quantity)
  cart.refresh()
}

async function sendQuantity(line: CartLine, quantity: number, options: { keepalive: boolean }): Promise<boolean> {
  const result = await addToCart({ ...selectionOf(line), quantity }, options)
  if (result.kind === 'unsent') return false
  if (result.kind === 'refused') logProblem('A quantity was refused', result.message)
  await reloadCart()
  return true
}

/**
 * Sends the waiting quantities now. Resolves when the server has them, or can't be reached. `keepalive`: also while the
 * page unloads.
 */
export const flushCart = waiting.flush

export const hasWaitingQuantities = waiting.hasAny

/** Deletes a line and reloads the cart. `failed` is only logged (SPEC section 8). */
export async function deleteCartLine(cartItemId: string): Promise<ChangeResult> {
  const session = readSession()
  const line = cart.read().lines.find(({ _id }) => _id === cartItemId)
  const quantity = await waiting.drop(cartItemId)
  if (session === null) {
    if (!isForGuests('cart') || !line) return { kind: 'failed' }
    guestLines.drop(selectionOf(line))
    cart.drop(cartItemId)
  } else {
    const response = await api('DELETE /user/deleteCartProduct', { body: { userId: session.user.id, cartItemId } })
    if (!response.ok || !response.data.success) {
      if (line && quantity) changeQuantity(line, quantity)
      return failureOf('A cart line couldn’t be deleted', response)
    }
  }
  await reloadCart()
  return { kind: 'done', message: CART_LINE_DELETED }
}

/** A line that was to be added without a login. */
export const waitingCartLine = createWaitingLine(WAITING_KEYS.cart, addMoreToCart)

if (typeof window !== 'undefined') {
  onPageLeave(() => void waiting.flush({ keepalive: true }))
  window.addEventListener('storage', ({ key }) => {
    // Another tab changed a guest's cart, or cleared the whole storage (null).
    const isGuestCart = (key === GUEST_KEYS.cart || key === null) && readSession() === null && isForGuests('cart')
    if (isGuestCart && cart.read() !== UNKNOWN_CART) void reloadCart()
  })
}

subscribeSession(() => {
  if (readSession() === null && cart.forgetCustomer()) waiting.clear()
})
