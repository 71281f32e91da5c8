import { LIST_NAMES, type ListName } from '../../catalog/rules.ts'
import type { SortBy } from '../rules.ts'
import { copyRange, countBits, countShared, keepAny, type Span, walkDown, walkUp } from './bits.server.ts'
import { comparePlaces, type Place } from './cursor.server.ts'
import type { Entry, ListingTable } from './table.server.ts'

/** What is looked for: lists AND one another, values of a list OR, bounds in paise inclusive (CONTRACT, Filters). */
export interface Selection {
  lists: { readonly [N in ListName]?: readonly string[] | undefined }
  min: number
  max: number
  /** Products that the words found: bits over the rows, and the ids of moved ones. Null where no words were given. */
  words: { bits: Int32Array; ids: ReadonlySet<string> } | null
}

export interface Found {
  ids: string[]
  total: number
  /** The last product's place where more follow. */
  last: Place | null
}

interface Chosen {
  bits: Int32Array
  span: Span
  moved: Entry[]
}

/** Selects, counts and hands out up to `limit` products after a place. High to low is the exact mirror of low to high. */
export function searchTable(
  table: ListingTable,
  selection: Selection,
  page: { sortBy: SortBy; limit: number; after: Place | null },
): Found {
  const chosen = choose(table, selection)
  const total = countBits(chosen.bits, chosen.span) + chosen.moved.length
  const found = page.sortBy === 'highToLow' ? takeDown(table, chosen, page) : takeUp(table, chosen, page)
  const last = found.length > page.limit ? (found[page.limit - 1] ?? null) : null
  return { ids: found.slice(0, page.limit).map((place) => place.id), total, last }
}

export interface Facets {
  total: number
  counts: Record<ListName, Map<string, number>>
  /** By category: the subcategories and their counts, whatever category is chosen. */
  subcategories: Map<string, Map<string, number>>
  lowest: number | null
  highest: number | null
}

/** For each value of each list: how many products choosing it would show, under the choices in all other lists. */
export function countFacets(table: ListingTable, selection: Selection): Facets {
  const facets: Facets = {
    total: 0,
    counts: {
      categories: new Map(),
      subcategory: new Map(),
      colors: new Map(),
      sizes: new Map(),
      pattern: new Map(),
      fabric: new Map(),
      fit: new Map(),
    },
    subcategories: new Map(),
    lowest: null,
    highest: null,
  }
  const all = choose(table, selection)
  facets.total = countBits(all.bits, all.span) + all.moved.length
  const isChosen = (name: ListName) => (selection.lists[name]?.length ?? 0) > 0
  for (const name of LIST_NAMES) if (!isChosen(name)) facets.counts[name] = countValues(table, all, name)
  for (const name of LIST_NAMES)
    if (isChosen(name)) facets.counts[name] = countValues(table, choose(table, without(selection, name)), name)
  countSubcategories(table, selection, facets.subcategories)
  findPrices(table, selection, facets)
  return facets
}

function without(selection: Selection, ...names: ListName[]): Selection {
  return { ...selection, lists: { ...selection.lists, ...Object.fromEntries(names.map((name) => [name, []])) } }
}

function countValues(table: ListingTable, chosen: Chosen, name: ListName): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [value, set] of table.bits[name]) counts.set(value, countShared(chosen.bits, set, chosen.span))
  for (const entry of chosen.moved)
    for (const value of entry.lists[name]) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function countSubcategories(table: ListingTable, selection: Selection, into: Facets['subcategories']): void {
  const free = without(selection, 'categories', 'subcategory')
  const categories = new Set([
    ...table.bits.categories.keys(),
    ...table.moved.flatMap((entry) => entry.lists.categories),
  ])
  for (const category of categories)
    into.set(
      category,
      countValues(table, choose(table, { ...free, lists: { ...free.lists, categories: [category] } }), 'subcategory'),
    )
}

/** The price range is what the slider shows, so it is taken without the price bounds. */
function findPrices(table: ListingTable, selection: Selection, facets: Facets): void {
  const chosen = choose(table, { ...selection, min: 0, max: Number.POSITIVE_INFINITY })
  const ends = { sortBy: 'lowToHigh', limit: 1, after: null } as const
  facets.lowest = takeUp(table, chosen, ends)[0]?.price ?? null
  facets.highest = takeDown(table, chosen, { ...ends, sortBy: 'highToLow' })[0]?.price ?? null
}

/** The rows that match, as bits in the table's scratch: good until the next selection. */
function choose(table: ListingTable, selection: Selection): Chosen {
  const bits = table.scratch
  const low = firstRow(table, { price: selection.min, id: '' })
  const high =
    selection.max === Number.POSITIVE_INFINITY ? table.rows : firstRow(table, { price: selection.max + 1, id: '' })
  const span = copyRange(bits, table.alive, low, high)
  if (selection.words) keepAny(bits, [selection.words.bits], span)
  for (const name of LIST_NAMES) {
    const values = selection.lists[name]
    if (!values?.length) continue
    const sets = values.map((value) => table.bits[name].get(value)).filter((set) => set !== undefined)
    keepAny(bits, sets, span)
  }
  return { bits, span, moved: table.moved.filter((entry) => matches(entry, selection)) }
}

function matches(entry: Entry, selection: Selection): boolean {
  if (entry.price < selection.min || entry.price > selection.max) return false
  if (selection.words && !selection.words.ids.has(entry.id)) return false
  return LIST_NAMES.every((name) => {
    const values = selection.lists[name]
    return !values?.length || values.some((value) => entry.lists[name].includes(value))
  })
}

/** The first row that does not stand before a place. */
function firstRow(table: ListingTable, place: Place): number {
  let low = 0
  let high = table.rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(placeOf(table, middle), place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function placeOf(table: ListingTable, row: number): Place {
  return { price: table.prices[row] ?? 0, id: table.ids[row] ?? '' }
}

interface Page {
  sortBy: SortBy
  limit: number
  after: Place | null
}

/** One more than the limit is taken, so that a last page is known as such. */
function takeUp(table: ListingTable, chosen: Chosen, { limit, after }: Page): Place[] {
  const places: Place[] = []
  const start = after ? firstRow(table, after) : 0
  walkUp(chosen.bits, start, chosen.span, (row) => {
    const place = placeOf(table, row)
    if (!after || comparePlaces(place, after) > 0) places.push(place)
    return places.length <= limit
  })
  const moved = after ? chosen.moved.filter((entry) => comparePlaces(entry, after) > 0) : chosen.moved
  return merged(places, moved, 1).slice(0, limit + 1)
}

function takeDown(table: ListingTable, chosen: Chosen, { limit, after }: Page): Place[] {
  const places: Place[] = []
  const start = after ? firstRow(table, after) : table.rows
  walkDown(chosen.bits, start, chosen.span, (row) => {
    const place = placeOf(table, row)
    if (!after || comparePlaces(place, after) < 0) places.push(place)
    return places.length <= limit
  })
  const moved = after ? chosen.moved.filter((entry) => comparePlaces(entry, after) < 0) : chosen.moved
  return merged(places, moved, -1).slice(0, limit + 1)
}

function merged(places: Place[], moved: readonly Entry[], direction: 1 | -1): Place[] {
  if (moved.length === 0) return places
  return [...places, ...moved.map(({ price, id }) => ({ price, id }))].sort((a, b) => direction * comparePlaces(a, b))
}
