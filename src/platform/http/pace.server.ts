/** How often the clock of the event loop ticks; in milliseconds. */
const TICK_MS = 50
/** A tick this late means that the turn before it was full of work. */
const LATE_MS = 250
/** For this long all turns have to be full before anybody is sent away: a pause of any other cause is shorter. */
const SUSTAINED_MS = 750
/** What a turn takes in while turns are full. */
const TURN_MS = 100
/** With this much begun, and the oldest of it this old, more would only make everybody wait longer. */
const MANY = 96
const OLD_MS = 1000

/** Knows whether this process has more work than it can do in good time. */
export interface Pace {
  /** Whether work that comes now had better be refused. */
  isBehind(): boolean
  /** Counts a piece of work that begins. @returns the function that ends it */
  begin(): () => void
  end(): void
}

/**
 * Too much work shows in two ways. Work that waits for the disk, a thread or the database piles up as begun and not
 * finished. Work that keeps the processor busy piles up before it is seen: in sockets, while each turn of the event
 * loop gets longer. To refuse what comes then costs next to nothing.
 */
export function watchPace(now: () => number = () => performance.now()): Pace {
  const begun = new Set<{ at: number }>()
  let tick = now()
  let lateSince: number | null = null
  const timer = setInterval(() => {
    const last = tick
    tick = now()
    if (tick - last - TICK_MS < LATE_MS) lateSince = null
    else lateSince ??= last
  }, TICK_MS)
  timer.unref()
  return {
    isBehind() {
      const moment = now()
      const [oldest] = begun.size >= MANY ? begun : []
      if (oldest && moment - oldest.at > OLD_MS) return true
      return lateSince !== null && moment - lateSince > SUSTAINED_MS && moment - tick > TURN_MS
    },
    begin() {
      const piece = { at: now() }
      begun.add(piece)
      return () => begun.delete(piece)
    },
    end: () => clearInterval(timer),
  }
}
