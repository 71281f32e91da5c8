/** Wraps `work` so that concurrent callers share one run and its result. */
export function shareConcurrent<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
