import { setTimeout as sleep } from 'node:timers/promises'
import { gather } from '../gather.ts'
import { shareConcurrent } from '../share-concurrent.ts'

/** A cache in front of the shop that keeps public responses for everybody: a CDN, or Varnish. */
export interface SharedCache {
  /** The headers of a response by which that cache may keep it, and finds it again by tag; none if it mustn't keep it. */
  headersOf(key: string, tags: readonly string[]): Record<string, string>
  /** Makes it forget every response with one of these tags, within two seconds if it can be reached. Doesn't wait. */
  purge(tags: readonly string[]): void
  /** For how long the oldest purge has been waiting, in milliseconds; 0 if none is. */
  oldestMs(): number
  /** Sends what is waiting, for at most a second. */
  stop(): Promise<void>
}

export interface SharedCacheOptions {
  url: string
  /** Sent as a bearer token. */
  token: string | null
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

/** The tag of every response. */
export const EVERYTHING = 'all'

/** A lost purge does no harm for longer than this, in seconds. A page that is asked for often still rarely reaches the shop. */
const KEPT_SECONDS = 60
/** Varnish takes header lines of up to 8 KB, and both headers have the tags. */
const MAX_TAGS_LENGTH = 4_000
/** The most tags of one request: Cloudflare's limit. */
const MAX_TAGS = 100
/** With more tags waiting, everything is purged. */
const MAX_WAITING = 1_000
const GATHER_MS = 50
/**
 * Every purge is made twice: a response that left the shop just before a change may arrive just after the first one, and
 * `ResponseCache.expire` gives a second to responses that show a changed quantity.
 */
const AGAIN_MS = 1_200
const TIMEOUT_MS = 1_000
const MAX_DELAY_MS = 5_000

/**
 * Purges by a POST to `url`, which Varnish (deploy/varnish.vcl, header `xkey-purge`) and Cloudflare (body
 * `{"tags": […]}`) understand. What failed is sent again until it succeeds. Each instance purges what it has invalidated
 * itself, so the last purge of a change comes after the last instance that could have sent an old response.
 */
export function createSharedCache({ url, token, log }: SharedCacheOptions): SharedCache {
  /** The tags to purge, in order, with the time since when each has been waiting. */
  const waiting = new Map<string, number>()
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  const stopping = new AbortController()

  function add(tags: readonly string[], since = performance.now()): void {
    for (const tag of tags) waiting.set(tag, Math.min(waiting.get(tag) ?? since, since))
    if (!waiting.has(EVERYTHING) && waiting.size <= MAX_WAITING) return
    const oldest = Math.min(...waiting.values())
    waiting.clear()
    waiting.set(EVERYTHING, oldest)
  }

  async function post(tags: readonly string[]): Promise<void> {
    const body = JSON.stringify({ tags })
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'xkey-purge': tags.join(' ') },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`It responded with ${response.status}`)
  }

  /** Tags that are added during a request are sent by the next, though they may be the same. */
  const send = shareConcurrent(async () => {
    for (let failures = 0; waiting.size > 0; ) {
      const batch = nextBatch(waiting)
      for (const [tag] of batch) waiting.delete(tag)
      try {
        await post(batch.map(([tag]) => tag))
        if (failures > 0) log.info({}, 'the cache before the shop was purged again')
        failures = 0
      } catch (error) {
        for (const [tag, since] of batch) add([tag], since)
        if (failures === 0) log.warn({ err: error }, 'the cache before the shop could not be purged')
        failures += 1
        if (stopping.signal.aborted) return
        const delay = Math.min(125 * 2 ** failures, MAX_DELAY_MS)
        await sleep(delay, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  })

  const purge = gather<string>(GATHER_MS, (tags) => {
    const now = () => {
      add(tags)
      void send()
    }
    now()
    setTimeout(now, AGAIN_MS).unref()
  })

  return {
    headersOf(key, tags) {
      const all = [EVERYTHING, ...tags]
      const text = all.join(' ')
      // Views of a product are counted when its response is sent.
      if (text.length > MAX_TAGS_LENGTH || /[?&]viewProduct=true(?:&|$)/.test(key)) return {}
      return { 'cdn-cache-control': `public, max-age=${KEPT_SECONDS}`, 'cache-tag': all.join(','), xkey: text }
    },
    purge,
    oldestMs: () => (waiting.size === 0 ? 0 : performance.now() - Math.min(...waiting.values())),
    async stop() {
      stopping.abort()
      await Promise.race([send(), sleep(TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** As many of the oldest tags as one request takes. */
function nextBatch(waiting: ReadonlyMap<string, number>): [string, number][] {
  const batch: [string, number][] = []
  let length = 0
  for (const entry of waiting) {
    length += entry[0].length + 1
    if (batch.length > 0 && (length > MAX_TAGS_LENGTH || batch.length === MAX_TAGS)) break
    batch.push(entry)
  }
  return batch
}
