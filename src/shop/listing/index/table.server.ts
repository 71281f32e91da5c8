import { FILTER_NAMES, type FilterName } from '../../catalog/rules.ts'
import type { Dictionary } from '../words/dictionary.server.ts'
import type { SearchMemory } from '../words/match.server.ts'
import {
  createWordIndex,
  hashText,
  indexText,
  learnText,
  learnValue,
  type ProductText,
  type WordIndex,
} from '../words/word-index.server.ts'
import { countBits, hasBit, setBit, wordsFor } from './bits.server.ts'
import { compareHandKeys, compareSortKeys, type HandKey, type SortKey } from './cursor.server.ts'
import { createIdMap, type IdMap } from './id-map.server.ts'
import { levelOf } from './popularity.server.ts'

/** What products are found by: the filters' lists, and the colours and sizes that can be bought together. */
const INDEXED_LISTS = [...FILTER_NAMES, 'variants'] as const

export type IndexedList = (typeof INDEXED_LISTS)[number]

/** A colour in a size, as a value of `variants`. */
export const variantOf = (color: string, size: string) => `${color}\n${size}`

/** A product as filters and search see it. `sizes` are those that can be bought; the price is in paise. */
export interface Entry extends SortKey, ProductText {
  /** In the owner's own order. */
  position: number | null
  lists: Record<IndexedList, readonly string[]>
  /** Its ranks in the home page's rows as one string; empty where it is in none. */
  ranks: string
  /** How often its page was viewed. */
  views: number
}

/** An entry that has no row of its own, with the stems of its words. */
export interface MovedEntry extends Entry {
  words: Record<keyof ProductText, ReadonlySet<string>>
}

/**
 * The catalogue as columns: rows sorted by price and id, a bit set for each value of each filter list. Products that are new,
 * or changed their price or words since the table was built are in `moved`, in the same order; their old rows are not `alive`.
 */
export interface ListingTable {
  rows: number
  prices: Int32Array
  ids: string[]
  rowOf: IdMap
  alive: Int32Array
  bits: Record<IndexedList, Map<string, Int32Array>>
  /** By row: a hash of its words. */
  texts: Int32Array
  words: WordIndex
  /** By row: its level of popularity. */
  levels: Uint8Array
  /** The rows above the lowest level. */
  popular: Int32Array
  moved: MovedEntry[]
  movedById: Map<string, MovedEntry>
  ranked: Map<string, string>
  /** Products that the owner gave a position; `null` where `orderByHand` has to be made again. */
  positions: Map<string, HandKey>
  orderByHand: HandKey[] | null
  /** Memory for one selection at a time; a search is synchronous. */
  scratch: Int32Array
  /** The same for text searches. */
  memory: SearchMemory | null
  /** The rows of the dictionary's groups of words, each gathered at its first search. */
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
    table.prices = resize(table.prices, capacity)
    table.texts = resize(table.texts, capacity)
    table.popular = resize(table.popular, wordsFor(capacity))
    const { levels } = table
    table.levels = new Uint8Array(capacity)
    table.levels.set(levels)
    table.alive = resize(table.alive, wordsFor(capacity))
    for (const name of INDEXED_LISTS)
      for (const [value, set] of table.bits[name]) table.bits[name].set(value, resize(set, wordsFor(capacity)))
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
      indexText(table.words, row, entry)
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
    moved: [],
    movedById: new Map(),
    ranked: new Map(),
    positions: new Map(),
    orderByHand: null,
    scratch: new Int32Array(0),
    memory: null,
    groups: new Map(),
  }
}

/** A value for each filter list. */
export function perList<T>(create: (name: FilterName) => T): Record<FilterName, T> {
  // The cast is safe: FILTER_NAMES has every list's name.
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, create(name)])) as Record<FilterName, T>
}

function resize(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length)
  longer.set(array)
  return longer
}

function bitSetOf(table: ListingTable, name: IndexedList, value: string): Int32Array {
  let set = table.bits[name].get(value)
  if (!set) {
    set = new Int32Array(table.alive.length)
    table.bits[name].set(value, set)
    if (name !== 'variants') learnValue(table.words, name, value)
  }
  return set
}

