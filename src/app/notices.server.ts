import type { Logger } from 'pino'
import type { ByteCache } from '#platform/cache/response-cache.server.ts'
import { listen } from '#platform/db/database.server.ts'
import type { CatalogIndex } from '#shop/listing/index-types.server.ts'

export const PRODUCTS_CHANGED = 'products_changed'
export const PUBLIC_CHANGED = 'public_changed'

/** What an instance keeps in memory of what is in the database. */
export interface Kept {
  /** Null until it is built: that may begin only once the line stands, and then it reads what notices told before. */
  index: CatalogIndex | null
  cache: ByteCache
  log: Logger
}

/** What a write to products makes stale: those products at once, and what the index says moved once it has read them. */
export function forgetProducts({ index, cache, log }: Kept, ids: readonly string[] | 'all'): void {
  if (ids === 'all') cache.clearAll()
  else cache.clear(ids.map((id) => `product:${id}`))
  index?.refresh(ids).then(
    (tags) => {
      if (tags.includes('*')) cache.clearAll()
      else cache.clear(tags)
    },
    (error: unknown) => {
      log.error({ err: error }, 'the range in memory could not be brought up to date')
      cache.clearAll()
    },
  )
}

/**
 * Hears what any instance or command wrote. While the line is down nothing is kept in memory; when it is back, the
 * range is read anew before anything is kept again.
 * @returns once the line stands, the function that ends it
 * @throws {Error} when the database cannot be reached
 */
export function hearNotices(
  kept: Kept,
  connection: Parameters<typeof listen>[0]['connection'],
): Promise<() => Promise<void>> {
  const { cache, log } = kept
  return listen({
    connection,
    channels: [PRODUCTS_CHANGED, PUBLIC_CHANGED],
    log,
    onMessage(channel, payload) {
      if (channel === PRODUCTS_CHANGED) return forgetProducts(kept, payload === '*' ? 'all' : payload.split(' '))
      cache.clear(payload.split(' '))
    },
    onLost() {
      cache.suspend()
    },
    async onReconnect() {
      await kept.index?.refresh('all')
      cache.resume()
    },
  })
}
