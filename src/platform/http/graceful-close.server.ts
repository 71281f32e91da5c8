import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'

/** How long idle connections may send a last request before they are closed. */
const IDLE_GRACE_MS = 1000
/** How long a moment is waited for in which nobody connects. */
const QUIET_WITHIN_MS = 2000
/** An iteration of the event loop as short as this did nothing else. */
const QUIET_MS = 0.5

/**
 * Stops accepting, and waits for the requests under way. `acceptedCount` is the number of connections accepted so far.
 */
export async function closeGracefully(server: Server, acceptedCount: () => number): Promise<void> {
  await untilQuiet(acceptedCount)
  // Not `server.close()`: it closes idle connections at once, and loses requests that are already being sent on them.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  await Promise.race([closed, sleep(IDLE_GRACE_MS)])
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}

/**
 * Waits until no connection is left to accept. Closing would reset those that the system has opened meanwhile, and a
 * proxy can't repeat their requests. One is accepted per iteration of the event loop, and those that come during a long
 * iteration aren't seen before the next one, so three short ones without any are waited for.
 */
async function untilQuiet(acceptedCount: () => number): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; ) {
    const [before, from] = [acceptedCount(), performance.now()]
    await nextTick()
    quiet = acceptedCount() === before && performance.now() - from < QUIET_MS ? quiet + 1 : 0
  }
}
