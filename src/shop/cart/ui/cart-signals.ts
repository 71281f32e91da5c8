import { useSyncExternalStore } from 'react'

/*
 * What the header needs to know of the cart without loading the cart: how many pieces, and whether its drawer is open.
 */
type Signals = { count: number; open: boolean }

const START: Signals = { count: 0, open: false }

let signals: Signals = START
const listeners = new Set<() => void>()

function change(next: Partial<Signals>): void {
  signals = { ...signals, ...next }
  for (const listener of listeners) listener()
}

/** The number of pieces in the cart, for the header's badge. Call it with every cart the server sends, 0 after logout. */
export function setCartCount(count: number): void {
  if (count !== signals.count) change({ count })
}

/** Opens the cart drawer from anywhere (a toast's "View cart"). */
export function openCartDrawer(): void {
  change({ open: true })
}

/** Closes the cart drawer; nothing where it is closed. */
export function closeCartDrawer(): void {
  if (signals.open) change({ open: false })
}

/** Both signals for a component; empty and closed on the server. */
export function useCartSignals(): Signals {
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
