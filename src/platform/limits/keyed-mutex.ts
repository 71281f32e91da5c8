/**
 * A mutex per key: tasks with the same key run one at a time, so waiting for a database lock takes up only one database
 * connection. (p-limit and async-mutex have no keys: a map of them would need the same clean-up as this code.)
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
