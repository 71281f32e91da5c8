import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { paise, toRupees } from '#platform/money.ts'
import type { Product } from '../catalog/contract.ts'
import type { FILTER_OPTIONS } from '../catalog/rules.ts'
import { readPictureOrigins, readProducts } from '../catalog/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { FilterOptions } from './contract.ts'
import { readCursor, writeCursor } from './index/cursor.server.ts'
import { createIndexUpdater } from './index/index-updater.server.ts'
import { countFacets, type Facets, type FoundPage, type Page, searchTable } from './index/search.server.ts'
import { idsInOrder, type ListingTable } from './index/table.server.ts'
import type { CatalogIndex, IndexSource, ListingQuery } from './index-types.server.ts'
import { inFilterOrder } from './rules.ts'
import { readAllEntries, readEntries } from './sql.server.ts'
import { type ReadText, readWords } from './words/read-words.server.ts'
import { explain, selectFrom, suggestFrom } from './words/suggest.server.ts'

const MAX_LISTED = 1000
/** Entries in each of the caches by search text. They are cleared when a product changes. */
const MAX_TEXTS = 5000
const MAX_CACHED_BYTES = 192 * 1024 * 1024
/** Heap that a cache entry takes beside its JSON, in bytes. */
const ENTRY_OVERHEAD = 250

/** The index over the shop's database, with the owner's words of the search. */
export function createCatalogIndex(db: Kysely<Tables>, settings: () => Settings): CatalogIndex {
  return createIndexOver({
    readAllEntries: () => readAllEntries(db),
    readEntries: (ids) => readEntries(db, ids),
    readProducts: (ids) => readProducts(db, ids),
    readOwnerSynonyms: async () => settings()['search.words'],
    readPictureOrigins: () => readPictureOrigins(db),
  })
}

/**
 * The index over a source. It builds itself at once; LISTEN for changes must have started before, or a write in between
 * is missed.
 */
export function createIndexOver(source: IndexSource): CatalogIndex {
  // JSON takes a fraction of the heap that objects take, and no caller can change a cached product.
  const products = new LRUCache<string, string>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (json) => json.length * 2 + ENTRY_OVERHEAD,
  })
  const readTexts = new LRUCache<string, ReadText>({ max: MAX_TEXTS })
  const foundPages = new LRUCache<string, FoundPage>({ max: MAX_TEXTS })
  const suggested = new LRUCache<string, ReturnType<typeof suggestFrom>>({ max: MAX_TEXTS })
  const updater = createIndexUpdater(source, () => {
    for (const cache of [readTexts, foundPages, suggested]) cache.clear()
  })
  let refreshes = 0
  let origins: readonly string[] = []
  const readOrigins = async () => {
    origins = await source.readPictureOrigins()
  }
  const ready = Promise.all([updater.ready, readOrigins()]).then(() => undefined)
  ready.catch(() => undefined)

  async function getMany(ids: readonly string[]): Promise<Product[]> {
    const found = new Map<string, Product>()
    for (const id of ids) {
      const json = products.get(id)
      // Safe cast: only products are written to the cache.
      if (json !== undefined) found.set(id, JSON.parse(json) as Product)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) {
      const startedAt = refreshes
      for (const product of await source.readProducts(missing)) {
        found.set(product._id, product)
        // A refresh during the read may have made it stale.
        if (startedAt === refreshes) products.set(product._id, JSON.stringify(product))
      }
    }
    return ids.map((id) => found.get(id)).filter((product) => product !== undefined)
  }

  /** What a search text means among the current products. */
  function read(q: string, { words }: ListingTable): ReadText {
    const text = readTexts.get(q) ?? readWords(q, words)
    readTexts.set(q, text)
    return text
  }

  /** Cached under the meaning of the text, so that typos and other spellings share an entry. */
  function searchText(table: ListingTable, { q: _, ...query }: ListingQuery, text: ReadText, page: Page): FoundPage {
    const meaning = text.parts.map(({ alternatives, list }) => [list, alternatives])
    const key = JSON.stringify([text.isEmpty, meaning, text.price?.min, text.price?.max, query])
    const found = foundPages.get(key) ?? searchTable(table, selectFrom(table, query, text), page)
    if (page.limit < MAX_LISTED) foundPages.set(key, found)
    return found
  }

  return {
    async search(query) {
      const after = query.cursor === undefined ? null : readCursor(query.cursor)
      if (query.cursor !== undefined && !after) return null
      await updater.whenCurrent()
      const table = updater.table()
      const page = { sortBy: query.sortBy, limit: query.limit ?? MAX_LISTED, after }
      const { ids, total, last } = query.q
        ? searchText(table, query, read(query.q, table), page)
        : searchTable(table, selectFrom(table, query, null), page)
      return { products: await getMany(ids), total, nextCursor: last && writeCursor(last) }
    },
    async facets(query) {
      await updater.whenCurrent()
      const table = updater.table()
      const text = query.q ? read(query.q, table) : null
      const facets = countFacets(table, selectFrom(table, query, text))
      return { ...toOptions(facets), search: text && explain(table, query, text, facets.total) }
    },
    async suggest(q) {
      await updater.whenCurrent()
      const { ids, searches } = suggested.get(q) ?? suggestFrom(updater.table(), q)
      suggested.set(q, { ids, searches })
      return { products: await getMany(ids), searches }
    },
    async get(id) {
      await updater.whenCurrent()
      return (await getMany([id]))[0]
    },
    async getMany(ids) {
      await updater.whenCurrent()
      return getMany(ids)
    },
    ids: () => idsInOrder(updater.table()),
    async refresh(ids) {
      refreshes++
      if (ids === 'all') products.clear()
      else for (const id of ids) products.delete(id)
      const [tags] = await Promise.all([updater.refresh(ids), readOrigins()])
      return tags
    },
    async refreshWords() {
      return (await updater.haveSynonymsChanged()) ? this.refresh('all') : []
    },
    imageHosts: () => origins,
    ready,
    stats: () => ({ ...updater.stats(), cachedBytes: products.calculatedSize }),
  }
}

function toOptions(facets: Facets): Omit<FilterOptions, 'search' | 'text'> {
  const { total, values, counts, lowest, highest } = facets
  const optionsOf = (name: keyof typeof FILTER_OPTIONS) =>
    inFilterOrder(name, values[name]).map((value) => ({ value, count: counts[name].get(value) ?? 0 }))
  const subcategoryOptions = [...facets.subcategories].map(([category, inCategory]) => {
    const options = [...inCategory].map(([value, count]) => ({ value, count })).filter(({ count }) => count > 0)
    return [category, options.sort((a, b) => (a.value < b.value ? -1 : 1))] as const
  })
  return {
    total,
    categories: optionsOf('categories'),
    subcategories: Object.fromEntries(subcategoryOptions),
    colors: optionsOf('colors'),
    sizes: optionsOf('sizes'),
    pattern: optionsOf('pattern'),
    fabric: optionsOf('fabric'),
    fit: optionsOf('fit'),
    prices:
      lowest === null || highest === null ? null : { min: toRupees(paise(lowest)), max: toRupees(paise(highest)) },
  }
}
