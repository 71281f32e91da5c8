import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Reads } from '#platform/db/reads.server.ts'
import { LANGUAGES } from '#platform/text/languages.ts'
import { language } from '#platform/text/t.ts'
import type { Product } from '../catalog/contract.ts'
import { readPictureOrigins, readProducts } from '../catalog/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import { readCursor, writeCursor } from './index/cursor.server.ts'
import { countFacets } from './index/facets.server.ts'
import { createIndexUpdater } from './index/index-updater.server.ts'
import { searchTable } from './index/search.server.ts'
import type { CatalogIndex, ChangedTags, IndexSource } from './index-types.server.ts'
import { explain, selectFrom } from './search-text/explain.server.ts'
import { readWords } from './search-text/read-words.server.ts'
import { suggestFrom } from './search-text/suggest.server.ts'
import { readAllEntries, readEntries } from './sql.server.ts'

const MAX_LISTED = 1000
const MAX_CACHED_BYTES = 96 * 1024 * 1024
/** The heap of a cache entry besides its JSON, in bytes. */
const ENTRY_OVERHEAD = 250

/** The key of a product in the cache, which has it once in each language that it was read in. */
const keyOf = (id: string, code: string = language()) => `${code} ${id}`
const LANGUAGE_CODES = Object.keys(LANGUAGES)

/** The index over the shop's database, with the owner's search words and colours. `read`: how the whole catalogue is read. */
export function createCatalogIndex(
  db: Kysely<Tables>,
  settings: () => Settings,
  read: Reads<Tables>['run'] = (work) => work(db),
): CatalogIndex {
  const own = () => settings()['listing.colors']
  return createIndexOver({
    readAllEntries: () => readAllEntries(read, own()),
    readEntries: (ids) => readEntries(db, ids, own()),
    readProducts: (ids) => readProducts(db, ids, own()),
    readOwnColors: own,
    readOwnerSynonyms: async () => settings()['search.words'],
    readPictureOrigins: () => readPictureOrigins(db),
  })
}

/**
 * The index over a source. It builds itself at once. LISTEN for changes must already be active, or a write in between
 * is missed.
 */
export function createIndexOver(source: IndexSource): CatalogIndex {
  // By language and id. JSON takes a fraction of the heap of objects, and no caller can change a cached product.
  const products = new LRUCache<string, string>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (json) => json.length * 2 + ENTRY_OVERHEAD,
  })
  const updater = createIndexUpdater(source)
  const { table } = updater
  let refreshes = 0
  let origins: readonly string[] = []
  let ownColors = source.readOwnColors?.()
  const readOrigins = async () => {
    origins = await source.readPictureOrigins()
  }
  const ready = Promise.all([updater.ready, readOrigins()]).then(() => undefined)
  ready.catch(() => undefined)

  async function getMany(ids: readonly string[]): Promise<Product[]> {
    const found = new Map<string, Product>()
    for (const id of ids) {
      const json = products.get(keyOf(id))
      // Safe cast: only products are written to the cache.
      if (json !== undefined) found.set(id, JSON.parse(json) as Product)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) {
      const startedAt = refreshes
      for (const product of await source.readProducts(missing)) {
        found.set(product._id, product)
        // A refresh during the read may have made it stale.
        if (startedAt === refreshes) products.set(keyOf(product._id), JSON.stringify(product))
      }
    }
    return ids.map((id) => found.get(id)).filter((product) => product !== undefined)
  }

  async function refresh(ids: readonly string[] | 'all'): Promise<ChangedTags> {
    refreshes++
    if (ids === 'all') products.clear()
    else for (const id of ids) for (const one of LANGUAGE_CODES) products.delete(keyOf(id, one))
    const tags = await updater.refresh(ids)
    if (tags.other.length > 0) await readOrigins()
    return tags
  }

  return {
    async search(query) {
      const after = query.cursor === undefined ? null : readCursor(query.cursor)
      if (query.cursor !== undefined && !after) return null
      await updater.whenCurrent()
      const text = query.q ? readWords(query.q, table.words) : null
      const soldOutLast = query.soldOut === 'last'
      const page = { sortBy: query.sortBy, soldOutLast, limit: query.limit ?? MAX_LISTED, after }
      const { ids, total, last } = searchTable(table, selectFrom(table, query, text), page)
      return { products: await getMany(ids), total, nextCursor: last && writeCursor(last) }
    },
    async facets(query) {
      await updater.whenCurrent()
      const text = query.q ? readWords(query.q, table.words) : null
      const options = countFacets(table, selectFrom(table, query, text))
      return { ...options, search: text && explain(table, query, text, options.total) }
    },
    async suggest(q) {
      await updater.whenCurrent()
      const { ids, ...found } = suggestFrom(table, q)
      return { products: await getMany(ids), ...found }
    },
    async get(id) {
      await updater.whenCurrent()
      return (await getMany([id]))[0]
    },
    async getMany(ids) {
      await updater.whenCurrent()
      return getMany(ids)
    },
    ids: () => [...table.rowOf.keys()],
    refresh,
    async refreshSettings() {
      const colors = source.readOwnColors?.()
      const isRecolored = !isDeepStrictEqual(colors, ownColors)
      ownColors = colors
      if (isRecolored) await refresh('all')
      const isChanged = (await updater.refreshSynonyms()) || isRecolored
      return { other: isChanged ? ['*'] : [], quantities: [] }
    },
    imageHosts: () => origins,
    ready,
    stats: () => ({ ...updater.stats(), cachedBytes: products.calculatedSize }),
  }
}
