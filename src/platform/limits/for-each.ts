/**
 * Does some work for each item, `atOnce` of them at a time. After a failure nothing more begins, and it throws when what
 * had begun is over, so that no work goes on behind its caller.
 */
export async function forEachLimited<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = (function* () {
    yield* items
  })()
  const workers = Array.from({ length: atOnce }, async () => {
    // A failure ends the generator, and so the loops of the other workers.
    for (const item of rest) await work(item)
  })
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
}
