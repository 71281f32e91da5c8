import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/browser/listeners.ts'
import { readSession, subscribeSession } from '#platform/browser/session.ts'
import type { WishlistLine } from './contract.ts'

/*
 * The wishlist as the server last sent it, outside React, so that every heart on a page shows the same. Every response with a
 * wishlist replaces it.
 */

/** Null until it was loaded. */
let lines: readonly WishlistLine[] | null = null
const { subscribe, notify } = createListeners()

/** The lines of the last response; null where there was none in this session. */
export function readWished(): readonly WishlistLine[] | null {
  return lines
}

/** Replaces the lines and shows them. */
export function acceptWished(next: readonly WishlistLine[] | null): void {
  lines = next
  notify()
}

/** The lines of one product. */
export function useWished(productId: string): readonly WishlistLine[] {
  const all = useSyncExternalStore(subscribe, readWished, () => null)
  return all?.filter((line) => line.productId._id === productId) ?? []
}

/** After a logout the next shopper on this browser must not see the hearts. */
subscribeSession(() => {
  if (readSession() === null) acceptWished(null)
})
