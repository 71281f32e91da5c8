/**
 * Lets work under the same key happen one after the other, in the order it came. What waits for a lock in the database
 * anyway waits here first, without holding one of the few connections that everybody else needs.
 */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const over = mine.then(
      () => {},
      () => {},
    )
    last.set(key, over)
    void over.then(() => {
      if (last.get(key) === over) last.delete(key)
    })
    return mine
  }
}
