import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { shareConcurrent } from '../share-concurrent.ts'

/** The servers of one database, of which one at a time takes writes: `postgres://user@db1,db2:5433,db3/shop`. */
export interface Hosts {
  /** The address of the server that took writes last; of the first before one was found. */
  current(): string
  /**
   * The address of the server that takes writes, searched for if it isn't known. Concurrent callers share a search. While none
   * takes writes it waits, but no longer than five seconds after the last one was lost: then it fails at once.
   * @throws {Error} (`isUnavailable`) if none does
   */
  find(options?: { isPatient?: boolean }): Promise<string>
  /** The server at this address doesn't respond, or takes no writes: the next `find` searches. */
  lost(url: string): void
}

/** PostgreSQL's own words for a server that takes writes, as in libpq's `target_session_attrs`. */
const ATTRIBUTES = /^(?:read-write|primary|any)$/

/**
 * The addresses of a URL that names several hosts, each as a URL of its own, as libpq reads them; `target_session_attrs` may
 * be `read-write` or `primary`, which is what the shop needs anyway. Null if it isn't the URL of a PostgreSQL server.
 */
export function splitHosts(text: string): string[] | null {
  const [, start = '', authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/.exec(text) ?? []
  if (start === '') return null
  const at = authority.lastIndexOf('@') + 1
  const urls: string[] = []
  for (const host of authority.slice(at).split(',')) {
    const url = URL.parse(`${start}${authority.slice(0, at)}${host}${rest}`)
    if (!url || (host === '' && authority.includes(','))) return null
    if (!ATTRIBUTES.test(url.searchParams.get('target_session_attrs') ?? 'any')) return null
    // As it was given, unless it has this parameter: a password needn't be spelled as `URL` would.
    if (!url.searchParams.has('target_session_attrs')) urls.push(`${start}${authority.slice(0, at)}${host}${rest}`)
    else {
      url.searchParams.delete('target_session_attrs')
      urls.push(url.href)
    }
  }
  return urls
}

/** How long a server may take to say whether it takes writes. */
const PROBE_MS = 1_000
/** How long others may take once one has said so: after a split of the network a former one may say so too. */
const OTHERS_MS = 250
/** The wait after a search that found none, at first and at most. */
const MIN_WAIT_MS = 100
const MAX_WAIT_MS = 1_000
/** A planned switch-over takes less, and no call fails then. */
const PATIENCE_MS = 5_000

interface Found {
  url: string
  /** Counts fail-overs: the server with the latest one is right. */
  timeline: string
}

export function createHosts(
  urls: readonly string[],
  { probe = probeServer, patienceMs = PATIENCE_MS }: { probe?: typeof probeServer; patienceMs?: number } = {},
): Hosts {
  let current = urls[0] ?? ''
  let isKnown = false
  let waitMs = 0
  let retryAt = 0
  let lostAt = performance.now()

  const search = shareConcurrent(async () => {
    const found: Found[] = []
    const probes = urls.map(async (url) => {
      const timeline = await probe(url).catch(() => null)
      if (timeline !== null) found.push({ url, timeline })
      return timeline !== null
    })
    const all = Promise.all(probes)
    const first = new Promise<void>((resolve) => {
      for (const one of probes) void one.then((isWritable) => isWritable && resolve())
    })
    await Promise.race([all, first.then(() => sleep(OTHERS_MS, undefined, { ref: false }))])
    const [best] = found.sort((a, b) => b.timeline.localeCompare(a.timeline))
    if (!best) {
      waitMs = Math.min(Math.max(waitMs * 2, MIN_WAIT_MS), MAX_WAIT_MS)
      retryAt = performance.now() + waitMs * (0.5 + Math.random() / 2)
      throw new Error(NONE)
    }
    current = best.url
    isKnown = true
    waitMs = 0
  })

  return {
    current: () => current,
    async find({ isPatient: mayWait = true } = {}) {
      while (!isKnown) {
        const isPatient = mayWait && performance.now() - lostAt < patienceMs
        const waitMs = retryAt - performance.now()
        if (waitMs > 0 && !isPatient) throw new Error(NONE)
        if (waitMs > 0) await sleep(waitMs)
        await search().catch((error: unknown) => {
          if (!isPatient) throw error
        })
      }
      return current
    },
    lost(url) {
      if (url !== current || !isKnown) return
      isKnown = false
      lostAt = performance.now()
    },
  }
}

const NONE = 'no server of the database takes writes'

/** The timeline of a server that takes writes; null if it takes none. */
async function probeServer(url: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'shop',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ writable: boolean; timeline: string | null }>(`
      select current_setting('transaction_read_only') = 'off' and not pg_is_in_recovery() as writable,
        case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`)
    const [row] = rows
    return row?.writable ? (row.timeline ?? '') : null
  } finally {
    void client.end().catch(() => {})
  }
}
