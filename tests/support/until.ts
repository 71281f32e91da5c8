import { setTimeout as sleep } from 'node:timers/promises'

type Nothing = null | undefined | false

/** Repeats a check until its result is something, and returns that; throws after `timeoutMs`. A check that throws is repeated too. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  check: () => Promise<T | Nothing> | T | Nothing,
): Promise<T> {
  const end = performance.now() + timeoutMs
  let cause: unknown
  for (;;) {
    try {
      const found = await check()
      if (found !== null && found !== undefined && found !== false) return found
    } catch (error) {
      cause = error
    }
    if (performance.now() > end) {
      const reason = cause instanceof Error ? ` (${cause.message})` : ''
      throw new Error(`${what}: not within ${timeoutMs} ms${reason}`, { cause })
    }
    await sleep(25)
  }
}
