import { useSyncExternalStore } from 'react'
import { logProblem } from '#platform/browser/log-problem.ts'
import { findSession, readSession, subscribeSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import type { CartLine, LineToSet } from './contract.ts'
import { ADDED_TO_CART, CART_LINE_DELETED } from './messages.ts'
import { type ChosenLine, createPendingLine } from './pending-line.ts'
import { createQuantityQueue, onPageLeave } from './quantity-queue.ts'
import { readLines } from './read-line.ts'
import { noteSeenPrices, settleSeenPrices } from './seen-prices.ts'
import { setCartCount } from './ui/cart-signals.ts'

/*
 * The cart as the browser knows it: one small store outside React, so that header, drawer, cart page and product page
 * show the same lines. The server's answer is the only truth; every answer with a cart replaces what stands here.
 */

/** `unknown`: never asked for in this session. After `failed` the lines are the last known ones. */
export type CartState = { status: 'unknown' | 'loading' | 'ready' | 'failed'; lines: readonly CartLine[] }

/**
 * What became of putting something into the cart or the wishlist. `refused`: not enough stock, with the server's
 * sentence; the shopper stays where they are. `no-user`: nothing was sent. `failed`: everything else (SPEC section 8).
 */
export type PutAside =
  | { kind: 'added'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'no-user' }
  | { kind: 'failed' }

const EMPTY: CartState = { status: 'unknown', lines: [] }

let state: CartState = EMPTY
/** The lines as the server last told them, without the changes that are on their way. */
let told: readonly CartLine[] = []
let asked = 0
const listeners = new Set<() => void>()
const pending = createPendingLine('pendingCartLine')

/** The cart right now; the same object until something changes. */
export function readCart(): CartState {
  return state
}

/** Calls `listener` after every change of the cart; answers the way to stop it. */
export function subscribeCart(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The cart for a component; unknown and empty while the page hydrates. Does not load it: see `reloadCart`. */
export function useCart(): CartState {
  return useSyncExternalStore(subscribeCart, readCart, () => EMPTY)
}

/**
 * Asks the server for the cart. `no-user`: nobody is logged in and nothing was sent; `failed`: logged, and the cart
 * screens go to /login for both (SPEC section 8). When several are under way the last one asked for wins.
 */
export async function reloadCart(): Promise<'ready' | 'no-user' | 'failed'> {
  const session = readSession()
  if (session === null) return 'no-user'
  const turn = ++asked
  show('loading')
  const answer = await api('GET /user/getCartProduct/{userId}', { params: { userId: session.user.id } })
  if (turn !== asked) return answer.ok ? 'ready' : 'failed'
  if (!answer.ok) {
    logProblem('The cart could not be loaded', answer.status)
    show('failed')
    return 'failed'
  }
  acceptCart(answer.data.cart)
  return 'ready'
}

/** Takes over a cart that the server sent. Anything but a list is an empty cart; lines without a product are dropped. */
export function acceptCart(cart: unknown): void {
  asked += 1
  told = readLines(cart)
  noteSeenPrices(told)
  show('ready')
}

/**
 * Sets the quantity of a line, and makes the line when there is none (CONTRACT). Called without a login it sends
 * nothing; keep the choice with `keepPendingCartLine` before going to /login.
 */
export async function addToCart(line: ChosenLine, options: { keepalive?: boolean } = {}): Promise<PutAside> {
  const session = await findSession()
  if (session === null) return { kind: 'no-user' }
  const body: LineToSet = { userId: session.user.id, ...line }
  const answer = await api('POST /user/addToCart', { body }, options)
  if (answer.ok && answer.data.message === ADDED_TO_CART) {
    if (Array.isArray(answer.data.cart)) acceptCart(answer.data.cart)
    else void reloadCart()
    return { kind: 'added', message: answer.data.message }
  }
  return refusalOf('The cart did not take the item', answer)
}

const quantities = createQuantityQueue<CartLine>(async (line, quantity, options) => {
  const outcome = await addToCart({ ...choiceOf(line), quantity }, options)
  if (outcome.kind === 'refused') logProblem('A quantity was not taken', outcome.message)
  await reloadCart()
}, show)

/**
 * Shows a new quantity at once and sends it after 500 ms without another press; then the cart is loaded again (SPEC 4).
 * A failure is only logged (SPEC section 8): the cart that is loaded then says how it stands. `quantity` is 1 or more.
 */
export function changeQuantity(line: CartLine, quantity: number): void {
  if (readSession() === null) {
    logProblem('A quantity was changed without a login')
    return
  }
  quantities.change(line, quantity)
  show()
}

/** Sends what still waits; resolves when the server has it. `keepalive`: the page may go meanwhile. */
export function flushCart(options: { keepalive?: boolean } = {}): Promise<void> {
  return quantities.flush(options)
}

/** Whether a changed quantity has not arrived yet. */
export function isCartBusy(): boolean {
  return quantities.isBusy()
}

/** A line of the cart as a choice, to put it back or elsewhere. */
export function choiceOf({ productId, color, size, quantity }: CartLine): ChosenLine {
  return { productId: productId._id, color, size, quantity }
}

/** Takes a line out; the sentence of success, or null: a failure is only logged (SPEC section 8). Reloads the cart. */
export async function deleteCartLine(cartItemId: string): Promise<string | null> {
  const session = readSession()
  if (session === null) return null
  quantities.forget(cartItemId)
  const answer = await api('DELETE /user/deleteCartProduct', { body: { userId: session.user.id, cartItemId } })
  if (!answer.ok || !answer.data.success) {
    logProblem('A cart line could not be deleted', answer.status)
    return null
  }
  await reloadCart()
  return CART_LINE_DELETED
}

/** Keeps a choice over the login. `from` is the path to come back to. */
export function keepPendingCartLine(line: ChosenLine, from: string): void {
  pending.keep(line, from)
}

/** After a login: puts the kept line into the cart. Answers what became of it and where it came from; null: none kept. */
export async function finishPendingCartLine(): Promise<{ outcome: PutAside; from: string } | null> {
  const kept = pending.take()
  return kept === null ? null : { outcome: await addToCart(kept.line), from: kept.from }
}

/** Reads a refusal of either list: 409 is about stock and has a sentence for the shopper, the rest has not. */
export function refusalOf(what: string, answer: { ok: boolean; status: number; message?: string }): PutAside {
  if (answer.status === 409 && answer.message) return { kind: 'refused', message: answer.message }
  logProblem(what, answer.status)
  return { kind: 'failed' }
}

/** Lays the quantities on their way over the server's lines, and tells who listens. */
function show(status: CartState['status'] = state.status): void {
  const lines = told.map((line) => ({ ...line, quantity: quantities.quantityOf(line._id) ?? line.quantity }))
  state = { status, lines }
  if (status === 'ready') setCartCount(lines.reduce((sum, line) => sum + line.quantity, 0))
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') onPageLeave(() => void quantities.flush({ keepalive: true }))

/** The next shopper on this browser must not see the last one's cart. */
subscribeSession(() => {
  if (readSession() !== null || state === EMPTY) return
  asked += 1
  told = []
  settleSeenPrices([])
  state = EMPTY
  setCartCount(0)
  for (const listener of listeners) listener()
})
