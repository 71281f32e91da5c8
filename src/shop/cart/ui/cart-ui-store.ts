import { useSyncExternalStore } from 'react'

/*
 * What the header needs without loading the cart's code: the number of items, and whether the drawer is open.
 */
type Signals = { count: number; open: boolean }

const START: Signals = { count: 0, open: false }

let signals: Signals = START
const listeners = new Set<() => void>()

function change(next: Partial<Signals>): void {
  signals = { ...signals, ...next }
  for (const listener of listeners) listener()
}

/** Sets the number of items for the header's badge. */
export function setCartCount(count: number): void {
  if (count !== signals.count) change({ count })
}

/** Opens the cart drawer, for a toast's "View cart" too. */
export function openCartDrawer(): void {
  change({ open: true })
}

export function closeCartDrawer(): void {
  if (signals.open) change({ open: false })
}

export function useCartUi(): Signals {
  return useSyncExternalStore(
    subscribe,
    () => signals,
    () => START,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
