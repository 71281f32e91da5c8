import { useSyncExternalStore } from 'react'

/** What the header shows without loading the cart's code: the number of items, and whether the drawer is open. */
type CartUi = { count: number; open: boolean }

const INITIAL: CartUi = { count: 0, open: false }

let state: CartUi = INITIAL
const listeners = new Set<() => void>()

function update(next: Partial<CartUi>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** Sets the number of items for the header's badge. */
export function setCartCount(count: number): void {
  if (count !== state.count) update({ count })
}

/** Opens the cart drawer, for a toast's "View cart" too. */
export function openCartDrawer(): void {
  update({ open: true })
}

export function closeCartDrawer(): void {
  if (state.open) update({ open: false })
}

export function useCartUi(): CartUi {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => INITIAL,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
