import { LRUCache } from 'lru-cache'
import { shareConcurrent } from '../share-concurrent.ts'
import {
  type CachedResponse,
  createCachedResponse,
  type Encoding,
  getVariant,
  type RenderedResponse,
} from './cached-response.server.ts'
import { EVERYTHING, type SharedCache } from './shared-cache.server.ts'

type Render = () => Promise<RenderedResponse>

export interface ResponseCache {
  /** The response cached under a key, marked as recently used; for at most a second one that is out of date (`expire`). */
  get(key: string): CachedResponse | undefined
  /** The current response, or a newly rendered one: concurrent callers of one key wait for the same rendering. */
  getOrRender(key: string, render: Render): Promise<CachedResponse>
  /** Removes everything with one of these tags. Call it after the write is committed. */
  invalidate(tags: readonly string[]): void
  /**
   * As `invalidate`, for a change that may show a moment later. Responses that somebody asked for within the last second are
   * rendered again, one after the other, and `get` returns the earlier bytes meanwhile.
   */
  expire(tags: readonly string[]): void
  /** How `expire` asks for the response of a key. Until it's set, `expire` only removes. */
  setRequest(request: (key: string) => Promise<unknown>): void
  clear(): void
  /**
   * Caches nothing until `resume`: without the notification connection, this instance wouldn't learn of others' writes. What was
   * cached is sent only if it can't be rendered, because the database is away: nothing can be bought then at another price.
   */
  suspend(): void
  /** Until `resume`, sends what was cached before `suspend` at once: the database can't be reached. */
  recall(): void
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

/** A response in the cache. Times are those of `performance.now()`. */
interface Entry {
  response: CachedResponse
  askedAt: number
  /** Since when it has been out of date; null if it's current. */
  expiredAt: number | null
}

interface Rendering {
  promise: Promise<CachedResponse>
  /** Tags invalidated during the rendering; '*' means all. */
  invalidated: Set<string>
}

/** How long an expired response is sent, and how recently it must have been asked for, in milliseconds. */
const EXPIRED_MS = 1000

/** What was removed so recently before `suspend` is sent too if the database is away: what sells is removed at each sale. */
const RECENT_MS = 60_000
const RECENT_BYTES = 8 * 1024 * 1024

/** The most attempts to render a response that writes keep invalidating. */
const MAX_RENDERS = 3

export interface ResponseCacheOptions {
  maxBytes: number
  /** Keeps what this cache keeps. */
  shared?: SharedCache | undefined
}

/**
 * Compressed responses in memory, at most `maxBytes`; the least recently used are evicted. Those with a query have half
 * of it: anybody can ask for any number of them (searches, prices), and they mustn't evict the pages that everybody
 * reads. lru-cache has no tags, and does not know the tags of a response that is still being rendered: both are handled
 * here. What is invalidated here is purged from the shared cache in front of the shop too, whether or not it's here.
 */
export function createResponseCache({ maxBytes, shared }: ResponseCacheOptions): ResponseCache {
  const createEntries = () =>
    new LRUCache<string, Entry>({ maxSize: maxBytes / 2, sizeCalculation: ({ response }) => response.size })
  const [plain, queried] = [createEntries(), createEntries()]
  const both = [plain, queried]
  const entriesOf = (key: string) => (key.includes('?') ? queried : plain)
  const renderings = new Map<string, Rendering>()
  /** Expired responses that will be rendered again, in this order. */
  const expired = new Set<string>()
  const counts = { hits: 0, renders: 0, invalidations: 0 }
  let request: ((key: string) => Promise<unknown>) | undefined
  let isSuspended = false
  let isRecalling = false
  /** Removed a moment ago. */
  const recent = new LRUCache<string, CachedResponse>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ size }) => size,
    ttl: RECENT_MS,
  })
  /** What was cached when the cache was suspended. */
  const lastKnown = new Map<string, CachedResponse>()

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
      const isCacheable = !isSuspended && rendered.isCacheable !== false
      const isKept = isCacheable && attempt < MAX_RENDERS
      const response = createCachedResponse(isKept ? withSharedHeaders(key, rendered) : rendered)
      if (attempt === MAX_RENDERS) {
        if (isCacheable) recent.set(key, response)
        return response
      }
      const earlier = entriesOf(key).peek(key)?.response
      if (earlier) await compressAlike(response, earlier)
      if (invalidated.has('*') || rendered.tags.some((tag) => invalidated.has(tag))) continue
      // It may have been suspended during the compression: then nothing invalidates this response, here or in the shared cache.
      if (isKept && isSuspended) return createCachedResponse(rendered)
      if (isKept) entriesOf(key).set(key, { response, askedAt: performance.now(), expiredAt: null })
      return response
    }
  }

  /** A shared cache goes by these headers alone: an error that says `no-store` would be kept. */
  function withSharedHeaders(key: string, rendered: RenderedResponse): RenderedResponse {
    if (!shared || rendered.status !== 200) return rendered
    return { ...rendered, headers: { ...rendered.headers, ...shared.headersOf(key, rendered.tags) } }
  }

  /** The last known response in place of one that can't be rendered. */
  async function renderOrRecall(key: string, render: Render, invalidated: Set<string>): Promise<CachedResponse> {
    try {
      const response = await renderUntilFresh(key, render, invalidated)
      return response.status >= 500 ? (lastKnown.get(key) ?? response) : response
    } catch (error) {
      const known = lastKnown.get(key)
      if (known) return known
      throw error
    }
  }

  function startRendering(key: string, render: Render): Promise<CachedResponse> {
    const invalidated = new Set<string>()
    const promise = renderOrRecall(key, render, invalidated).finally(() => {
      if (renderings.get(key)?.invalidated === invalidated) renderings.delete(key)
    })
    renderings.set(key, { promise, invalidated })
    return promise
  }

  /** Calls `change` with each cached response that has one of these tags; what is being rendered will be rendered again. */
  function forEachWith(tags: readonly string[], change: (key: string, entry: Entry) => void): void {
    for (const { invalidated } of renderings.values()) for (const tag of tags) invalidated.add(tag)
    const stale = new Set(tags)
    for (const entries of both)
      for (const [key, entry] of [...entries.entries()])
        if (entry.response.tags.some((tag) => stale.has(tag))) change(key, entry)
  }

  function remove(key: string): void {
    const response = entriesOf(key).peek(key)?.response
    if (response && !isSuspended) recent.set(key, response)
    if (entriesOf(key).delete(key)) counts.invalidations++
  }

  const renderExpired = shareConcurrent(async () => {
    for (const key of expired) {
      expired.delete(key)
      // A response that isn't rendered in time is removed by `get`.
      if (entriesOf(key).peek(key)?.expiredAt != null) await request?.(key).catch(() => undefined)
    }
  })

  return {
    get(key) {
      const entry = entriesOf(key).get(key)
      if (!entry) return isRecalling ? lastKnown.get(key) : undefined
      const now = performance.now()
      if (entry.expiredAt !== null && now - entry.expiredAt > EXPIRED_MS) return void remove(key)
      entry.askedAt = now
      counts.hits++
      return entry.response
    },
    getOrRender(key, render) {
      const isCurrent = isRecalling || entriesOf(key).peek(key)?.expiredAt === null
      const cached = isCurrent ? this.get(key) : undefined
      if (cached) return Promise.resolve(cached)
      return renderings.get(key)?.promise ?? startRendering(key, render)
    },
    invalidate(tags) {
      forEachWith(tags, remove)
      shared?.purge(tags)
    },
    expire(tags) {
      shared?.purge(tags)
      const now = performance.now()
      forEachWith(tags, (key, entry) => {
        if (!request || now - entry.askedAt > EXPIRED_MS) return remove(key)
        entry.expiredAt ??= now
        expired.add(key)
      })
      void renderExpired()
    },
    setRequest(ask) {
      request = ask
    },
    clear() {
      shared?.purge([EVERYTHING])
      for (const { invalidated } of renderings.values()) invalidated.add('*')
      for (const entries of both) {
        counts.invalidations += entries.size
        entries.clear()
      }
    },
    suspend() {
      if (!isSuspended) {
        for (const [key, response] of recent.entries()) lastKnown.set(key, response)
        for (const entries of both) for (const [key, { response }] of entries.entries()) lastKnown.set(key, response)
        recent.clear()
      }
      isSuspended = true
      this.clear()
    },
    recall() {
      isRecalling = isSuspended
    },
    resume() {
      this.clear()
      isRecalling = false
      lastKnown.clear()
      isSuspended = false
    },
    stats: () => ({
      entries: plain.size + queried.size,
      bytes: plain.calculatedSize + queried.calculatedSize,
      ...counts,
    }),
  }
}

/** Compresses a response as an earlier one of the same key was, so that nobody waits for it. */
async function compressAlike(response: CachedResponse, earlier: CachedResponse): Promise<void> {
  // Safe cast: `variants` has no other keys.
  const encodings = Object.keys(earlier.variants) as Encoding[]
  await Promise.all(encodings.map((encoding) => getVariant(response, encoding)))
}
