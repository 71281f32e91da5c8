import type { Logger } from 'pino'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import { listen } from '#platform/db/database.server.ts'
import type { CatalogIndex } from '#shop/listing/index-types.server.ts'

export const PRODUCTS_CHANNEL = 'products_changed'
export const CACHE_TAGS_CHANNEL = 'public_changed'

/** An instance's copies of data from the database. */
export interface InMemory {
  /** Null until its build begins. */
  index: CatalogIndex | null
  cache: ResponseCache
  log: Logger
}

/** Invalidates responses that show these products: by their own tags at once, by others once the index has read them. */
export function invalidateProducts({ index, cache, log }: InMemory, ids: readonly string[] | 'all'): void {
  if (ids === 'all') cache.clear()
  else cache.invalidate(ids.map((id) => `product:${id}`))
  if (index) invalidateAfter({ cache, log }, index.refresh(ids))
}

function invalidateAfter({ cache, log }: Omit<InMemory, 'index'>, refreshed: Promise<readonly string[]>): void {
  refreshed.then(
    (tags) => {
      if (tags.includes('*')) cache.clear()
      else cache.invalidate(tags)
    },
    (error: unknown) => {
      log.error({ err: error }, 'the catalogue index could not be updated')
      cache.clear()
    },
  )
}

/**
 * Applies the changes that any instance or command commits. While the connection is lost nothing is cached, and after a
 * reconnection the catalogue is read again first.
 * @returns once connected, the function that ends it
 * @throws {Error} when the database cannot be reached
 */
export function listenForChanges(
  inMemory: InMemory,
  connection: Parameters<typeof listen>[0]['connection'],
): Promise<() => Promise<void>> {
  const { cache, log } = inMemory
  return listen({
    connection,
    channels: [PRODUCTS_CHANNEL, CACHE_TAGS_CHANNEL],
    log,
    onMessage(channel, payload) {
      if (channel === PRODUCTS_CHANNEL)
        return invalidateProducts(inMemory, payload === '*' ? 'all' : payload.split(' '))
      const tags = payload.split(' ')
      cache.invalidate(tags)
      if (tags.includes('settings') && inMemory.index) invalidateAfter(inMemory, inMemory.index.refreshWords())
    },
    onLost() {
      cache.suspend()
    },
    async onReconnect() {
      await inMemory.index?.refresh('all')
      cache.resume()
    },
  })
}
