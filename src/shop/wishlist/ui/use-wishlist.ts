import { useCallback, useEffect, useMemo, useState } from 'react'
import { showToast } from '#ui/toast-store.ts'
import { createQuantityQueue, onPageLeave } from '../../cart/quantity-queue.ts'
import { addToWishlist, fetchWishlist } from '../client.ts'
import type { WishlistLine } from '../contract.ts'

/** The wishlist on the screen, with pending quantities applied. */
export type Wishlist = {
  /** Null where they were never loaded; a failed reload keeps the previous ones. */
  lines: readonly WishlistLine[] | null
  /** Shows a quantity at once and sends it after 500 ms (SPEC 4). */
  change: (line: WishlistLine, quantity: number) => void
  /** Drops the pending quantity of a line that is being removed, and resolves to it; to undefined where there was none. */
  drop: (id: string) => Promise<number | undefined>
  reload: () => Promise<void>
}

/** The wishlist of a page, from its loader's data. Pending quantities are sent when the page is left. */
export function useWishlist(initial: readonly WishlistLine[] | null): Wishlist {
  const [serverLines, setServerLines] = useState(initial)
  const [, rerender] = useState(0)
  const reload = useCallback(async () => {
    const loaded = await fetchWishlist()
    setServerLines((shown) => loaded ?? shown)
  }, [])
  const queue = useMemo(
    () =>
      createQuantityQueue<WishlistLine>(
        async ({ productId, color, size }, quantity, options) => {
          const outcome = await addToWishlist({ productId: productId._id, color, size, quantity }, options)
          if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
          await reload()
        },
        () => rerender((count) => count + 1),
      ),
    [reload],
  )
  useEffect(() => {
    const stop = onPageLeave(() => void queue.flush({ keepalive: true }))
    return () => {
      stop()
      void queue.flush()
    }
  }, [queue])
  const change = useCallback(
    (line: WishlistLine, quantity: number) => {
      queue.change(line, quantity)
      rerender((count) => count + 1)
    },
    [queue],
  )
  const lines = serverLines?.map((line) => ({ ...line, quantity: queue.quantityOf(line._id) ?? line.quantity })) ?? null
  return { lines, change, drop: queue.drop, reload }
}
