import { LRUCache } from 'lru-cache'
import { type CachedResponse, createCachedResponse, type RenderedResponse } from './cached-response.server.ts'

type Render = () => Promise<RenderedResponse>

export interface ResponseCache {
  /** The response cached under a key, marked as recently used. */
  get(key: string): CachedResponse | undefined
  /** The cached response, or a newly rendered one: concurrent callers of one key wait for the same rendering. */
  getOrRender(key: string, render: Render): Promise<CachedResponse>
  /** Removes everything with one of these tags. Call it after the write is committed. */
  invalidate(tags: readonly string[]): void
  clear(): void
  /**
   * Caches nothing until `resume`: without the notification connection, this instance wouldn't learn of others' writes.
   */
  suspend(): void
  resume(): void
  stats(): CacheStats
}

export interface CacheStats {
  entries: number
  bytes: number
  hits: number
  renders: number
  invalidations: number
}

interface Rendering {
  promise: Promise<CachedResponse>
  /** Tags invalidated during the rendering; '*' means all. */
  invalidated: Set<string>
}

/** The most attempts to render a response that writes keep invalidating. */
const MAX_RENDERS = 3

/**
 * Compressed responses in memory, at most `maxBytes`; the least recently used are evicted. Those with a query have half
 * of it: anybody can ask for any number of them (searches, prices), and they mustn't evict the pages that everybody
 * reads. lru-cache has no tags, and does not know the tags of a response that is still being rendered: both are handled
 * here.
 */
export function createResponseCache({ maxBytes }: { maxBytes: number }): ResponseCache {
  const createEntries = () =>
    new LRUCache<string, CachedResponse>({ maxSize: maxBytes / 2, sizeCalculation: ({ size }) => size })
  const [plain, queried] = [createEntries(), createEntries()]
  const both = [plain, queried]
  const entriesOf = (key: string) => (key.includes('?') ? queried : plain)
  const renderings = new Map<string, Rendering>()
  const counts = { hits: 0, renders: 0, invalidations: 0 }
  let isSuspended = false

  /**
   * Renders again if a tag was invalidated meanwhile, so that no caller gets a stale response. The last attempt is only
   * for the callers already waiting. It isn't cached, and later callers start their own.
   */
  async function renderUntilFresh(key: string, render: Render, invalidated: Set<string>): Promise<CachedResponse> {
    for (let attempt = 1; ; attempt++) {
      if (attempt === MAX_RENDERS) renderings.delete(key)
      invalidated.clear()
      counts.renders++
      const rendered = await render()
      const response = createCachedResponse(rendered)
      if (attempt === MAX_RENDERS) return response
      if (invalidated.has('*') || rendered.tags.some((tag) => invalidated.has(tag))) continue
      if (!isSuspended && rendered.isCacheable !== false) entriesOf(key).set(key, response)
      return response
    }
  }

  function startRendering(key: string, render: Render): Promise<CachedResponse> {
    const invalidated = new Set<string>()
    const promise = renderUntilFresh(key, render, invalidated).finally(() => {
      if (renderings.get(key)?.invalidated === invalidated) renderings.delete(key)
    })
    renderings.set(key, { promise, invalidated })
    return promise
  }

  return {
    get(key) {
      const response = entriesOf(key).get(key)
      if (response) counts.hits++
      return response
    },
    getOrRender(key, render) {
      const cached = this.get(key)
      if (cached) return Promise.resolve(cached)
      return renderings.get(key)?.promise ?? startRendering(key, render)
    },
    invalidate(tags) {
      for (const { invalidated } of renderings.values()) for (const tag of tags) invalidated.add(tag)
      const stale = new Set(tags)
      for (const entries of both)
        for (const [key, response] of [...entries.entries()])
          if (response.tags.some((tag) => stale.has(tag)) && entries.delete(key)) counts.invalidations++
    },
    clear() {
      for (const { invalidated } of renderings.values()) invalidated.add('*')
      for (const entries of both) {
        counts.invalidations += entries.size
        entries.clear()
      }
    },
    suspend() {
      isSuspended = true
      this.clear()
    },
    resume() {
      this.clear()
      isSuspended = false
    },
    stats: () => ({
      entries: plain.size + queried.size,
      bytes: plain.calculatedSize + queried.calculatedSize,
      ...counts,
    }),
  }
}
