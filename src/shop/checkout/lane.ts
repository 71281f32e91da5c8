/** Lets at most `width` pieces of work run at once; the others wait in the order in which they came. */
export function createLane(width: number) {
  const waiting: (() => void)[] = []
  let free = width
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/**
 * The till's lane to the database. A rush on one size queues here and not in the pool of connections: whoever waits too
 * long for a connection is told that the shop is busy, and who waits for the last piece wants a yes or a no. Half of the
 * pool stays free for everybody who is only looking.
 */
export const tillLane = createLane(8)
