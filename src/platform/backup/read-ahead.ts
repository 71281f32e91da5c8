/** As many at a time: one after the other, each would wait for its disk or bucket. */
const AHEAD = 8

/** The results for all items in their order, while those for the next ones are under way. */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = []
  for (const item of items) {
    const result = read(item)
    // It's awaited below, unless one before it fails.
    result.catch(() => {})
    pending.push(result)
    const first = pending.length >= AHEAD ? pending.shift() : undefined
    if (first) yield await first
  }
  for (const result of pending) yield await result
}

/** Runs tasks, as many at a time. The failure of one is thrown by a later call; after `end` none is under way. */
export function runAhead(): { add(run: () => Promise<void>): Promise<void>; end(): Promise<void> } {
  const pending: Promise<void>[] = []
  return {
    async add(run) {
      if (pending.length >= AHEAD) await pending.shift()
      const task = run()
      task.catch(() => {})
      pending.push(task)
    },
    async end() {
      const ended = await Promise.allSettled(pending.splice(0))
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}
