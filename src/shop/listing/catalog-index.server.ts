import type { Kysely } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import type { Product } from '../catalog/contract.ts'
import { FILTER_OPTIONS } from '../catalog/rules.ts'
import { readPictureOrigins, readProducts } from '../catalog/store.server.ts'
import type { Tables } from '../tables.server.ts'
import type { FilterOptions } from './contract.ts'
import { setBit } from './index/bits.server.ts'
import { readCursor, writeCursor } from './index/cursor.server.ts'
import { createKeeper } from './index/index-updater.server.ts'
import { createShelf } from './index/product-cache.server.ts'
import { countFacets, type Facets, type Selection, searchTable } from './index/search.server.ts'
import { type Entry, idsInOrder, type ListingTable } from './index/table.server.ts'
import type { CatalogIndex, ListingQuery } from './index-types.server.ts'
import { findByWords, readAllEntries, readEntries } from './store.server.ts'

/** What the index stands on; the shop reads it from its database, a benchmark from memory. */
export interface IndexSource {
  readAllEntries(): AsyncIterable<Entry[]>
  readEntries(ids: readonly string[]): Promise<Entry[]>
  readProducts(ids: readonly string[]): Promise<Product[]>
  findByWords(words: string): Promise<readonly string[]>
  readPictureOrigins(): Promise<readonly string[]>
}

const MOST_LISTED = 1000
/** Searches whose findings are kept. */
const MOST_WORDS = 50

interface IndexOptions {
  /** Bytes of products kept ready as JSON; others are read by id when they are shown. */
  shelfBytes?: number
}

/** The index over the shop's database. */
export function createCatalogIndex(db: Kysely<Tables>, options: IndexOptions = {}): CatalogIndex {
  const source: IndexSource = {
    readAllEntries: () => readAllEntries(db),
    readEntries: (ids) => readEntries(db, ids),
    readProducts: (ids) => readProducts(db, ids),
    findByWords: (words) => findByWords(db, words),
    readPictureOrigins: () => readPictureOrigins(db),
  }
  return createIndexOver(source, options)
}

/**
 * The index over a source. It builds itself at once; the line that tells of changes must be open before, or a write in
 * between is missed.
 */
export function createIndexOver(source: IndexSource, options: IndexOptions = {}): CatalogIndex {
  const shelf = createShelf(options.shelfBytes ?? 192 * 1024 * 1024)
  const keeper = createKeeper(source, () => words.clear())
  const words = new Map<string, Promise<Selection['words']>>()
  let epoch = 0
  let origins: readonly string[] = []
  const learnOrigins = async () => {
    origins = await source.readPictureOrigins()
  }
  const ready = Promise.all([keeper.ready, learnOrigins()]).then(() => undefined)
  ready.catch(() => undefined)

  async function getMany(ids: readonly string[]): Promise<Product[]> {
    const products = new Map<string, Product>()
    for (const id of ids) {
      const ready = shelf.get(id)
      if (ready) products.set(id, ready)
    }
    const missing = ids.filter((id) => !products.has(id))
    if (missing.length > 0) {
      const asked = epoch
      for (const product of await source.readProducts(missing)) {
        products.set(product._id, product)
        if (asked === epoch) shelf.put(product)
      }
    }
    return ids.map((id) => products.get(id)).filter((product) => product !== undefined)
  }

  /** The table and what to look for in it; looked up again where the table was replaced while words were searched. */
  async function select(query: ListingQuery): Promise<{ table: ListingTable; selection: Selection }> {
    const { q, minPrice, maxPrice } = query
    for (;;) {
      await keeper.settled()
      const table = keeper.table()
      const selection = {
        lists: query,
        min: minPrice === undefined ? 0 : Math.ceil(minPrice * 100 - 1e-6),
        max: maxPrice === undefined ? Number.POSITIVE_INFINITY : Math.floor(maxPrice * 100 + 1e-6),
        words: q ? await found(q, table) : null,
      }
      if (table === keeper.table()) return { table, selection }
    }
  }

  /** What words find, kept until a product changes. */
  function found(q: string, table: ListingTable): Promise<Selection['words']> {
    const known = words.get(q)
    if (known) return known
    const fresh = source.findByWords(q).then((ids) => markWords(table, ids))
    words.set(q, fresh)
    fresh.catch(() => words.delete(q))
    for (const oldest of words.keys()) if (words.size > MOST_WORDS) words.delete(oldest)
    return fresh
  }

  return {
    async search(query) {
      const after = query.cursor === undefined ? null : readCursor(query.cursor)
      if (query.cursor !== undefined && !after) return null
      const { table, selection } = await select(query)
      const page = { sortBy: query.sortBy ?? 'lowToHigh', limit: query.limit ?? MOST_LISTED, after }
      const { ids, total, last } = searchTable(table, selection, page)
      return { products: await getMany(ids), total, nextCursor: last && writeCursor(last) }
    },
    async facets(query) {
      const { table, selection } = await select(query)
      return toOptions(countFacets(table, selection))
    },
    async get(id) {
      await keeper.settled()
      return (await getMany([id]))[0]
    },
    async getMany(ids) {
      await keeper.settled()
      return getMany(ids)
    },
    ids: () => idsInOrder(keeper.table()),
    async refresh(ids) {
      epoch++
      if (ids === 'all') shelf.clear()
      else for (const id of ids) shelf.drop(id)
      const [tags] = await Promise.all([keeper.refresh(ids), learnOrigins()])
      return tags
    },
    imageHosts: () => origins,
    ready,
    stats: () => ({ ...keeper.stats(), readyBytes: shelf.bytes() }),
  }
}

function markWords(table: ListingTable, ids: readonly string[]): Selection['words'] {
  const bits = new Int32Array(table.alive.length)
  for (const id of ids) {
    const row = table.rowOf.get(id)
    if (row !== undefined) setBit(bits, row, true)
  }
  return { bits, ids: new Set(ids.filter((id) => !table.rowOf.has(id) || table.movedById.has(id))) }
}

function toOptions({ total, counts, subcategories, lowest, highest }: Facets): FilterOptions {
  const listed = (name: keyof typeof FILTER_OPTIONS) =>
    FILTER_OPTIONS[name].map((value) => ({ value, count: counts[name].get(value) ?? 0 }))
  const below = [...subcategories].map(([category, values]) => {
    const options = [...values].map(([value, count]) => ({ value, count })).filter(({ count }) => count > 0)
    return [category, options.sort((a, b) => (a.value < b.value ? -1 : 1))] as const
  })
  return {
    total,
    categories: listed('categories'),
    subcategories: Object.fromEntries(below),
    colors: listed('colors'),
    sizes: listed('sizes'),
    pattern: listed('pattern'),
    fabric: listed('fabric'),
    fit: listed('fit'),
    prices:
      lowest === null || highest === null ? null : { min: toRupees(paise(lowest)), max: toRupees(paise(highest)) },
  }
}
