import { FILTER_NAMES, type FilterName } from '../../catalog/rules.ts'
import type { Dictionary } from '../words/dictionary.server.ts'
import type { SearchMemory } from '../words/match.server.ts'
import {
  addRowText,
  addText,
  addValue,
  createWordIndex,
  hashText,
  type ProductText,
  type WordIndex,
} from '../words/word-index.server.ts'
import { blocksFor, countBits, hasBit, lengthen, setBit } from './bits.server.ts'
import { compareManualKeys, compareSortKeys, type ManualSortKey, type SortKey } from './cursor.server.ts'
import { createIdMap, type IdMap } from './id-map.server.ts'
import { levelOf } from './popularity.server.ts'

/** The lists that products are found by: the filters' own, and the pairs of colour and size that can be bought. */
const INDEXED_LISTS = [...FILTER_NAMES, 'variants'] as const

export type IndexedList = (typeof INDEXED_LISTS)[number]

/** A colour in a size, as a value of `variants`. */
export const variantOf = (color: string, size: string) => `${color}\n${size}`

/** A product as filters and search see it. `sizes` are those that can be bought; the price is in paise. */
export interface Entry extends SortKey, ProductText {
  /** In the owner's manual sort order; null where the owner gave it none. */
  position: number | null
  lists: Record<IndexedList, readonly string[]>
  /** Its ranks in the home page's rows as one string; empty where it is in none. */
  ranks: string
  /** How often its page was viewed. */
  views: number
}

/** An entry of the overlay, with the stems of its words. */
export interface OverlayEntry extends Entry {
  words: Record<keyof ProductText, ReadonlySet<string>>
}

/**
 * The catalogue as columns: rows sorted by price and id, a bit set for each value of each filter list. Products that are new,
 * or changed their price or words since the table was built, are in `overlay`, sorted the same way; their rows are not `alive`.
 */
export interface ListingTable {
  rows: number
  prices: Int32Array
  ids: string[]
  rowOf: IdMap
  alive: Int32Array
  bits: Record<IndexedList, Map<string, Int32Array>>
  /** By row: a hash of its name and description. */
  texts: Int32Array
  words: WordIndex
  /** By row: its level of popularity (`levelOf`). */
  levels: Uint8Array
  /** The rows above the lowest level. */
  popular: Int32Array
  overlay: OverlayEntry[]
  overlayById: Map<string, OverlayEntry>
  ranked: Map<string, string>
  /** Products that the owner gave a position. */
  positions: Map<string, ManualSortKey>
  /** The positions sorted; null where they have to be sorted again. */
  manualOrder: ManualSortKey[] | null
  /** Memory for one selection at a time; a search is synchronous. */
  scratch: Int32Array
  /** Memory for one text search at a time. */
  memory: SearchMemory | null
  /** The rows of the dictionary's synonyms, each collected at its first search. */
  groups: Map<readonly (readonly string[])[], { name?: Int32Array; description?: Int32Array }>
}

/** What an update changed. */
export interface Change {
  /** The product was added or removed. */
  assortment: boolean
  /** Some filter or price range matches other products. */
  listing: boolean
  /** The product's ranks in the home page's rows. */
  ranks: boolean
}

export interface TableBuilder {
  /** Entries must be added in the order of the listing; an id added again replaces the earlier entry. */
  add(entry: Entry): void
  finish(): ListingTable
}

/** Builds a table from entries in order, in arrays that double in size when full. */
export function createTableBuilder(dictionary: Dictionary): TableBuilder {
  const table = createTable(dictionary)
  let capacity = 0
  const grow = () => {
    capacity = Math.max(1024, capacity * 2)
    table.prices = lengthen(table.prices, capacity)
    table.texts = lengthen(table.texts, capacity)
    table.popular = lengthen(table.popular, blocksFor(capacity))
    table.levels = lengthen(table.levels, capacity)
    table.alive = lengthen(table.alive, blocksFor(capacity))
    for (const name of INDEXED_LISTS)
      for (const [value, set] of table.bits[name]) table.bits[name].set(value, lengthen(set, blocksFor(capacity)))
  }
  return {
    add(entry) {
      const earlier = table.rowOf.get(entry.id)
      if (earlier !== undefined) setBit(table.alive, earlier, false)
      if (table.rows === capacity) grow()
      const row = table.rows++
      table.prices[row] = entry.price
      table.ids.push(entry.id)
      table.rowOf.set(entry.id, row)
      setBit(table.alive, row, true)
      for (const name of INDEXED_LISTS)
        for (const value of entry.lists[name]) if (value !== '') setBit(bitSetOf(table, name, value), row, true)
      if (entry.ranks !== '') table.ranked.set(entry.id, entry.ranks)
      setPosition(table, entry.id, entry)
      table.texts[row] = hashText(entry)
      addRowText(table.words, row, entry)
      setLevel(table, row, entry)
    },
    finish() {
      table.scratch = new Int32Array(table.alive.length)
      return table
    },
  }
}

function createTable(dictionary: Dictionary): ListingTable {
  return {
    rows: 0,
    prices: new Int32Array(0),
    ids: [],
    rowOf: createIdMap(),
    alive: new Int32Array(0),
    bits: { ...perList(() => new Map()), variants: new Map() },
    texts: new Int32Array(0),
    words: createWordIndex(dictionary),
    levels: new Uint8Array(0),
    popular: new Int32Array(0),
    overlay: [],
    overlayById: new Map(),
    ranked: new Map(),
    positions: new Map(),
    manualOrder: null,
    scratch: new Int32Array(0),
    memory: null,
    groups: new Map(),
  }
}