/** A row's place in the order of the listing. */
export function sortKeyOf(table: ListingTable, row: number): SortKey {
  return { price: table.prices[row] ?? 0, id: table.ids[row] ?? '' }
}

/** How many products the table has. */
export function countProducts(table: ListingTable): number {
  return countBits(table.alive, { from: 0, to: table.alive.length }) + table.moved.length
}

/** Every product's id: rows first, then moved products. */
export function idsInOrder(table: ListingTable): string[] {
  const ids = table.ids.filter((_, row) => hasBit(table.alive, row))
  return table.moved.length === 0 ? ids : [...ids, ...table.movedById.keys()]
}

/** Adds or updates a product. With the same price it keeps its row, else it goes to `moved`. */
export function putEntry(table: ListingTable, entry: Entry): Change {
  const before = table.movedById.get(entry.id)
  const row = table.rowOf.get(entry.id)
  const existed = before !== undefined || (row !== undefined && hasBit(table.alive, row))
  const ranks = (table.ranked.get(entry.id) ?? '') !== entry.ranks
  if (entry.ranks === '') table.ranked.delete(entry.id)
  else table.ranked.set(entry.id, entry.ranks)
  const placed = setPosition(table, entry.id, entry)
  if (row !== undefined && table.prices[row] === entry.price && table.texts[row] === hashText(entry)) {
    if (before) dropMoved(table, before)
    const revived = setBit(table.alive, row, true)
    const listing = setValues(table, row, entry) || revived || placed
    setLevel(table, row, entry)
    return { assortment: !existed, listing, ranks }
  }
  if (row !== undefined) setBit(table.alive, row, false)
  if (before) dropMoved(table, before)
  for (const name of FILTER_NAMES)
    for (const value of entry.lists[name]) if (value !== '') learnValue(table.words, name, value)
  addMoved(table, { ...entry, words: learnText(table.words, entry) })
  return { assortment: !existed, listing: !before || !isSameEntry(before, entry) || placed, ranks }
}

function setLevel(table: ListingTable, row: number, entry: Entry): void {
  const level = levelOf(entry)
  table.levels[row] = level
  setBit(table.popular, row, level > 0)
}

/** Removes a product. */
export function dropEntry(table: ListingTable, id: string): Change {
  const before = table.movedById.get(id)
  const row = table.rowOf.get(id)
  const gone = (row !== undefined && setBit(table.alive, row, false)) || before !== undefined
  if (before) dropMoved(table, before)
  setPosition(table, id, null)
  return { assortment: gone, listing: gone, ranks: table.ranked.delete(id) }
}

/** Notes a product's place in the owner's order, or that it has none; true where that is another one. */
function setPosition(table: ListingTable, id: string, entry: Entry | null): boolean {
  const before = table.positions.get(id)
  const position = entry?.position ?? null
  if (before === undefined ? position === null : before.position === position && before.price === entry?.price)
    return false
  if (entry === null || position === null) table.positions.delete(id)
  else table.positions.set(id, { id, price: entry.price, position })
  table.orderByHand = null
  return true
}

/** The products with a position, in the owner's order. */
export function inOrderByHand(table: ListingTable): readonly HandKey[] {
  table.orderByHand ??= [...table.positions.values()].sort(compareHandKeys)
  return table.orderByHand
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
      (name) => a.lists[name].length === b.lists[name].length && a.lists[name].every((v) => b.lists[name].includes(v)),
    )
  )
}

function addMoved(table: ListingTable, entry: MovedEntry): void {
  table.moved.splice(positionInMoved(table, entry), 0, entry)
  table.movedById.set(entry.id, entry)
}

function dropMoved(table: ListingTable, entry: MovedEntry): void {
  table.moved.splice(positionInMoved(table, entry), 1)
  table.movedById.delete(entry.id)
}

function positionInMoved(table: ListingTable, key: SortKey): number {
  let low = 0
  let high = table.moved.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = table.moved[middle]
    if (other && compareSortKeys(other, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
