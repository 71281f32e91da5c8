/** SPEC 9: how long a changed quantity waits for the next press before it is sent. */
export const QUANTITY_DELAY_MS = 500

type Send<L> = (line: L, quantity: number, options: { keepalive: boolean }) => Promise<void>

type Entry<L> = {
  line: L
  quantity: number
  timer: ReturnType<typeof setTimeout> | null
  /** The sends of this line, one after the other, so that the last quantity is the one that stays. */
  sent: Promise<void>
  turn: number
}

/**
 * Quantities that were changed on the screen and are on their way to the server: each line waits 500 ms for its next
 * press, alone (SPEC 4). `send` carries one over and loads the list again; until then `quantityOf` is what to show, and
 * `arrived` is called when the server's own figure counts again.
 */
export function createQuantityQueue<L extends { _id: string }>(send: Send<L>, arrived: () => void) {
  const entries = new Map<string, Entry<L>>()

  function dispatch(entry: Entry<L>, keepalive: boolean): void {
    if (entry.timer === null) return
    clearTimeout(entry.timer)
    entry.timer = null
    const { turn, quantity } = entry
    entry.sent = entry.sent
      .then(() => send(entry.line, quantity, { keepalive }))
      .finally(() => {
        if (entry.turn === turn && entries.get(entry.line._id) === entry) entries.delete(entry.line._id)
        arrived()
      })
  }

  return {
    /** Notes a new quantity and starts the line's wait again. */
    change(line: L, quantity: number): void {
      const entry = entries.get(line._id) ?? { line, quantity, timer: null, sent: Promise.resolve(), turn: 0 }
      if (entry.timer !== null) clearTimeout(entry.timer)
      entry.quantity = quantity
      entry.turn += 1
      entry.timer = setTimeout(() => dispatch(entry, false), QUANTITY_DELAY_MS)
      entries.set(line._id, entry)
    },
    /** The quantity that waits or is being sent; undefined: the server's own stands. */
    quantityOf: (id: string): number | undefined => entries.get(id)?.quantity,
    /** Whether anything waits or is being sent. */
    isBusy: (): boolean => entries.size > 0,
    /** Sends all that waits at once; resolves when everything has arrived. `keepalive` survives the page. */
    async flush({ keepalive = false } = {}): Promise<void> {
      for (const entry of entries.values()) dispatch(entry, keepalive)
      await Promise.all(Array.from(entries.values(), (entry) => entry.sent))
    },
    /** Drops what waits for a line that is being removed. */
    forget(id: string): void {
      const entry = entries.get(id)
      if (entry?.timer) clearTimeout(entry.timer)
      entries.delete(id)
    },
  }
}

/** Calls `flush` when the page is hidden or left, so that the last press is not lost. Answers the way to stop. */
export function onPageLeave(flush: () => void): () => void {
  const stop = new AbortController()
  const hidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  document.addEventListener('visibilitychange', hidden, { signal: stop.signal })
  window.addEventListener('pagehide', flush, { signal: stop.signal })
  return () => stop.abort()
}
