/** SPEC 9: the pause after the last change before a quantity is sent. */
export const QUANTITY_DELAY_MS = 500

type Send<L> = (line: L, quantity: number, options: { keepalive: boolean }) => Promise<void>

type Entry<L> = {
  line: L
  quantity: number
  timer: ReturnType<typeof setTimeout> | null
  /** Requests of one line run one after the other, so that the last quantity wins. */
  sent: Promise<void>
  version: number
}

/**
 * The quantities that were changed on the screen and are not on the server yet. Each line is debounced by itself, by 500 ms
 * (SPEC 4). `send` sends one line and reloads the list; `onSent` is called after that.
 */
export function createQuantityQueue<L extends { _id: string }>(send: Send<L>, onSent: () => void) {
  const entries = new Map<string, Entry<L>>()

  function dispatch(entry: Entry<L>, keepalive: boolean): void {
    if (entry.timer === null) return
    clearTimeout(entry.timer)
    entry.timer = null
    const { version, quantity } = entry
    entry.sent = entry.sent
      .then(() => (entries.get(entry.line._id) === entry ? send(entry.line, quantity, { keepalive }) : undefined))
      .finally(() => {
        if (entry.version === version && entries.get(entry.line._id) === entry) entries.delete(entry.line._id)
        onSent()
      })
  }

  return {
    /** Sets a new quantity and restarts the line's delay. */
    change(line: L, quantity: number): void {
      const entry = entries.get(line._id) ?? { line, quantity, timer: null, sent: Promise.resolve(), version: 0 }
      if (entry.timer !== null) clearTimeout(entry.timer)
      entry.quantity = quantity
      entry.version += 1
      entry.timer = setTimeout(() => dispatch(entry, false), QUANTITY_DELAY_MS)
      entries.set(line._id, entry)
    },
    /** The pending quantity of a line, to show until it is sent; undefined where there is none. */
    quantityOf: (id: string): number | undefined => entries.get(id)?.quantity,
    isPending: (): boolean => entries.size > 0,
    /** Sends everything now; resolves when the server has it. */
    async flush({ keepalive = false } = {}): Promise<void> {
      for (const entry of entries.values()) dispatch(entry, keepalive)
      await Promise.all(Array.from(entries.values(), (entry) => entry.sent))
    },
    /**
     * Drops the pending quantity of a line that is being removed, and resolves to it when no call of the line is on its way;
     * to undefined where there was none. A call that arrives after the removal would add the line again.
     */
    async drop(id: string): Promise<number | undefined> {
      const entry = entries.get(id)
      if (entry?.timer) clearTimeout(entry.timer)
      entries.delete(id)
      await entry?.sent
      return entry?.quantity
    },
  }
}

/** Calls `flush` when the page is hidden or unloaded. Returns the function that removes the listeners. */
export function onPageLeave(flush: () => void): () => void {
  const stop = new AbortController()
  const hidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  document.addEventListener('visibilitychange', hidden, { signal: stop.signal })
  window.addEventListener('pagehide', flush, { signal: stop.signal })
  return () => stop.abort()
}
