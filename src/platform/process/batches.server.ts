/** Records that are written together, apart from the requests that made them. */
export interface Batches<T> {
  /** Keeps a record until the next flush. One with a key that waits already replaces it. */
  record(key: string, value: T): void
  /** Writes the waiting records; a timer calls it. */
  flush(): Promise<void>
  /** Stops the timer and writes what waits. */
  stop(): Promise<void>
}

export interface BatchOptions<T> {
  everyMs: number
  /** Records between two flushes; more are left out. */
  max: number
  write(values: readonly T[]): Promise<unknown>
  /** The records are lost then: counting can't fail or slow a request. */
  onError(error: unknown): void
}

/** Collects records and writes them every `everyMs` milliseconds, one batch at a time. */
export function createBatches<T>({ everyMs, max, write, onError }: BatchOptions<T>): Batches<T> {
  const waiting = new Map<string, T>()
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      if (waiting.size === 0) return
      const values = [...waiting.values()]
      waiting.clear()
      await write(values).catch(onError)
    })
    return writing
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    record(key, value) {
      if (waiting.size < max) waiting.set(key, value)
    },
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}
