import type { Logger } from 'pino'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import { listen } from '#platform/db/database.server.ts'
import { gather } from '#platform/gather.ts'
import type { CatalogIndex, ChangedTags } from '#shop/listing/index-types.server.ts'
import type { OffersInMemory } from '#shop/offers/offers-in-memory.server.ts'
import type { SettingsInMemory } from '#shop/settings/settings-in-memory.server.ts'

export const PRODUCTS_CHANNEL = 'products_changed'
export const CACHE_TAGS_CHANNEL = 'public_changed'

/**
 * How long changes of products wait for each other, in milliseconds: in a rush of sales a product's page is rendered once
 * for many. CONTRACT (Stock) gives a sale 100 until it shows.
 */
const GATHER_MS = 50
/** How long sales wait for each other until rows of what sold best are read again, in milliseconds. */
const GATHER_SALES_MS = 1000
/** When a notified change shows at the latest, in milliseconds, even if the index can't read it for so long. */
const LATEST_MS = 1000

/** An instance's copies of data in the database. */
export interface InMemory {
  /** Null until its build begins. */
  index: CatalogIndex | null
  settings: SettingsInMemory
  offers: OffersInMemory
  cache: ResponseCache
  log: Logger
}

const tagsOf = (ids: readonly string[]) => ids.flatMap((id) => [`product:${id}`, `card:${id}`])

/**
 * Invalidates responses that show these products: by the products' tags at once, by other tags once the index has read
 * the changes.
 */
export function invalidateProducts({ index, cache, log }: InMemory, ids: readonly string[] | 'all'): void {
  if (ids === 'all') cache.clear()
  else cache.invalidate(tagsOf(ids))
  if (index) void invalidateAfter({ cache, log }, index.refresh(ids))
}

/**
 * The same for changes of which a notification doesn't say what they are: the index reads them first, because of new
 * quantities alone a card needn't be rendered again, nor a page wait for it.
 */
async function applyNotified(inMemory: InMemory, ids: readonly string[]): Promise<void> {
  const { index, cache } = inMemory
  if (!index) return cache.invalidate(tagsOf(ids))
  const latest = setTimeout(() => cache.invalidate(tagsOf(ids)), LATEST_MS).unref()
  await invalidateAfter(inMemory, index.refresh(ids))
  clearTimeout(latest)
}

/**
 * Reads changed settings, and only then invalidates the responses that show them, so later responses have the new ones.
 * @throws {Error} if the database can't be queried
 */
export async function refreshSettings({ index, settings, cache, log }: InMemory): Promise<void> {
  await settings.refresh()
  cache.invalidate(['settings'])
  if (index) void invalidateAfter({ cache, log }, index.refreshSettings())
}

/**
 * Reads changed offers, and invalidates the pages if they show something else from now on.
 * @throws {Error} if the database can't be queried
 */
export async function refreshOffers({ offers, cache }: Pick<InMemory, 'offers' | 'cache'>): Promise<void> {
  if (await offers.refresh()) cache.invalidate(['offers'])
}

async function refreshAll(inMemory: InMemory, tags: readonly string[]): Promise<void> {
  await Promise.all([
    tags.includes('settings') ? refreshSettings(inMemory) : null,
    tags.includes('offers') ? refreshOffers(inMemory) : null,
  ])
}

async function invalidateAfter(
  { cache, log }: Pick<InMemory, 'cache' | 'log'>,
  refreshed: Promise<ChangedTags>,
): Promise<void> {
  try {
    const { other, quantities } = await refreshed
    if (other.includes('*')) return cache.clear()
    cache.invalidate(other)
    cache.expire(quantities)
  } catch (error) {
    log.error({ err: error }, 'the catalogue index could not be updated')
    cache.clear()
  }
}

/**
 * Applies the changes that any instance or command commits. While the connection is lost, nothing is cached, and while it can't be made,
 * pages are sent as they were. After a
 * reconnection, settings and catalogue are read again first.
 * @returns once connected, the function that ends it
 * @throws {Error} if the database can't be reached
 */
export function listenForChanges(
  inMemory: InMemory,
  connection: Parameters<typeof listen>[0]['connection'],
): Promise<() => Promise<void>> {
  const { cache, log } = inMemory
  const gathered = gather<string>(GATHER_MS, (ids) => void applyNotified(inMemory, ids))
  const gatheredSales = gather<string>(GATHER_SALES_MS, (tags) => cache.expire(tags))
  return listen({
    connection,
    channels: [PRODUCTS_CHANNEL, CACHE_TAGS_CHANNEL],
    log,
    onMessage(channel, payload) {
      if (channel === PRODUCTS_CHANNEL)
        return payload === '*' ? invalidateProducts(inMemory, 'all') : gathered(payload.split(' '))
      const tags = payload.split(' ')
      cache.invalidate(tags.filter((tag) => tag !== 'settings' && tag !== 'sales' && tag !== 'offers'))
      if (tags.includes('sales')) gatheredSales(['sales'])
      return refreshAll(inMemory, tags)
    },
    onLost() {
      cache.suspend()
    },
    onAway() {
      cache.recall()
    },
    async onReconnect() {
      await inMemory.settings.refresh()
      await inMemory.offers.refresh()
      await inMemory.index?.refresh('all')
      cache.resume()
    },
  })
}
