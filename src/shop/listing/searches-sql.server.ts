import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { sha256 } from '#platform/ids.server.ts'
import { type Batches, createBatches } from '#platform/process/batches.server.ts'
import type { Tables } from '../tables.server.ts'
import type { CatalogIndex } from './index-types.server.ts'
import { normalizeSearch } from './searches.ts'

/** Counts what shoppers search for, apart from the response, so that cached responses count too. */
export interface SearchCounter extends Pick<Batches<never>, 'flush' | 'stop'> {
  /** Records a search for the next flush. Once an hour for each client and text, and at most 30 texts of a client. */
  record(typed: string, client: string): void
}

const FLUSH_MS = 10_000
const HOUR_MS = 3_600_000
/** Searches recorded between two flushes; more aren't counted. */
const MAX_RECORDED = 500
/** Texts that one client can add in an hour, so that nobody fills the day's table alone. */
const MAX_TEXTS = 30
/** Texts of a day. One that comes later isn't kept. */
const MAX_OF_DAY = 1000
const DAYS_KEPT = 400

/** Counts searches. The client is only remembered as a hash, in memory, for an hour. */
export function createSearchCounter(
  db: Kysely<Tables>,
  { index, log }: { index: Pick<CatalogIndex, 'search'>; log: Logger },
): SearchCounter {
  const batches = createBatches<string>({
    everyMs: FLUSH_MS,
    max: MAX_RECORDED,
    write: async (texts) => {
      const times = Map.groupBy(texts, (text) => text)
      const searches: CountedSearch[] = []
      for (const [text, all] of times) {
        const listing = await index.search({ q: text, limit: 1 })
        searches.push({ text, times: all.length, found: listing?.total ?? 0 })
      }
      await writeSearches(db, searches)
    },
    onError: (error) => log.warn({ err: error }, 'searches weren’t counted'),
  })
  const textsOf = new LRUCache<string, Set<string>>({ max: 10_000, ttl: HOUR_MS })
  return {
    record(typed, client) {
      const text = normalizeSearch(typed)
      if (text === null) return
      const hash = sha256(client).toString('hex')
      const texts = textsOf.get(hash) ?? new Set()
      if (texts.has(text) || texts.size >= MAX_TEXTS) return
      if (texts.size === 0) textsOf.set(hash, texts)
      texts.add(text)
      batches.record(`${hash} ${text}`, text)
    },
    flush: batches.flush,
    stop: batches.stop,
  }
}

interface CountedSearch {
  text: string
  times: number
  found: number
}

/** Adds searches to those of today, in India, and removes what is older than 400 days. */
export async function writeSearches(db: Kysely<Tables>, searches: readonly CountedSearch[]): Promise<void> {
  const rows = searches.toSorted((one, other) => (one.text < other.text ? -1 : 1))
  await sql`
    with expired as (delete from searches where day < indian_day(now()) - ${DAYS_KEPT}::integer),
    today as (select count(*) as texts from searches where day = indian_day(now())),
    added as (
      select s.*, k.text is not null as is_known, row_number() over (partition by k.text is null order by s.text) as place
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(text text, times integer, found integer)
        left join searches k on k.day = indian_day(now()) and k.text = s.text)
    insert into searches (day, text, times, found)
    select indian_day(now()), text, times, found from added, today
    where is_known or today.texts + place <= ${MAX_OF_DAY}
    on conflict (day, text) do update
      set times = searches.times + excluded.times, found = excluded.found, seen_at = now()`.execute(db)
}
