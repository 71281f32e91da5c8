/** A value outside React with its subscribers, in the form that `useSyncExternalStore` takes. */
export interface Store<T> {
  /** The value, the same one until `set` changes it. */
  read(): T
  set(value: T): void
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    read: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
