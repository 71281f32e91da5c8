import { useSyncExternalStore } from 'react'
import { createStore } from '#platform/browser/store.ts'

/** What the header needs without loading the cart's code: the number of items, and whether the drawer is open. */
type CartDrawerState = { count: number; open: boolean }

const START: CartDrawerState = { count: 0, open: false }
const state = createStore(START)

/** Sets the number of items for the header's badge. */
export function setCartCount(count: number): void {
  if (count !== state.read().count) state.set({ ...state.read(), count })
}

export function openCartDrawer(): void {
  state.set({ ...state.read(), open: true })
}

export function closeCartDrawer(): void {
  if (state.read().open) state.set({ ...state.read(), open: false })
}

export function useCartDrawerState(): CartDrawerState {
  return useSyncExternalStore(state.subscribe, state.read, () => START)
}
