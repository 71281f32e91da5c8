import { savesData } from './browser/save-data.ts'

/** Public answers fetched before they are asked for. Each is handed out once, and only while it is fresh. */
export interface Ahead<T> {
  /** Fetches what will be wanted under a key; nothing where it is on its way already, or data is to be saved. */
  prepare(key: string, fetch: (signal: AbortSignal) => Promise<T>): void
  /** What was prepared, perhaps still on its way; null where there is nothing fresh. It may have failed. */
  take(key: string): Promise<T> | null
  /** Gives everything up, what is under way too. */
  drop(): void
}

interface Options {
  /** Milliseconds after which an answer is too old to be shown. */
  keepMs: number
  /** How many are kept; the oldest is given up for a new one. */
  most: number
  now?: () => number
}

/** A short-lived store of answers by key, for one tab. */
export function createAhead<T>({ keepMs, most, now = () => performance.now() }: Options): Ahead<T> {
  const prepared = new Map<string, { answer: Promise<T>; since: number; stop: AbortController }>()

  function giveUp(key: string): void {
    prepared.get(key)?.stop.abort()
    prepared.delete(key)
  }

  return {
    prepare(key, fetch) {
      const known = prepared.get(key)
      if (savesData() || (known && now() - known.since < keepMs)) return
      giveUp(key)
      const stop = new AbortController()
      prepared.set(key, { answer: fetch(stop.signal), since: now(), stop })
      for (const oldest of prepared.keys()) {
        if (prepared.size <= most) break
        giveUp(oldest)
      }
    },
    take(key) {
      const known = prepared.get(key)
      prepared.delete(key)
      return known && now() - known.since < keepMs ? known.answer : null
    },
    drop() {
      for (const key of prepared.keys()) giveUp(key)
    },
  }
}
