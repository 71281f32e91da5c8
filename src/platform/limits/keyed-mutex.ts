/**
 * Runs tasks of the same key one after the other, in order. What would wait for a lock in the database waits here
 * first, without occupying one of the few connections. (p-limit and async-mutex have no keys: a map of them has to be
 * cleaned up by hand, which is all that stands here.)
 */
export function createKeyedMutex(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const result = (queues.get(key) ?? Promise.resolve()).then(task)
    const settled = result
      .catch(() => {})
      .then(() => {
        if (queues.get(key) === settled) queues.delete(key)
      })
    queues.set(key, settled)
    return result
  }
}
