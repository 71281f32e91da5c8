import type { Logger } from 'pino'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import { listen } from '#platform/db/database.server.ts'
import { gather } from '#platform/gather.ts'
import type { CatalogIndex } from '#shop/listing/index-types.server.ts'
import type { SettingsInMemory } from '#shop/settings/settings-in-memory.server.ts'

export const PRODUCTS_CHANNEL = 'products_changed'
export const CACHE_TAGS_CHANNEL = 'public_changed'

/**
 * How long changes of products wait for each other, in milliseconds: in a rush of sales a product's page is rendered once
 * for many. CONTRACT (Stock) gives a sale 100 until it shows.
 */
const GATHER_MS = 50

/** An instance's copies of data in the database. */
export interface InMemory {
  /** Null until its build begins. */
  index: CatalogIndex | null
  settings: SettingsInMemory
  cache: ResponseCache
  log: Logger
}

/**
 * Invalidates responses that show these products: by the products' tags at once, by other tags once the index has read
 * the changes.
 */
export function invalidateProducts({ index, cache, log }: InMemory, ids: readonly string[] | 'all'): void {
  if (ids === 'all') cache.clear()
  else cache.invalidate(ids.map((id) => `product:${id}`))
  if (index) invalidateAfter({ cache, log }, index.refresh(ids))
}

/**
 * Reads changed settings, and only then invalidates the responses that show them, so later responses have the new ones.
 * @throws {Error} if the database can't be queried
 */
export async function refreshSettings({ index, settings, cache, log }: InMemory): Promise<void> {
  await settings.refresh()
  cache.invalidate(['settings'])
  if (index) invalidateAfter({ cache, log }, index.refreshSettings())
}

function invalidateAfter({ cache, log }: Pick<InMemory, 'cache' | 'log'>, refreshed: Promise<readonly string[]>): void {
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
 * Applies the changes that any instance or command commits. While the connection is lost, nothing is cached. After a
 * reconnection, settings and catalogue are read again first.
 * @returns once connected, the function that ends it
 * @throws {Error} if the database can't be reached
 */
export function listenForChanges(
  inMemory: InMemory,
  connection: Parameters<typeof listen>[0]['connection'],
): Promise<() => Promise<void>> {
  const { cache, log } = inMemory
  const gathered = gather<string>(GATHER_MS, (ids) => invalidateProducts(inMemory, ids))
  return listen({
    connection,
    channels: [PRODUCTS_CHANNEL, CACHE_TAGS_CHANNEL],
    log,
    onMessage(channel, payload) {
      if (channel === PRODUCTS_CHANNEL)
        return payload === '*' ? invalidateProducts(inMemory, 'all') : gathered(payload.split(' '))
      const tags = payload.split(' ')
      cache.invalidate(tags.filter((tag) => tag !== 'settings'))
      return tags.includes('settings') ? refreshSettings(inMemory) : undefined
    },
    onLost() {
      cache.suspend()
    },
    async onReconnect() {
      await inMemory.settings.refresh()
      await inMemory.index?.refresh('all')
      cache.resume()
    },
  })
}
