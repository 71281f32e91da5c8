/** A timeout this soon after a response doesn't open the circuit, in milliseconds. */
const RECENT_MS = 2_000
/** An open circuit allows one attempt per this many milliseconds. */
const RETRY_MS = 1_000

/** Makes queries fail at once while the database doesn't respond. */
export interface CircuitBreaker {
  /** The server responded, with rows or an error. The circuit closes. */
  responded(): void
  /** A connection or a query timed out. The circuit opens, unless the server has just responded to another. */
  timedOut(): void
  /** True if a query may be tried. */
  allows(): boolean
}

/**
 * Libraries (opossum, cockatiel) wrap one function whose success closes the circuit. Here that would be
 * `pool.connect()`, which succeeds with an idle connection even when the network is down; only a query shows that.
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
