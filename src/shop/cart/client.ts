import { useSyncExternalStore } from 'react'
import { refreshCached } from '#platform/browser/cached-copy.ts'
import { createListeners } from '#platform/browser/listeners.ts'
import { isStored } from '#platform/browser/local-store.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { checkConnection, isOffline, offlineSentence } from '#platform/browser/offline.ts'
import { hasQueuedChanges } from '#platform/browser/queue-key.ts'
import { findSession, readSession, subscribeSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import type { CartLine, LineToSet } from './contract.ts'
import { ADDED_TO_CART, CART_LINE_DELETED } from './messages.ts'
import { parseLines } from './parse-line.ts'
import {
  createPendingLine,
  GUEST_CART_KEY,
  isGuestCartEnabled,
  type SelectedLine,
  selectionOf,
} from './pending-line.ts'
import { createQuantityQueue, onPageLeave } from './quantity-queue.ts'
import { resetSeenPrices, saveSeenPrices } from './seen-prices.ts'
import { setCartCount } from './ui/cart-drawer-state.ts'

/*
 * The cart in the browser: a small store outside React, so that header, drawer, cart page and product page show the same
 * lines. Every response with a cart replaces it.
 */

/** `unknown`: not loaded in this session. After `failed` the lines are the last known ones. */
export type CartState = { status: 'unknown' | 'loading' | 'ready' | 'failed'; lines: readonly CartLine[] }

/**
 * The result of adding to the cart or the wishlist. `refused`: not enough stock, with the server's message. `no-user`:
 * nothing was sent. `failed`: everything else (SPEC section 8).
 */
export type AddResult =
  | { kind: 'added'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'no-user' }
  | { kind: 'failed' }

const EMPTY: CartState = { status: 'unknown', lines: [] }

let state: CartState = EMPTY
/** The lines of the last response, without pending quantities. */
let serverLines: readonly CartLine[] = []
/** The module for changes made without a connection; loaded where there are such changes, or the connection is lost. */
let unsent: typeof import('./unsent-lines.ts') | null = null
/** The id of the customer whose lines they are; null: a visitor's. */
let owner: string | null = null
/** The module for a visitor's cart; loaded only where there is such a cart. */
let guest: typeof import('./guest-cart.ts') | null = null
const loadGuestCart = async () => {
  guest ??= await import('./guest-cart.ts')
  return guest
}
/** Counts loads, so that a late response does not replace a newer one. */
let requestId = 0
const listeners = createListeners()

/** The current cart; the same object until something changes. */
export function readCart(): CartState {
  return state
}

/** Calls `listener` after every change of the cart. @returns the function that unsubscribes */
export const subscribeCart = listeners.subscribe

/** The cart for a component; unknown and empty during hydration. `reloadCart` loads it. */
export function useCart(): CartState {
  return useSyncExternalStore(subscribeCart, readCart, () => EMPTY)
}

/**
 * Loads the cart of the customer, after merging a cart from before the login into it; or a visitor's, where the shop lets
 * visitors fill one. `no-user`: nothing was sent; `failed`: logged. The cart screens go to /login for both (SPEC section 8).
 * `offline`: there is no connection, and no copy on this device. Of parallel loads the last one wins.
 */
export async function reloadCart(): Promise<'ready' | 'no-user' | 'failed' | 'offline'> {
  const userId = readSession()?.user.id ?? null
  if (userId === null && !isGuestCartEnabled()) return 'no-user'
  const current = ++requestId
  owner = userId
  show('loading')
  if (userId !== null && isStored(GUEST_CART_KEY)) {
    const merge = loadGuestCart().then(({ mergeGuestCart }) => mergeGuestCart(userId))
    await merge.catch((error: unknown) => logProblem('The cart of this device was not merged', error))
  }
  const response = userId === null ? await (await loadGuestCart()).requestGuestCart() : await requestCart(userId)
  if (current !== requestId) return response.ok ? 'ready' : 'failed'
  if (!response.ok) {
    logProblem('The cart could not be loaded', response.status)
    show('failed')
    return response.status === 0 && !(await checkConnection()) ? 'offline' : 'failed'
  }
  acceptCart(response.data.cart)
  return 'ready'
}

function requestCart(userId: string) {
  return api('GET /user/getCartProduct/{userId}', { params: { userId } })
}

/** Replaces the lines by those of a response, as `parseLines` reads them. */
export function acceptCart(cart: unknown): void {
  requestId += 1
  owner = readSession()?.user.id ?? null
  serverLines = parseLines(cart)
  saveSeenPrices(serverLines)
  show('ready')
}

/** Takes out a line that the server has deleted. */
export function dropDeletedLine(cartItemId: string): void {
  serverLines = serverLines.filter(({ _id }) => _id !== cartItemId)
  show()
}

/**
 * Sets the quantity of a line, or adds the line (CONTRACT). `no-user`: save the line with `pendingCartLine` before going
 * to /login.
 */
export async function addToCart(line: SelectedLine, options: { keepalive?: boolean } = {}): Promise<AddResult> {
  const session = await findSession()
  if (session === null) return addAsGuest(line)
  const userId = session.user.id
  const response = isOffline() ? NOT_SENT : await setLine({ userId, ...line }, options)
  if (response.ok && response.data.message === ADDED_TO_CART) return { kind: 'added', message: response.data.message }
  if (response.status === 0 && (isOffline() || !(await checkConnection()))) {
    const message = (await loadUnsent())?.queueLine(userId, line)
    if (state.status === 'unknown') await reloadCart()
    if (message) return { kind: 'added', message }
  }
  return toAddResult('The cart did not take the item', response)
}

async function addAsGuest(line: SelectedLine): Promise<AddResult> {
  if (!isGuestCartEnabled()) return { kind: 'no-user' }
  const response = await (await loadGuestCart()).addGuestLine(line)
  if (!response.ok) return toAddResult('The cart did not take the item', response)
  acceptCart(response.data.cart)
  return { kind: 'added', message: ADDED_TO_CART }
}

const NOT_SENT = { ok: false, status: 0 } as const

/** Sends a line's quantity, and shows the cart of the response. */
export async function setLine(body: LineToSet, options: { keepalive?: boolean } = {}) {
  const response = await api('POST /user/addToCart', { body }, options)
  if (!response.ok || response.data.message !== ADDED_TO_CART) return response
  if (Array.isArray(response.data.cart)) acceptCart(response.data.cart)
  else void reloadCart()
  refreshCached('cart', () => requestCart(body.userId))
  return response
}

const quantities = createQuantityQueue<CartLine>(async (line, quantity, options) => {
  const outcome = await addToCart({ ...selectionOf(line), quantity }, options)
  if (outcome.kind === 'refused') logProblem('A quantity was not taken', outcome.message)
  await reloadCart()
}, show)

/**
 * Shows a new quantity at once and sends it after 500 ms without another change; then the cart is reloaded (SPEC 4). A
 * failure is only logged (SPEC section 8). `quantity` is 1 or more.
 */
export function changeQuantity(line: CartLine, quantity: number): void {
  if (readSession() === null) {
    if (guest === null) {
      logProblem('A quantity was changed without a login')
      return
    }
    // Stored at once: a request could not finish while the page is left.
    guest.setGuestLine({ ...selectionOf(line), quantity })
  }
  quantities.change(line, quantity)
  show()
}

/** Sends pending quantities now; resolves when the server has them. `keepalive`: also while the page unloads. */
export function flushCart(options: { keepalive?: boolean } = {}): Promise<void> {
  return quantities.flush(options)
}

export function hasPendingQuantities(): boolean {
  return quantities.isPending()
}

/** Deletes a line and reloads the cart. Returns the success message, or null: a failure is only logged (SPEC section 8). */
export async function deleteCartLine(cartItemId: string): Promise<string | null> {
  const session = readSession()
  const line = state.lines.find(({ _id }) => _id === cartItemId)
  const unsent = await quantities.drop(cartItemId)
  if (session === null) {
    if (guest === null || !line) return null
    guest.dropGuestLine(selectionOf(line))
    await reloadCart()
    return CART_LINE_DELETED
  }
  const userId = session.user.id
  const response = isOffline()
    ? NOT_SENT
    : await api('DELETE /user/deleteCartProduct', { body: { userId, cartItemId } })
  if (response.status === 0 && (isOffline() || !(await checkConnection()))) {
    const message = line && (await loadUnsent())?.queueRemoval(userId, cartItemId, selectionOf(line))
    if (message) return message
  }
  if (!response.ok || !response.data.success) {
    logProblem('A cart line could not be deleted', response.status)
    if (line && unsent) changeQuantity(line, unsent)
    return null
  }
  await reloadCart()
  return CART_LINE_DELETED
}

/** A line that was to be added without a login. */
export const pendingCartLine = createPendingLine('pendingCartLine', addToCart)

/** The outcome of a failed call: shoppers read that there is no connection, or a 409's message about stock; all else is logged. */
export function toAddResult(what: string, response: { ok: boolean; status: number; message?: string }): AddResult {
  const offline = offlineSentence(response)
  if (offline !== null) return { kind: 'refused', message: offline }
  if (response.status === 409 && response.message) return { kind: 'refused', message: response.message }
  logProblem(what, response.status)
  return { kind: 'failed' }
}

/** Applies unsent changes and pending quantities to the server's lines, and notifies the listeners. */
function show(status: CartState['status'] = state.status): void {
  const userId = readSession()?.user.id
  if (unsent === null && hasQueuedChanges()) void loadUnsent()
  const sent = userId === undefined || unsent === null ? serverLines : unsent.withUnsent(serverLines, userId)
  const lines = sent.map((line) => ({ ...line, quantity: quantities.quantityOf(line._id) ?? line.quantity }))
  state = { status, lines }
  if (status === 'ready') setCartCount(lines.reduce((sum, line) => sum + line.quantity, 0))
  listeners.notify()
}

if (typeof window !== 'undefined') {
  if (isOffline()) void loadUnsent()
  onPageLeave(() => void quantities.flush({ keepalive: true }))
  window.addEventListener('offline', () => void loadUnsent())
  window.addEventListener('storage', ({ key }) => {
    // Another tab has changed a visitor's cart, or cleared the whole storage (null).
    if ((key === GUEST_CART_KEY || key === null) && guest !== null && readSession() === null) void reloadCart()
  })
}

async function loadUnsent(): Promise<typeof unsent> {
  if (unsent === null) {
    unsent = await import('./unsent-lines.ts').catch(() => null)
    unsent?.subscribeQueue(() => {
      if (state !== EMPTY) show()
    })
    show()
  }
  return unsent
}

/** After a logout the next shopper on this browser must not see the cart. */
subscribeSession(() => {
  if (readSession() !== null || state === EMPTY || owner === null) return
  requestId += 1
  serverLines = []
  resetSeenPrices([])
  state = EMPTY
  setCartCount(0)
  listeners.notify()
})
