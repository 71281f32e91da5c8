import type { Supply } from '../../catalog/card.ts'
import type { ColorLook } from '../../catalog/colors/look.server.ts'
import { FILTER_NAMES, type FilterName } from '../../catalog/rules.ts'
import type { Dictionary } from '../search-text/dictionary.server.ts'
import { wordsOf } from '../search-text/tokens.server.ts'
import {
  addValue,
  addWord,
  createWordIndex,
  type ProductText,
  type WordIndex,
} from '../search-text/word-index.server.ts'
import { compareSortKeys, type ManualSortKey, type SortKey } from './cursor.server.ts'
import { levelOf, ratingRankOf } from './popularity.server.ts'
import { addRow, firstIndex, listAt, type Rows, removeRow } from './rows.server.ts'

/** A colour in a size, as a value of `variants`. */
export const variantOf = (color: string, size: string) => `${color}\n${size}`

/** A product as filters and search see it. `sizes` are those in stock. The price is in paise. */
export interface Entry extends SortKey, ProductText {
  /** The position in the owner's manual sort order, or null. */
  position: number | null
  /** When it was created, in milliseconds since 1970. Not a part of the sort key by price. */
  addedAt?: number
  /** Its values of the filters' lists, and the pairs of colour and size in stock (`variantOf`). */
  lists: Record<FilterName | 'variants', readonly string[]>
  /** The looks of its colours. */
  looks?: readonly (ColorLook & { name: string })[]
  /** Its ranks in the home page's rows as one string. Empty if it's in none. */
  ranks: string
  /** The number of views of its page. */
  views: number
  /** Its shown reviews: how many, and their stars in all. */
  rated?: { count: number; stars: number } | undefined
  /** Differs after each change of what its card and page show, but for its quantities. */
  revision: string
  /** Goes up by one with each change of the product, so a larger step has changes in it that weren't read. */
  version?: number
  /** How its card tells the number of pieces that can be bought. */
  supply: Supply
  /** In paise, by size in stock: what the size costs above the price. Missing if all cost the same. */
  extras?: Readonly<Record<string, number>>
}

/** A product in the table. An update replaces it. */
export interface IndexedProduct extends ManualSortKey {
  ranks: string
  addedAt: number
  /** By its stars, 0 the best (`ratingRankOf`). */
  ratingRank: number
  isSoldOut: boolean
  revision: string
  version: number
  supply: Supply
  /** As in Entry. */
  extras: Entry['extras']
  /** The lists that contain its row: of its filter values, variants and words. */
  lists: readonly Rows[]
}

/**
 * The catalogue in memory. Each product has a row, which it keeps while it exists. Each filter value, variant and word
 * has the rows of its products.
 */
export interface ListingTable {
  /** By row; undefined if no product has the row. */
  products: (IndexedProduct | undefined)[]
  /** By row: the level of popularity (`levelOf`). */
  levels: number[]
  rowOf: Map<string, number>
  /** Rows of removed products, to be reused. */
  freeRows: Rows
  /** The rows of all products, sorted by price and id. */
  order: number[]
  /** Products whose price differs by size. */
  dearer: Set<number>
  /** Products with a position from the owner. */
  positioned: Set<number>
  /** The words, and the values of the filters' lists. */
  words: WordIndex
  /** By `variantOf`. */
  variants: Map<string, Rows>
  /** By a colour's name: its look in the product that was read last. */
  looks: Map<string, ColorLook>
}

/** What an update changed. */
export interface Change {
  /** True if the product was added or removed, or may have been hidden in between. */
  assortment: boolean
  /** True if some filter, search or sort order gives another result. */
  listing: boolean
  /** The product's ranks in the home page's rows. */
  ranks: boolean
  /** True if more than quantities changed, or may have. */
  details: boolean
  /** True if its card looks different, or may. */
  card: boolean
}

export function createTable(dictionary: Dictionary): ListingTable {
  return {
    products: [],
    levels: [],
    rowOf: new Map(),
    freeRows: [],
    order: [],
    dearer: new Set(),
    positioned: new Set(),
    words: createWordIndex(dictionary),
    variants: new Map(),
    looks: new Map(),
  }
}

