/** A write that takes longer hangs, in milliseconds. */
const HANGS_MS = 1_000
/** No commit has succeeded for so long, in milliseconds. */
const NONE_MS = 2_000
/** A smaller pool is that of a command or a replica. */
const MIN_CONNECTIONS = 16

/**
 * Leaves half of a pool's connections to reads while commits hang, as they do if the synchronous standby doesn't respond: else all
 * of them wait, and so does every page.
 */
export interface WriteGate {
  /** False if no connection may begin to write now. */
  allows(): boolean
  /** A connection writes; call what it returns once it has all responses. */
  begin(): () => void
  committed(): void
}

/** The gate of a pool of at most `max` connections. */
export function createWriteGate(max: number, now: () => number = () => performance.now()): WriteGate {
  /** When each of the connections that write began to wait. */
  const waiting = new Set<{ since: number }>()
  let committedAt = now()
  return {
    allows() {
      if (max < MIN_CONNECTIONS || waiting.size < max / 2 || now() - committedAt < NONE_MS) return true
      let hanging = 0
      for (const { since } of waiting) if (now() - since > HANGS_MS) hanging += 1
      return hanging < max / 2
    },
    begin() {
      const write = { since: now() }
      waiting.add(write)
      return () => void waiting.delete(write)
    },
    committed() {
      committedAt = now()
    },
  }
}
