/** A server that has answered within so long is there, however late a single connection is; in milliseconds. */
const FRESH_MS = 2_000
/** While it is away one query in so long is let through to see whether it is back; in milliseconds. */
const PROBE_MS = 1_000

/** What this process knows of the way to its database. */
export interface Reach {
  /** The server has answered a query, with rows or with an error. */
  heard(): void
  /** A connection could not be made in time, or one went silent for good. */
  lost(): void
  /** Whether a query may set out now. False: it would wait for nothing, as those before it did. */
  mayAsk(): boolean
}

/**
 * Remembers that the network to the database swallows everything, so that whoever comes then is told at once instead of
 * after the whole of every time limit, one behind the other.
 */
export function createReach(now: () => number = () => performance.now()): Reach {
  let heardAt = now()
  let isAway = false
  let probedAt = 0
  return {
    heard() {
      heardAt = now()
      isAway = false
    },
    lost() {
      if (now() - heardAt < FRESH_MS) return
      if (!isAway) probedAt = now()
      isAway = true
    },
    mayAsk() {
      if (!isAway) return true
      if (now() - probedAt < PROBE_MS) return false
      probedAt = now()
      return true
    },
  }
}
