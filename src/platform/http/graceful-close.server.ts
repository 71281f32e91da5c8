import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'

/** The time between reporting not ready and closing the listener. */
const CLOSE_DELAY_MS = 300
/** How long idle connections may send a last request before they are closed. */
const IDLE_GRACE_MS = 1000

/**
 * Stops accepting a moment later, and waits for the requests under way. `acceptedCount` is the number of connections
 * accepted so far.
 */
export async function closeGracefully(server: Server, acceptedCount: () => number): Promise<void> {
  await sleep(CLOSE_DELAY_MS)
  // Accepts the connections in the backlog first, one per iteration of the event loop: closing would reset them.
  const deadline = performance.now() + IDLE_GRACE_MS
  for (let before = -1; before < acceptedCount() && performance.now() < deadline; ) {
    before = acceptedCount()
    for (let iteration = 0; iteration < 3; iteration++) await nextTick()
  }
  // Not `server.close()`: it closes idle connections at once, and loses requests that are already being sent on them.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  await Promise.race([closed, sleep(IDLE_GRACE_MS)])
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}
