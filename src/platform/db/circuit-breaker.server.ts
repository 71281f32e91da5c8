/** After a response this recent the server is there, however late one connection is; in milliseconds. */
const RECENT_MS = 2_000
/** While the circuit is open, one attempt per this many milliseconds is let through. */
const RETRY_MS = 1_000

/** Whether it is worth waiting for the database. */
export interface CircuitBreaker {
  /** The server responded, with rows or with an error: the circuit closes. */
  responded(): void
  /** A connection or a query timed out: the circuit opens, unless the server responded a moment ago. */
  timedOut(): void
  /** False: fail now instead of waiting for a timeout, as the calls before did. */
  allows(): boolean
}

/**
 * Kept libraries (opossum, cockatiel) wrap one function whose success closes the circuit. Here that would be
 * `pool.connect()`, which succeeds with an idle connection whose network is dead; only a query tells.
 */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let respondedAt = now()
  let retryAt: number | null = null
  return {
    responded() {
      respondedAt = now()
      retryAt = null
    },
    timedOut() {
      if (now() - respondedAt >= RECENT_MS) retryAt ??= now() + RETRY_MS
    },
    allows() {
      if (retryAt === null) return true
      if (now() < retryAt) return false
      retryAt = now() + RETRY_MS
      return true
    },
  }
}
