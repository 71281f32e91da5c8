import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** An answer as it is made: once, for everybody. */
export interface FreshAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** What the answer shows: a write under one of these names makes it stale. */
  tags: readonly string[]
  /** False for what must not be kept (an error that may be gone in a moment). */
  keep?: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** One way of sending the same bytes, ready for `writeHead` and `end`. */
export interface Variant {
  body: Buffer
  etag: string
  headers: Record<string, string>
}

/** A kept answer: every encoding compressed ahead, with a strong ETag each (RFC 9110 8.8.1). */
export interface StoredAnswer {
  status: number
  tags: readonly string[]
  variants: Record<Encoding, Variant>
  bytes: number
}

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

interface Making {
  promise: Promise<StoredAnswer>
  /** Tags cleared while this answer was being made; '*' means all. */
  clearedMeanwhile: Set<string>
}

/** Answers larger than a packet or so are worth compressing. */
const WORTH_COMPRESSING = 860
const MAX_REMAKINGS = 3

/** An in-memory store of ready bytes, bounded by `maxBytes`, least recently used out first (DESIGN 3). */
export function createByteCache(options: { maxBytes: number }): ByteCache {
  const entries = new Map<string, StoredAnswer>()
  const makings = new Map<string, Making>()
  const figures = { hits: 0, makings: 0, cleared: 0, bytes: 0 }
  let suspended = false

  function drop(key: string, entry: StoredAnswer): void {
    entries.delete(key)
    figures.bytes -= entry.bytes
  }

  function keep(key: string, entry: StoredAnswer): void {
    const old = entries.get(key)
    if (old) drop(key, old)
    entries.set(key, entry)
    figures.bytes += entry.bytes
    for (const [oldest, stored] of entries) {
      if (figures.bytes <= options.maxBytes) break
      drop(oldest, stored)
    }
  }

  /** Makes the answer again where a write overtook its making, so that nobody is handed the figure from before. */
  async function makeFresh(key: string, make: () => Promise<FreshAnswer>, making: Making): Promise<StoredAnswer> {
    for (let round = 1; ; round++) {
      making.clearedMeanwhile.clear()
      figures.makings++
      const fresh = await make()
      const stored = await store(fresh)
      const overtaken = making.clearedMeanwhile.has('*') || fresh.tags.some((tag) => making.clearedMeanwhile.has(tag))
      if (!overtaken && !suspended && fresh.keep !== false) keep(key, stored)
      if (!overtaken || round === MAX_REMAKINGS) return stored
    }
  }

  return {
    lookup(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      figures.hits++
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    obtain(key, make) {
      const kept = this.lookup(key)
      if (kept) return Promise.resolve(kept)
      const under = makings.get(key)
      if (under) return under.promise
      const making: Making = { promise: Promise.resolve() as never, clearedMeanwhile: new Set() }
      making.promise = makeFresh(key, make, making).finally(() => makings.delete(key))
      makings.set(key, making)
      return making.promise
    },
    clear(tags) {
      for (const making of makings.values()) for (const tag of tags) making.clearedMeanwhile.add(tag)
      const stale = new Set(tags)
      for (const [key, entry] of entries)
        if (entry.tags.some((tag) => stale.has(tag))) {
          drop(key, entry)
          figures.cleared++
        }
    },
    clearAll() {
      for (const making of makings.values()) making.clearedMeanwhile.add('*')
      figures.cleared += entries.size
      entries.clear()
      figures.bytes = 0
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

async function store(fresh: FreshAnswer): Promise<StoredAnswer> {
  const plain = Buffer.from(fresh.body)
  const small = plain.length < WORTH_COMPRESSING
  const [gz, br] = small
    ? [plain, plain]
    : await Promise.all([
        compressGzip(plain, { level: 7 }),
        compressBrotli(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
        }),
      ])
  const digest = createHash('sha256')
    .update(plain)
    .update(JSON.stringify(fresh.headers))
    .digest('base64url')
    .slice(0, 22)
  const variants = {
    identity: variant(plain, `"${digest}"`, fresh.headers, 'identity'),
    gzip: variant(gz, `"${digest}-g"`, fresh.headers, small ? 'identity' : 'gzip'),
    br: variant(br, `"${digest}-b"`, fresh.headers, small ? 'identity' : 'br'),
  }
  return { status: fresh.status, tags: fresh.tags, variants, bytes: plain.length + gz.length + br.length + 1024 }
}

function variant(body: Buffer, etag: string, headers: Record<string, string>, encoding: Encoding): Variant {
  return {
    body,
    etag,
    headers: {
      ...headers,
      vary: 'Accept-Encoding',
      etag,
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  }
}

/** The best encoding that the client takes (RFC 9110 12.5.3); `q=0` rules one out. */
export function chooseEncoding(accept: string | null | undefined): Encoding {
  if (!accept) return 'identity'
  const taken = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0+)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(accept)
  return taken('br') ? 'br' : taken('gzip') ? 'gzip' : 'identity'
}

/** Whether the client's `If-None-Match` names this ETag, by weak comparison (RFC 9110 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** A kept answer as a web response: 304 where the client has it already. */
export function toResponse(answer: StoredAnswer, request: Request): Response {
  const chosen = answer.variants[chooseEncoding(request.headers.get('accept-encoding'))]
  if (answer.status === 200 && matchesEtag(request.headers.get('if-none-match'), chosen.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...headers } = chosen.headers
    return new Response(null, { status: 304, headers })
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(chosen.body), {
    status: answer.status,
    headers: chosen.headers,
  })
}
