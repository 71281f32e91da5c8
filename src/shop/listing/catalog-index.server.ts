import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { paise, toRupees } from '#platform/money.ts'
import type { Product } from '../catalog/contract.ts'
import type { FILTER_OPTIONS } from '../catalog/rules.ts'
import { readPictureOrigins, readProducts } from '../catalog/store.server.ts'
import type { Tables } from '../tables.server.ts'
import type { FilterOptions } from './contract.ts'
import { setBit } from './index/bits.server.ts'
import { readCursor, writeCursor } from './index/cursor.server.ts'
import { createIndexUpdater } from './index/index-updater.server.ts'
import { countFacets, type Facets, type Selection, searchTable } from './index/search.server.ts'
import { type Entry, idsInOrder, type ListingTable } from './index/table.server.ts'
import type { CatalogIndex, ListingQuery } from './index-types.server.ts'
import { inFilterOrder } from './rules.ts'
import { findByText, readAllEntries, readEntries } from './store.server.ts'

/** Where the index reads from: the shop's database, or memory in a benchmark. */
export interface IndexSource {
  readAllEntries(): AsyncIterable<Entry[]>
  readEntries(ids: readonly string[]): Promise<Entry[]>
  readProducts(ids: readonly string[]): Promise<Product[]>
  findByText(text: string): Promise<readonly string[]>
  readPictureOrigins(): Promise<readonly string[]>
}

const MAX_LISTED = 1000
const MAX_CACHED_SEARCHES = 50
const MAX_CACHED_BYTES = 192 * 1024 * 1024
/** Heap that a cache entry takes beside its JSON, in bytes. */
const ENTRY_OVERHEAD = 250

/** The index over the shop's database. */
export function createCatalogIndex(db: Kysely<Tables>): CatalogIndex {
  return createIndexOver({
    readAllEntries: () => readAllEntries(db),
    readEntries: (ids) => readEntries(db, ids),
    readProducts: (ids) => readProducts(db, ids),
    findByText: (text) => findByText(db, text),
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
  const searches = new LRUCache<string, Promise<Selection['found']>>({ max: MAX_CACHED_SEARCHES })
  const updater = createIndexUpdater(source, () => searches.clear())
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
      // The cast is safe: only products are written to the cache.
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

  /** The table and the selection for it; repeated where the table was replaced during a text search. */
  async function select(query: ListingQuery): Promise<{ table: ListingTable; selection: Selection }> {
    const { q, minPrice, maxPrice } = query
    for (;;) {
      await updater.whenCurrent()
      const table = updater.table()
      const selection = {
        lists: query,
        min: minPrice === undefined ? 0 : Math.ceil(minPrice * 100 - 1e-6),
        max: maxPrice === undefined ? Number.POSITIVE_INFINITY : Math.floor(maxPrice * 100 + 1e-6),
        found: q ? await searchText(q, table) : null,
      }
      if (table === updater.table()) return { table, selection }
    }
  }

  /** The products that a text search finds, cached until a product changes. */
  function searchText(q: string, table: ListingTable): Promise<Selection['found']> {
    const cached = searches.get(q)
    if (cached) return cached
    const result = source.findByText(q).then((ids) => toBits(table, ids))
    searches.set(q, result)
    result.catch(() => searches.delete(q))
    return result
  }

  return {
    async search(query) {
      const after = query.cursor === undefined ? null : readCursor(query.cursor)
      if (query.cursor !== undefined && !after) return null
      const { table, selection } = await select(query)
      const page = { sortBy: query.sortBy, limit: query.limit ?? MAX_LISTED, after }
      const { ids, total, last } = searchTable(table, selection, page)
      return { products: await getMany(ids), total, nextCursor: last && writeCursor(last) }
    },
    async facets(query) {
      const { table, selection } = await select(query)
      return toOptions(countFacets(table, selection))
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
    imageHosts: () => origins,
    ready,
    stats: () => ({ ...updater.stats(), cachedBytes: products.calculatedSize }),
  }
}

function toBits(table: ListingTable, ids: readonly string[]): Selection['found'] {
  const bits = new Int32Array(table.alive.length)
  for (const id of ids) {
    const row = table.rowOf.get(id)
    if (row !== undefined) setBit(bits, row, true)
  }
  return { bits, ids: new Set(ids.filter((id) => !table.rowOf.has(id) || table.movedById.has(id))) }
}

function toOptions({ total, values, counts, subcategories, lowest, highest }: Facets): FilterOptions {
  const optionsOf = (name: keyof typeof FILTER_OPTIONS) =>
    inFilterOrder(name, values[name]).map((value) => ({ value, count: counts[name].get(value) ?? 0 }))
  const subcategoryOptions = [...subcategories].map(([category, values]) => {
    const options = [...values].map(([value, count]) => ({ value, count })).filter(({ count }) => count > 0)
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
