import { FILTER_NAMES, type FilterName } from '../../catalog/rules.ts'
import type { SortBy } from '../rules.ts'
import type { FoundRows } from '../words/match.server.ts'
import { readBest } from './best.server.ts'
import {
  copyRange,
  countAny,
  countBits,
  countShared,
  hasBit,
  intersectAny,
  type Span,
  walkDown,
  walkUp,
} from './bits.server.ts'
import { compareManualKeys, compareSortKeys, type ManualSortKey, type SortKey } from './cursor.server.ts'
import {
  type IndexedList,
  inManualOrder,
  type ListingTable,
  type OverlayEntry,
  perList,
  sortKeyOf,
  variantOf,
} from './table.server.ts'

/**
 * A filter: lists combine with AND, values of a list with OR, bounds in paise are inclusive (CONTRACT, Filters). A colour and
 * a size match products that have that size in that colour.
 */
export interface Selection {
  lists: { readonly [N in FilterName]?: readonly string[] | undefined }
  min: number
  max: number
  /** What a text search found; null without one. */
  found: FoundRows | null
}

/** A page of what a search found. */
export interface FoundPage {
  ids: string[]
  total: number
  /** The last product's sort key, where more follow. */
  last: ManualSortKey | null
}

/** The rows that match, and the products without a row of their own. */
export interface SelectedRows {
  bits: Int32Array
  span: Span
  overlay: OverlayEntry[]
}

/** Which part of the matches is wanted, and sorted how. */
export interface Page {
  /** Undefined: the owner's manual sort order, then low to high. */
  sortBy: SortBy | undefined
  limit: number
  after: ManualSortKey | null
}

/** Selects, counts and returns up to `limit` products after a sort key. High to low is the exact mirror of low to high. */
export function searchTable(table: ListingTable, selection: Selection, page: Page): FoundPage {
  const selected = selectRows(table, selection)
  const total = countBits(selected.bits, selected.span) + selected.overlay.length
  const found = readInOrder(table, selected, selection, page)
  const last = found.length > page.limit ? (found[page.limit - 1] ?? null) : null
  return { ids: found.slice(0, page.limit).map((key) => key.id), total, last }
}

function readInOrder(table: ListingTable, selected: SelectedRows, { found }: Selection, page: Page): ManualSortKey[] {
  if (found && page.sortBy === 'relevance') return readBest(table, selected, found, page)
  if (page.sortBy === undefined && table.positions.size > 0) return readManualOrder(table, selected, page)
  return readPage(table, selected, page)
}

export interface Facets {
  /** The values that any product has, whatever is chosen. */
  values: Record<FilterName, string[]>
  total: number
  counts: Record<FilterName, Map<string, number>>
  /** By category: its subcategories and their counts, whichever category is selected. */
  subcategories: Map<string, Map<string, number>>
  lowest: number | null
  highest: number | null
}

/** For each value of each list: how many products it would show under the choices in all other lists. */
export function countFacets(table: ListingTable, selection: Selection): Facets {
  // `all` uses the table's scratch memory, so it must be read before the next `selectRows`.
  const all = selectRows(table, selection)
  const total = countBits(all.bits, all.span) + all.overlay.length
  const isChosen = (name?: FilterName) => name !== undefined && (selection.lists[name]?.length ?? 0) > 0
  const isIndependent = (name: FilterName) => !isChosen(name) && !isChosen(COMBINED_WITH[name])
  const counts = perList((name) => (isIndependent(name) ? countValues(table, all, name) : new Map<string, number>()))
  for (const name of FILTER_NAMES) if (!isIndependent(name)) counts[name] = countWith(table, selection, name)
  return {
    total,
    values: perList((name) => valuesOf(table, name)),
    counts,
    subcategories: countSubcategories(table, selection),
    ...findPrices(table, selection),
  }
}

/** The values of a list that some product has. */
function valuesOf(table: ListingTable, name: FilterName): string[] {
  const whole = { from: 0, to: table.alive.length }
  const inRows = [...table.bits[name]].filter(([, set]) => countShared(table.alive, set, whole) > 0)
  return [...new Set([...inRows.map(([value]) => value), ...table.overlay.flatMap((entry) => entry.lists[name])])]
}

function withoutLists(selection: Selection, ...names: FilterName[]): Selection {
  return { ...selection, lists: { ...selection.lists, ...Object.fromEntries(names.map((name) => [name, []])) } }
}

/** Counts as if nothing were chosen in the list itself. With sizes chosen, a colour counts the products that have it in one of them. */
function countWith(table: ListingTable, selection: Selection, name: FilterName): Map<string, number> {
  const selected = selectRows(table, withoutLists(selection, name))
  const others = selection.lists[COMBINED_WITH[name] ?? name] ?? []
  const counts = countValues(table, selected, name)
  if (!(name in COMBINED_WITH) || others.length === 0) return counts
  for (const value of counts.keys()) {
    const variants = others.map((other) => (name === 'colors' ? variantOf(value, other) : variantOf(other, value)))
    const sets = variants.flatMap((variant) => table.bits.variants.get(variant) ?? [])
    const overlay = selected.overlay.filter(({ lists }) => variants.some((variant) => lists.variants.includes(variant)))
    counts.set(value, countAny(selected.bits, sets, selected.span) + overlay.length)
  }
  return counts
}

