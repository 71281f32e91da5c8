import { type FreshAnswer, prepareAnswer, type StoredAnswer } from './cached-response.server.ts'

export interface ByteCache {
  /** The answer kept under a key, and marks it as used; undefined where there is none. */
  lookup(key: string): StoredAnswer | undefined
  /** The kept answer, or a new one: concurrent callers of one key wait for the same making. */
  obtain(key: string, make: () => Promise<FreshAnswer>): Promise<StoredAnswer>
  /** Drops everything that shows one of these. Called after the write is committed. */
  clear(tags: readonly string[]): void
  clearAll(): void
  /** While the line to the database is down nothing is kept: no notice of a write could arrive. */
  suspend(): void
  resume(): void
  stats(): CacheStats
}

export interface CacheStats {
  entries: number
  bytes: number
  hits: number
  makings: number
  cleared: number
}

interface Entry {
  answer: StoredAnswer
  /** Asked for since the last time that room was made. */
  used: boolean
}

interface Making {
  promise: Promise<StoredAnswer>
  /** Tags cleared while this answer was being made; '*' means all. */
  clearedMeanwhile: Set<string>
}

/** How often an answer is made for those who wait, where writes keep overtaking it. */
const MOST_MAKINGS = 3

/**
 * An in-memory store of ready bytes, bounded by `maxBytes`. What was not asked for since the last time that
 * room was made goes first: a mark instead of an order by time, so that a hit costs one look into the table.
 */
export function createByteCache(options: { maxBytes: number }): ByteCache {
  const entries = new Map<string, Entry>()
  const makings = new Map<string, Making>()
  const figures = { hits: 0, makings: 0, cleared: 0, bytes: 0 }
  let suspended = false

  function drop(key: string, { answer }: Entry): void {
    entries.delete(key)
    answer.grown = null
    figures.bytes -= answer.bytes
  }

  function keep(key: string, answer: StoredAnswer): void {
    const old = entries.get(key)
    if (old) drop(key, old)
    entries.set(key, { answer, used: false })
    answer.grown = take
    take(answer.bytes)
  }

  function take(bytes: number): void {
    figures.bytes += bytes
    if (figures.bytes > options.maxBytes) makeRoom()
  }

  /** The used ones go to the end of the line and lose their mark, so each comes up twice at the most. */
  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (figures.bytes <= options.maxBytes) return
      if (entry.used) {
        entry.used = false
        entries.delete(key)
        entries.set(key, entry)
      } else drop(key, entry)
    }
  }

  /**
   * Makes the answer again where a write overtook its making, so that nobody is handed the figure from before. The last
   * attempt is for those who wait already, who came before it began: later callers begin their own, and it is not kept.
   */
  async function makeFresh(
    key: string,
    make: () => Promise<FreshAnswer>,
    clearedMeanwhile: Set<string>,
  ): Promise<StoredAnswer> {
    for (let round = 1; ; round++) {
      if (round === MOST_MAKINGS) makings.delete(key)
      clearedMeanwhile.clear()
      figures.makings++
      const fresh = await make()
      const answer = prepareAnswer(fresh)
      if (round === MOST_MAKINGS) return answer
      if (clearedMeanwhile.has('*') || fresh.tags.some((tag) => clearedMeanwhile.has(tag))) continue
      if (!suspended && fresh.keep !== false) keep(key, answer)
      return answer
    }
  }

  function begin(key: string, make: () => Promise<FreshAnswer>): Promise<StoredAnswer> {
    const clearedMeanwhile = new Set<string>()
    const promise = makeFresh(key, make, clearedMeanwhile).finally(() => {
      if (makings.get(key)?.clearedMeanwhile === clearedMeanwhile) makings.delete(key)
    })
    makings.set(key, { promise, clearedMeanwhile })
    return promise
  }

  return {
    lookup(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      figures.hits++
      entry.used = true
      return entry.answer
    },
    obtain(key, make) {
      const kept = this.lookup(key)
      if (kept) return Promise.resolve(kept)
      return makings.get(key)?.promise ?? begin(key, make)
    },
    clear(tags) {
      for (const { clearedMeanwhile } of makings.values()) for (const tag of tags) clearedMeanwhile.add(tag)
      const stale = new Set(tags)
      for (const [key, entry] of entries)
        if (entry.answer.tags.some((tag) => stale.has(tag))) {
          drop(key, entry)
          figures.cleared++
        }
    },
    clearAll() {
      for (const { clearedMeanwhile } of makings.values()) clearedMeanwhile.add('*')
      figures.cleared += entries.size
      for (const [key, entry] of entries) drop(key, entry)
    },
    suspend() {
      suspended = true
      this.clearAll()
    },
    resume() {
      this.clearAll()
      suspended = false
    },
    stats: () => ({ entries: entries.size, ...figures }),
  }
}
