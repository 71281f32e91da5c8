import { useSyncExternalStore } from 'react'
import { readSession, subscribeSession } from '#platform/browser/session.ts'
import { createStore } from '#platform/browser/store.ts'
import type { WishlistLine } from './contract.ts'

/*
 * The wishlist as the server last sent it, outside React, so that every heart on a page shows the same. Every response
 * with a wishlist replaces it.
 */

const wished = createStore<readonly WishlistLine[] | null>(null)

/** The lines of the last response. Null if there was none in this session. */
export const readWished = wished.read

/** Replaces the lines and shows them. */
export const acceptWished = wished.set

/** The lines of one product. */
export function useWished(productId: string): readonly WishlistLine[] {
  const all = useSyncExternalStore(wished.subscribe, readWished, () => null)
  return all?.filter((line) => line.productId._id === productId) ?? []
}

let owner = readSession()?.user.id

/** After a login it's another list; after a logout the next shopper on this browser must not see the hearts. */
subscribeSession(() => {
  const userId = readSession()?.user.id
  if (userId !== owner) acceptWished(null)
  owner = userId
})
