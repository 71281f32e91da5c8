/**
 * A function that waits for an iteration of the event loop of its own: work done after it leaves room for new
 * connections and payments before the next.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return last
  }
}
