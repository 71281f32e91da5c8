import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/browser/listeners.ts'

/** What the header needs without loading the cart's code: the number of items, and whether the drawer is open. */
type CartDrawerState = { count: number; open: boolean }

const START: CartDrawerState = { count: 0, open: false }

let state: CartDrawerState = START
const { subscribe, notify } = createListeners()

function change(next: Partial<CartDrawerState>): void {
  state = { ...state, ...next }
  notify()
}

/** Sets the number of items for the header's badge. */
export function setCartCount(count: number): void {
  if (count !== state.count) change({ count })
}

export function openCartDrawer(): void {
  change({ open: true })
}

export function closeCartDrawer(): void {
  if (state.open) change({ open: false })
}

export function useCartDrawerState(): CartDrawerState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => START,
  )
}
