import { createStore } from '#platform/browser/store.ts'
import type { CartLine } from './contract.ts'
import { parseLines } from './parse-line.ts'
import { resetSeenPrices, saveSeenPrices } from './seen-prices.ts'
import { setCartCount } from './ui/cart-drawer-state.ts'
import type { ShownLine } from './waiting-lines.ts'

/** `unknown`: not loaded in this session. After `failed` the lines are the last known ones. */
export type CartState = { status: 'unknown' | 'loading' | 'ready' | 'failed'; lines: readonly ShownLine[] }

export const UNKNOWN_CART: CartState = { status: 'unknown', lines: [] }

/**
 * The cart outside of React, so that header, drawer, cart page and product page show the same lines. `applyWaiting`
 * puts the quantities that the server doesn't have yet into its lines.
 */
export function createCartState(applyWaiting: (lines: readonly CartLine[]) => readonly ShownLine[]) {
  const state = createStore(UNKNOWN_CART)
  let serverLines: readonly CartLine[] = []
  /** The id of the customer who owns the lines, or null for a guest's. */
  let customer: string | null = null
  /** Counts loads, so that a late response doesn't replace a newer one. */
  let loads = 0

  function show(status = state.read().status): void {
    const lines = applyWaiting(serverLines)
    state.set({ status, lines })
    if (status === 'ready') setCartCount(lines.reduce((sum, line) => sum + line.quantity, 0))
  }

  return {
    read: state.read,
    subscribe: state.subscribe,
    /** Call this after a waiting line changed. */
    refresh: () => show(),
    /** @returns a function that returns true while the response of this load is still wanted */
    startLoad(userId: string | null): () => boolean {
      loads += 1
      const load = loads
      customer = userId
      show('loading')
      return () => load === loads
    },
    failLoad: () => show('failed'),
    /** Replaces the lines by those of a response, as `parseLines` reads them. */
    accept(cart: unknown, userId: string | null): void {
      loads += 1
      customer = userId
      serverLines = parseLines(cart)
      saveSeenPrices(serverLines)
      show('ready')
    },
    /** Removes a line before the next load. */
    drop(id: string): void {
      serverLines = serverLines.filter(({ _id }) => _id !== id)
      show()
    },
    /**
     * Clears the cart after a logout, so that the next shopper on this browser doesn't see it. @returns false for a
     * guest's, which stays
     */
    forgetCustomer(): boolean {
      if (state.read() === UNKNOWN_CART || customer === null) return false
      loads += 1
      serverLines = []
      resetSeenPrices([])
      setCartCount(0)
      state.set(UNKNOWN_CART)
      return true
    },
  }
}
