import { LIST_NAMES, type ListName } from '../../catalog/rules.ts'
import { countBits, hasBit, setBit, wordsFor } from './bits.server.ts'
import { comparePlaces, type Place } from './cursor.server.ts'
import { createIdMap, type IdMap } from './id-map.server.ts'

/** What the filters know of a product. `sizes` are those that can be bought. Price in paise. */
export interface Entry extends Place {
  lists: Record<ListName, readonly string[]>
  /** Its ranks in the home page's rows as one text; empty where it is in none. */
  ranks: string
}

/**
 * The range as columns: rows sorted by price and id, one set of bits for each value of each filter list. Products that
 * changed their place since the table was built stand in `moved`, in the same order; their old rows are not `alive`.
 */
export interface ListingTable {
  rows: number
  prices: Int32Array
  ids: string[]
  rowOf: IdMap
  alive: Int32Array
  bits: Record<ListName, Map<string, Int32Array>>
  moved: Entry[]
  movedById: Map<string, Entry>
  ranked: Map<string, string>
  /** Room for one selection at a time; searches never wait inside. */
  scratch: Int32Array
}

/** What a written product did to the listing. */
export interface Change {
  /** It came or went. */
  range: boolean
  /** What some filter or price range matches is not what it was. */
  listing: boolean
  /** Its place in the rows of the home page. */
  ranks: boolean
}

export interface TableBuilder {
  /** Entries must come in the order of the listing; one that comes again takes the first one's place. */
  add(entry: Entry): void
  finish(): ListingTable
}

/** Builds a table from entries in order, in memory that doubles as it fills. */
export function createTableBuilder(): TableBuilder {
  const table = emptyTable()
  let room = 0
  const grow = () => {
    room = Math.max(1024, room * 2)
    table.prices = copied(table.prices, room)
    table.alive = copied(table.alive, wordsFor(room))
    for (const name of LIST_NAMES)
      for (const [value, set] of table.bits[name]) table.bits[name].set(value, copied(set, wordsFor(room)))
  }
  return {
    add(entry) {
      const twin = table.rowOf.get(entry.id)
      if (twin !== undefined) setBit(table.alive, twin, false)
      if (table.rows === room) grow()
      const row = table.rows++
      table.prices[row] = entry.price
      table.ids.push(entry.id)
      table.rowOf.set(entry.id, row)
      setBit(table.alive, row, true)
      for (const name of LIST_NAMES)
        for (const value of entry.lists[name]) if (value !== '') setBit(setOf(table, name, value), row, true)
      if (entry.ranks !== '') table.ranked.set(entry.id, entry.ranks)
    },
    finish() {
      table.scratch = new Int32Array(table.alive.length)
      return table
    },
  }
}

function emptyTable(): ListingTable {
  return {
    rows: 0,
    prices: new Int32Array(0),
    ids: [],
    rowOf: createIdMap(),
    alive: new Int32Array(0),
    bits: {
      categories: new Map(),
      subcategory: new Map(),
      colors: new Map(),
      sizes: new Map(),
      pattern: new Map(),
      fabric: new Map(),
      fit: new Map(),
    },
    moved: [],
    movedById: new Map(),
    ranked: new Map(),
    scratch: new Int32Array(0),
  }
}

function copied(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length)
  longer.set(array)
  return longer
}

function setOf(table: ListingTable, name: ListName, value: string): Int32Array {
  let set = table.bits[name].get(value)
  if (!set) {
    set = new Int32Array(table.alive.length)
    table.bits[name].set(value, set)
  }
  return set
}

/** How many products the table has. */
export function countProducts(table: ListingTable): number {
  return countBits(table.alive, { from: 0, to: table.alive.length }) + table.moved.length
}

/** Every product's id: in the order of the listing, then those that moved since the table was built. */
export function idsInOrder(table: ListingTable): string[] {
  const ids = table.ids.filter((_, row) => hasBit(table.alive, row))
  return table.moved.length === 0 ? ids : [...ids, ...table.movedById.keys()]
}

/** Takes in a product as it is now. One that kept its price keeps its row; another one stands in `moved` from now on. */
export function putEntry(table: ListingTable, entry: Entry): Change {
  const before = table.movedById.get(entry.id)
  const row = table.rowOf.get(entry.id)
  const stood = before !== undefined || (row !== undefined && hasBit(table.alive, row))
  const ranks = (table.ranked.get(entry.id) ?? '') !== entry.ranks
  if (entry.ranks === '') table.ranked.delete(entry.id)
  else table.ranked.set(entry.id, entry.ranks)
  if (row !== undefined && table.prices[row] === entry.price) {
    if (before) dropMoved(table, before)
    const back = setBit(table.alive, row, true)
    const listing = setValues(table, row, entry) || back
    return { range: !stood, listing, ranks }
  }
  if (row !== undefined) setBit(table.alive, row, false)
  if (before) dropMoved(table, before)
  addMoved(table, entry)
  return { range: !stood, listing: !before || !sameEntry(before, entry), ranks }
}

/** Takes a product out. */
export function dropEntry(table: ListingTable, id: string): Change {
  const before = table.movedById.get(id)
  const row = table.rowOf.get(id)
  const gone = (row !== undefined && setBit(table.alive, row, false)) || before !== undefined
  if (before) dropMoved(table, before)
  return { range: gone, listing: gone, ranks: table.ranked.delete(id) }
}

function setValues(table: ListingTable, row: number, entry: Entry): boolean {
  let changed = false
  for (const name of LIST_NAMES) {
    const values = entry.lists[name]
    for (const value of values) if (value !== '' && !table.bits[name].has(value)) setOf(table, name, value)
    for (const [value, set] of table.bits[name]) if (setBit(set, row, values.includes(value))) changed = true
  }
  return changed
}

function sameEntry(a: Entry, b: Entry): boolean {
  return (
    a.price === b.price &&
    LIST_NAMES.every(
      (name) => a.lists[name].length === b.lists[name].length && a.lists[name].every((v) => b.lists[name].includes(v)),
    )
  )
}

function addMoved(table: ListingTable, entry: Entry): void {
  table.moved.splice(placeInMoved(table, entry), 0, entry)
  table.movedById.set(entry.id, entry)
}

function dropMoved(table: ListingTable, entry: Entry): void {
  table.moved.splice(placeInMoved(table, entry), 1)
  table.movedById.delete(entry.id)
}

function placeInMoved(table: ListingTable, place: Place): number {
  let low = 0
  let high = table.moved.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = table.moved[middle]
    if (other && comparePlaces(other, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