/** How many of the selected products have each value of a list. */
export function countValues(table: ListingTable, selected: SelectedRows, name: FilterName): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [value, set] of table.bits[name]) counts.set(value, countShared(selected.bits, set, selected.span))
  for (const entry of selected.overlay)
    for (const value of entry.lists[name]) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function countSubcategories(table: ListingTable, selection: Selection): Facets['subcategories'] {
  const { lists, ...rest } = withoutLists(selection, 'categories', 'subcategory')
  const categories = [...table.bits.categories.keys(), ...table.overlay.flatMap((entry) => entry.lists.categories)]
  const countIn = (category: string) =>
    countValues(table, selectRows(table, { ...rest, lists: { ...lists, categories: [category] } }), 'subcategory')
  return new Map([...new Set(categories)].map((category) => [category, countIn(category)]))
}

/** The lowest and highest price without the price bounds: the ends of the slider. */
function findPrices(table: ListingTable, selection: Selection): Pick<Facets, 'lowest' | 'highest'> {
  const selected = selectRows(table, { ...selection, min: 0, max: Number.POSITIVE_INFINITY })
  const priceAt = (sortBy: SortBy) => readPage(table, selected, { sortBy, limit: 1, after: null })[0]?.price ?? null
  return { lowest: priceAt('lowToHigh'), highest: priceAt('highToLow') }
}

/** The matching rows, as bits in the table's scratch memory: valid until the next `selectRows`. */
function selectRows(table: ListingTable, selection: Selection): SelectedRows {
  const bits = table.scratch
  const low = firstRow(table, { price: selection.min, id: '' })
  const high =
    selection.max === Number.POSITIVE_INFINITY ? table.rows : firstRow(table, { price: selection.max + 1, id: '' })
  const span = copyRange(bits, selection.found?.all ?? table.alive, low, high)
  const chosen = chosenValues(selection)
  for (const [name, values] of chosen) {
    const sets = values.map((value) => table.bits[name].get(value)).filter((set) => set !== undefined)
    intersectAny(bits, sets, span)
  }
  return { bits, span, overlay: table.overlay.filter((entry) => matches(entry, selection, chosen)) }
}

/** Of a chosen colour and a chosen size, a product must have a variant that is both. */
const COMBINED_WITH: { readonly [N in FilterName]?: FilterName } = { colors: 'sizes', sizes: 'colors' }

/** The lists with choices; a colour and a size together stand for the variants that have both. */
function chosenValues({ lists }: Selection): (readonly [IndexedList, readonly string[]])[] {
  const chosen = FILTER_NAMES.flatMap((name) => (lists[name]?.length ? [[name, lists[name]] as const] : []))
  const { colors = [], sizes = [] } = lists
  if (colors.length === 0 || sizes.length === 0) return chosen
  const variants = colors.flatMap((color) => sizes.map((size) => variantOf(color, size)))
  return [...chosen.filter(([name]) => !(name in COMBINED_WITH)), ['variants', variants]]
}

function matches(
  entry: OverlayEntry,
  selection: Selection,
  chosen: readonly (readonly [IndexedList, readonly string[]])[],
): boolean {
  if (entry.price < selection.min || entry.price > selection.max) return false
  if (selection.found && selection.found.tierOf(entry) === null) return false
  return chosen.every(([name, values]) => values.some((value) => entry.lists[name].includes(value)))
}

/** The first row that is not before a sort key. */
function firstRow(table: ListingTable, key: SortKey): number {
  let low = 0
  let high = table.rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareSortKeys(sortKeyOf(table, middle), key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Products that the owner gave a position, then the others by price; like `readPage` one more than the limit. */
function readManualOrder(table: ListingTable, selected: SelectedRows, { limit, after }: Page): ManualSortKey[] {
  const overlayIds = new Set(selected.overlay.map(({ id }) => id))
  const isSelected = (id: string) => {
    const row = table.rowOf.get(id)
    const inRows = row !== undefined && row >>> 5 >= selected.span.from && row >>> 5 < selected.span.to
    return overlayIds.has(id) || (inRows && hasBit(selected.bits, row))
  }
  const keys = inManualOrder(table)
    .filter((key) => (after === null || compareManualKeys(key, after) > 0) && isSelected(key.id))
    .slice(0, limit + 1)
  if (keys.length > limit) return keys
  const rest = {
    sortBy: 'lowToHigh' as const,
    limit: limit - keys.length,
    after: after?.position === undefined ? after : null,
  }
  return [...keys, ...readPage(table, selected, rest, table.positions)]
}

/** One product more than the limit shows that another page follows. Products in `listed` are left out. */
function readPage(
  table: ListingTable,
  selected: SelectedRows,
  { sortBy, limit, after }: Page,
  listed?: ReadonlyMap<string, unknown>,
): SortKey[] {
  const direction = sortBy === 'highToLow' ? -1 : 1
  const isAfter = (key: SortKey) => after === null || direction * compareSortKeys(key, after) > 0
  const start = after ? firstRow(table, after) : direction === 1 ? 0 : table.rows
  const keys: SortKey[] = []
  const walk = direction === 1 ? walkUp : walkDown
  walk(selected.bits, start, selected.span, (row) => {
    const key = sortKeyOf(table, row)
    if (isAfter(key) && !listed?.has(key.id)) keys.push(key)
    return keys.length <= limit
  })
  const overlay = selected.overlay
    .filter((key) => isAfter(key) && !listed?.has(key.id))
    .map(({ price, id }) => ({ price, id }))
  if (overlay.length === 0) return keys
  return [...keys, ...overlay].sort((a, b) => direction * compareSortKeys(a, b)).slice(0, limit + 1)
}
