import { useCallback, useEffect, useMemo, useState } from 'react'
import { createQuantityQueue, onPageLeave } from '../../cart/quantity-queue.ts'
import type { WishlistLine } from '../contract.ts'
import { addToWishlist, fetchWishlist } from '../queries.ts'

/** The wishlist on the screen: lines with the quantities that are on their way laid over them. */
export type Wishlist = {
  /** Null: it could not be had. */
  lines: readonly WishlistLine[] | null
  /** Shows a quantity at once and sends it after 500 ms (SPEC 4). */
  change: (line: WishlistLine, quantity: number) => void
  /** Drops a quantity that waits for a line that is leaving. */
  forget: (id: string) => void
  reload: () => Promise<void>
}

/** Keeps the wishlist of a page, starting from what its loader brought. Sends what waits when the page is left. */
export function useWishlist(initial: readonly WishlistLine[] | null): Wishlist {
  const [told, setTold] = useState(initial)
  const [, redraw] = useState(0)
  const reload = useCallback(async () => setTold(await fetchWishlist()), [])
  const queue = useMemo(
    () =>
      createQuantityQueue<WishlistLine>(
        async ({ productId, color, size }, quantity, options) => {
          await addToWishlist({ productId: productId._id, color, size, quantity }, options)
          await reload()
        },
        () => redraw((count) => count + 1),
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
      redraw((count) => count + 1)
    },
    [queue],
  )
  const lines = told?.map((line) => ({ ...line, quantity: queue.quantityOf(line._id) ?? line.quantity })) ?? null
  return { lines, change, forget: queue.forget, reload }
}