/** A value for each filter list. */
export function perList<T>(create: (name: FilterName) => T): Record<FilterName, T> {
  // Safe cast: FILTER_NAMES has every list's name.
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, create(name)])) as Record<FilterName, T>
}

function bitSetOf(table: ListingTable, name: IndexedList, value: string): Int32Array {
  let set = table.bits[name].get(value)
  if (!set) {
    set = new Int32Array(table.alive.length)
    table.bits[name].set(value, set)
    if (name !== 'variants') addValue(table.words, name, value)
  }
  return set
}

/** A row's sort key in the order of the listing. */
export function sortKeyOf(table: ListingTable, row: number): SortKey {
  return { price: table.prices[row] ?? 0, id: table.ids[row] ?? '' }
}

/** How many products the table has. */
export function countProducts(table: ListingTable): number {
  return countBits(table.alive, { from: 0, to: table.alive.length }) + table.overlay.length
}

/** Every product's id: rows first, then those of the overlay. */
export function idsInOrder(table: ListingTable): string[] {
  const ids = table.ids.filter((_, row) => hasBit(table.alive, row))
  return table.overlay.length === 0 ? ids : [...ids, ...table.overlayById.keys()]
}

/** Adds or updates a product. With the same price, name and description it keeps its row, else it goes to the overlay. */
export function putEntry(table: ListingTable, entry: Entry): Change {
  const before = table.overlayById.get(entry.id)
  const row = table.rowOf.get(entry.id)
  const existed = before !== undefined || (row !== undefined && hasBit(table.alive, row))
  const ranks = (table.ranked.get(entry.id) ?? '') !== entry.ranks
  if (entry.ranks === '') table.ranked.delete(entry.id)
  else table.ranked.set(entry.id, entry.ranks)
  const isReordered = setPosition(table, entry.id, entry)
  if (row !== undefined && table.prices[row] === entry.price && table.texts[row] === hashText(entry)) {
    if (before) dropFromOverlay(table, before)
    const revived = setBit(table.alive, row, true)
    const listing = setValues(table, row, entry) || revived || isReordered
    setLevel(table, row, entry)
    return { assortment: !existed, listing, ranks }
  }
  if (row !== undefined) setBit(table.alive, row, false)
  if (before) dropFromOverlay(table, before)
  for (const name of FILTER_NAMES)
    for (const value of entry.lists[name]) if (value !== '') addValue(table.words, name, value)
  addToOverlay(table, { ...entry, words: addText(table.words, entry) })
  return { assortment: !existed, listing: !before || !isSameEntry(before, entry) || isReordered, ranks }
}

function setLevel(table: ListingTable, row: number, entry: Entry): void {
  const level = levelOf(entry)
  table.levels[row] = level
  setBit(table.popular, row, level > 0)
}

/** Removes a product. */
export function dropEntry(table: ListingTable, id: string): Change {
  const before = table.overlayById.get(id)
  const row = table.rowOf.get(id)
  const gone = (row !== undefined && setBit(table.alive, row, false)) || before !== undefined
  if (before) dropFromOverlay(table, before)
  setPosition(table, id, null)
  return { assortment: gone, listing: gone, ranks: table.ranked.delete(id) }
}

/** Sets or removes a product's position; true where that changes the manual sort order. */
function setPosition(table: ListingTable, id: string, entry: Entry | null): boolean {
  const before = table.positions.get(id)
  const position = entry?.position ?? null
  if (before === undefined ? position === null : before.position === position && before.price === entry?.price)
    return false
  if (entry === null || position === null) table.positions.delete(id)
  else table.positions.set(id, { id, price: entry.price, position })
  table.manualOrder = null
  return true
}

/** The products that the owner gave a position, sorted by it. */
export function inManualOrder(table: ListingTable): readonly ManualSortKey[] {
  table.manualOrder ??= [...table.positions.values()].sort(compareManualKeys)
  return table.manualOrder
}

function setValues(table: ListingTable, row: number, entry: Entry): boolean {
  let changed = false
  for (const name of INDEXED_LISTS) {
    const values = entry.lists[name]
    for (const value of values) if (value !== '' && !table.bits[name].has(value)) bitSetOf(table, name, value)
    for (const [value, set] of table.bits[name]) if (setBit(set, row, values.includes(value))) changed = true
  }
  return changed
}

function isSameEntry(a: Entry, b: Entry): boolean {
  return (
    a.price === b.price &&
    a.name === b.name &&
    a.description === b.description &&
    INDEXED_LISTS.every(
      (name) =>
        a.lists[name].length === b.lists[name].length && a.lists[name].every((value) => b.lists[name].includes(value)),
    )
  )
}

function addToOverlay(table: ListingTable, entry: OverlayEntry): void {
  table.overlay.splice(indexInOverlay(table, entry), 0, entry)
  table.overlayById.set(entry.id, entry)
}

function dropFromOverlay(table: ListingTable, entry: OverlayEntry): void {
  table.overlay.splice(indexInOverlay(table, entry), 1)
  table.overlayById.delete(entry.id)
}

function indexInOverlay(table: ListingTable, key: SortKey): number {
  let low = 0
  let high = table.overlay.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = table.overlay[middle]
    if (other && compareSortKeys(other, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
