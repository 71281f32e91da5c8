/**
 * Gathers keys for a function that is costly to call for each: the first is passed on at once, those of the next `ms`
 * milliseconds together at their end, each once.
 */
export function gather<Key>(ms: number, apply: (keys: readonly Key[]) => void): (keys: readonly Key[]) => void {
  const waiting = new Set<Key>()
  let timer: NodeJS.Timeout | null = null

  function passOn(): void {
    timer = null
    if (waiting.size === 0) return
    const keys = [...waiting]
    waiting.clear()
    timer = setTimeout(passOn, ms).unref()
    apply(keys)
  }

  return (keys) => {
    for (const key of keys) waiting.add(key)
    if (timer === null) passOn()
  }
}
