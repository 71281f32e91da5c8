import type { Logger } from 'pino'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import { listen } from '#platform/db/database.server.ts'
import type { CatalogIndex } from '#shop/listing/index-types.server.ts'

export const PRODUCTS_CHANGED = 'products_changed'
export const PUBLIC_CHANGED = 'public_changed'

/** What an instance has in memory of the database's contents. */
export interface InMemory {
  /** Null until it is built, which starts only once notifications are received. */
  index: CatalogIndex | null
  cache: ResponseCache
  log: Logger
}

/** Invalidates what shows these products: by their own tags at once, by the index's once it has read them again. */
export function invalidateProducts({ index, cache, log }: InMemory, ids: readonly string[] | 'all'): void {
  if (ids === 'all') cache.clear()
  else cache.invalidate(ids.map((id) => `product:${id}`))
  index?.refresh(ids).then(
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
 * Applies the changes that any instance or command commits. While the connection is lost nothing is cached; after it is
 * back, the catalogue is read again before anything is cached.
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
    channels: [PRODUCTS_CHANGED, PUBLIC_CHANGED],
    log,
    onMessage(channel, payload) {
      if (channel === PRODUCTS_CHANGED)
        return invalidateProducts(inMemory, payload === '*' ? 'all' : payload.split(' '))
      cache.invalidate(payload.split(' '))
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
