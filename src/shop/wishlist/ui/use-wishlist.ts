import { useCallback, useEffect, useMemo, useState } from 'react'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { showToast } from '#ui/toast-store.ts'
import type { ChangeResult } from '../../cart/client.ts'
import { createWaitingQuantities, onPageLeave, type SelectedLine, type ShownLine } from '../../cart/waiting-lines.ts'
import { addToWishlist, fetchWishlist, keepGuestQuantity, replaceWishlistLine } from '../client.ts'
import type { WishlistLine } from '../contract.ts'

/** The wishlist on the screen, with the waiting quantities. */
export type Wishlist = {
  /** Null if they were never loaded. A failed reload keeps the previous ones. */
  lines: readonly ShownLine[] | null
  /** Shows a quantity at once and sends it after 500 ms (SPEC 4). */
  change: (line: WishlistLine, quantity: number) => void
  /** Sends the waiting quantities now. */
  flush: () => Promise<void>
  /** Drops the waiting quantity of a line that is being removed, and resolves to it, or to undefined. */
  drop: (id: string) => Promise<number | undefined>
  /** Replaces a line by others, all of it or nothing. Waiting quantities are sent first. */
  replace: (line: SelectedLine & { _id: string }, lines: readonly SelectedLine[]) => Promise<ChangeResult>
  reload: () => Promise<void>
}

/** The wishlist of a page, from its loader's data. Waiting quantities are sent when the page is left. */
export function useWishlist(initial: readonly WishlistLine[] | null): Wishlist {
  const [serverLines, setServerLines] = useState(initial)
  const [, rerender] = useState(0)
  const reload = useCallback(async () => {
    const loaded = await fetchWishlist()
    setServerLines((shown) => loaded ?? shown)
  }, [])
  const waiting = useMemo(
    () =>
      createWaitingQuantities<WishlistLine>(
        async ({ productId, color, size }, quantity, options) => {
          const result = await addToWishlist({ productId: productId._id, color, size, quantity }, options)
          if (result.kind === 'unsent') return false
          if (result.kind === 'refused') showToast(result.message, { tone: 'bad' })
          await reload()
          return true
        },
        () => rerender((count) => count + 1),
      ),
    [reload],
  )
  useEffect(() => {
    const stop = onPageLeave(() => void waiting.flush({ keepalive: true }))
    return () => {
      stop()
      void waiting.flush()
    }
  }, [waiting])
  const change = useCallback(
    (line: WishlistLine, quantity: number) => {
      keepGuestQuantity(line, quantity)
      waiting.change(line, quantity)
      rerender((count) => count + 1)
    },
    [waiting],
  )
  const replace = useCallback(
    async (line: SelectedLine & { _id: string }, lines: readonly SelectedLine[]): Promise<ChangeResult> => {
      await waiting.flush()
      if (waiting.hasAny()) return { kind: 'unsent', message: NEEDS_CONNECTION }
      const result = await replaceWishlistLine(line, lines)
      await reload()
      return result
    },
    [waiting, reload],
  )
  const lines = serverLines && waiting.applyTo(serverLines)
  return { lines, change, flush: waiting.flush, drop: waiting.drop, replace, reload }
}
