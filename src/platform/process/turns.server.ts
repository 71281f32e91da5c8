import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as nextIteration } from 'node:timers/promises'

/** Work waits for new connections this long, in milliseconds: somebody who opens them without end doesn't hold it up. */
const MAX_WAIT_MS = 50
/** After the last new connection: in the second iteration its request was read. */
const QUIET_ITERATIONS = 2

let accepted = 0
subscribe('net.server.socket', () => {
  accepted++
})

/**
 * Waits until the connections that wait are accepted, at most 50 ms. Node accepts one in each iteration of the event
 * loop, so work in every iteration would put as much of it before a shopper as somebody else has connections waiting.
 */
export async function waitForConnections(): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  for (let quiet = 0; quiet < QUIET_ITERATIONS && performance.now() < end; quiet++) {
    const before = accepted
    await nextIteration()
    if (accepted !== before) quiet = -1
  }
}

/**
 * A function that waits for a turn of the event loop of its own, after those that asked before and the connections that
 * wait: work done after it leaves room for everybody else's requests before the next.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(waitForConnections)
    return last
  }
}