/** Adds or updates a product. */
export function putEntry(table: ListingTable, entry: Entry): Change {
  const { id, price, position, ranks, addedAt = 0, rated, revision, version = 0, supply, extras } = entry
  const row = table.rowOf.get(id) ?? table.freeRows.pop() ?? table.products.length
  const before = table.products[row]
  const ratingRank = ratingRankOf(rated)
  const { lists, isMoved } = moveRow(row, before?.lists ?? [], listsOf(table, entry))
  if (before && before.price !== price) removeFromOrder(table, before)
  table.products[row] = {
    id,
    price,
    position: position ?? undefined,
    ranks,
    addedAt,
    ratingRank,
    isSoldOut: entry.lists.sizes.length === 0,
    revision,
    version,
    supply,
    extras,
    lists,
  }
  table.levels[row] = levelOf(entry)
  for (const { name, family, swatch } of entry.looks ?? []) table.looks.set(name, { family, swatch })
  table.rowOf.set(id, row)
  if (before?.price !== price) table.order.splice(indexInOrder(table, entry), 0, row)
  if (position === null) table.positioned.delete(row)
  else table.positioned.add(row)
  if (extras) table.dearer.add(row)
  else table.dearer.delete(row)
  const isRepriced = before?.price !== price || JSON.stringify(before.extras) !== JSON.stringify(extras)
  return {
    // Rows of the home page are read from the database, which may have shown them a state that was never read here.
    assortment: !before || version > before.version + 1,
    listing: isMoved || isRepriced || before.ratingRank !== ratingRank || before.position !== (position ?? undefined),
    ranks: (before?.ranks ?? '') !== ranks,
    details: before?.revision !== revision,
    card: before?.revision !== revision || before.supply !== supply,
  }
}

/** Removes a product. */
export function dropEntry(table: ListingTable, id: string): Change {
  const row = table.rowOf.get(id)
  const before = row === undefined ? undefined : table.products[row]
  const gone = { details: true, card: true }
  if (row === undefined || !before) return { assortment: false, listing: false, ranks: false, ...gone }
  removeFromOrder(table, before)
  table.products[row] = undefined
  table.rowOf.delete(id)
  table.freeRows.push(row)
  table.positioned.delete(row)
  table.dearer.delete(row)
  moveRow(row, before.lists, [])
  return { assortment: true, listing: true, ranks: before.ranks !== '', ...gone }
}

/** What a product costs at least in one of these sizes, or in any if none is given, in paise. */
export function priceIn({ products }: ListingTable, row: number, sizes: readonly string[] = []): number {
  const { price = 0, extras } = products[row] ?? {}
  const inSizes = extras ? sizes.flatMap((size) => (Object.hasOwn(extras, size) ? (extras[size] ?? 0) : [])) : []
  return inSizes.length === 0 ? price : price + Math.min(...inSizes)
}

/** The lists of rows that a product belongs in. Some may occur twice. */
function listsOf({ words, variants }: ListingTable, { lists, name, description }: Entry): Rows[] {
  const found: Rows[] = []
  for (const list of FILTER_NAMES)
    for (const value of lists[list]) if (value !== '') found.push(addValue(words, list, value).rows)
  for (const variant of lists.variants) found.push(listAt(variants, variant))
  for (const word of wordsOf(name)) found.push(addWord(words, word).name)
  for (const word of wordsOf(description)) found.push(addWord(words, word).description)
  return found
}

/** Adds a row to the lists it belongs in and removes it from its other lists. */
function moveRow(row: number, before: readonly Rows[], wanted: readonly Rows[]) {
  const entered = wanted.filter((rows) => addRow(rows, row))
  if (before.length === 0) return { lists: entered.slice(), isMoved: entered.length > 0 }
  const lists = new Set(wanted)
  const left = before.filter((rows) => !lists.has(rows))
  for (const rows of left) removeRow(rows, row)
  return { lists: [...lists], isMoved: entered.length + left.length > 0 }
}

function removeFromOrder(table: ListingTable, key: SortKey): void {
  table.order.splice(indexInOrder(table, key), 1)
}

function indexInOrder({ order, products }: ListingTable, key: SortKey): number {
  return firstIndex(order.length, (at) => {
    const other = products[order[at] ?? 0]
    return other !== undefined && compareSortKeys(other, key) >= 0
  })
}
