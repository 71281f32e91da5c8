import { FILTER_NAMES, type FilterName } from '../../catalog/rules.ts'
import type { SortBy } from '../rules.ts'
import { NO_MATCH, TIERS } from '../search-text/match.server.ts'
import { rowsOfValue } from '../search-text/word-index.server.ts'
import { compareManualKeys, compareSortKeys, type ManualSortKey } from './cursor.server.ts'
import { LEVELS } from './popularity.server.ts'
import { firstIndex, type Rows } from './rows.server.ts'
import { type ListingTable, priceIn, variantOf } from './table.server.ts'

/**
 * A filter: lists combine with AND, values of a list with OR, bounds in paise are inclusive (CONTRACT, Filters) and of the lowest
 * price in the chosen sizes. A
 * colour and a size match products that have that size in that colour.
 */
export interface Selection {
  lists: { readonly [N in FilterName]?: readonly string[] | undefined }
  min: number
  max: number
  /** The result of a text search (`findTiers`), or null without one. */
  tiers: Uint8Array | null
}

/** A page of search results. */
export interface FoundPage {
  ids: string[]
  total: number
  /** The last product's sort key, if more follow. */
  last: ManualSortKey | null
}

/** The wanted part of the matches and their sort order. */
export interface Page {
  /** Undefined: the owner's manual sort order, then low to high. */
  sortBy: SortBy | undefined
  limit: number
  /** Sold-out products come after all others, in the same order. */
  soldOutLast?: boolean
  after: ManualSortKey | null
}

/* The conditions of a selection as bits: one for each filter list, and these. */

/** The bit of a filter list. */
export const bitOf = (name: FilterName) => 1 << FILTER_NAMES.indexOf(name)
/** One of the chosen colours in one of the chosen sizes. */
export const VARIANT = 1 << FILTER_NAMES.length
export const PRICE = VARIANT << 1
const TEXT = PRICE << 1

/** By row: the failed conditions, as bits. A match has none. */
export function failuresOf(table: ListingTable, { lists, min, max, tiers }: Selection): Uint16Array {
  const { order, products, words, variants } = table
  const { colors = [], sizes = [] } = lists
  const chosen = FILTER_NAMES.filter((name) => lists[name]?.length)
  const hasVariants = colors.length > 0 && sizes.length > 0
  const failures = new Uint16Array(products.length)
  failures.fill(chosen.reduce((bits, name) => bits | bitOf(name), hasVariants ? VARIANT : 0))
  const pass = (rows: Rows, bit: number) => {
    for (const row of rows) failures[row] = (failures[row] ?? 0) & ~bit
  }
  const fail = (row: number, bit: number) => {
    failures[row] = (failures[row] ?? 0) | bit
  }
  for (const name of chosen) for (const value of lists[name] ?? []) pass(rowsOfValue(words, name, value), bitOf(name))
  if (hasVariants)
    for (const color of colors) for (const size of sizes) pass(variants.get(variantOf(color, size)) ?? [], VARIANT)
  const priceAt = (at: number) => products[order[at] ?? 0]?.price ?? 0
  const from = firstIndex(order.length, (at) => priceAt(at) >= min)
  const to = firstIndex(order.length, (at) => priceAt(at) > max)
  for (const row of order.slice(0, from)) fail(row, PRICE)
  for (const row of order.slice(to)) fail(row, PRICE)
  if (sizes.length > 0)
    for (const row of table.dearer) {
      const price = priceIn(table, row, sizes)
      if (price >= min && price <= max) pass([row], PRICE)
      else fail(row, PRICE)
    }
  if (tiers) for (let row = 0; row < tiers.length; row++) if (tiers[row] === NO_MATCH) fail(row, TEXT)
  return failures
}

/**
 * Counts the matches and returns up to `limit` of them after a sort key. High to low is the exact reverse of low to
 * high.
 */
export function searchTable(table: ListingTable, selection: Selection, page: Page): FoundPage {
  const failures = failuresOf(table, selection)
  const matches = inOrderOfPrice(table, selection, failures, 0)
  const inOrder = sortMatches(table, matches, selection, page.sortBy)
  const { sorted, keyOf, compare } = page.soldOutLast ? moveSoldOut(table, inOrder) : inOrder
  const { after, limit } = page
  const isPast = (row: number | undefined) => row === undefined || !after || compare(keyOf(row), after) > 0
  const start = firstIndex(sorted.length, (at) => isPast(sorted[at]))
  const keys = sorted.slice(start, start + limit).map(keyOf)
  return {
    ids: keys.map(({ id }) => id),
    total: matches.length,
    last: start + limit < sorted.length ? (keys.at(-1) ?? null) : null,
  }
}

/** The rows without other failures than `except`, in the order of their price in the chosen sizes and of id. */
export function inOrderOfPrice(
  table: ListingTable,
  { lists: { sizes = [] } }: Selection,
  failures: Uint16Array,
  except: number,
): Rows {
  const matches = table.order.filter((row) => ((failures[row] ?? 0) & ~except) === 0)
  if (sizes.length === 0 || !matches.some((row) => table.dearer.has(row))) return matches
  const keyOf = (row: number) => ({ price: priceIn(table, row, sizes), id: table.products[row]?.id ?? '' })
  return matches
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => compareSortKeys(a.key, b.key))
    .map(({ row }) => row)
}

interface Sorted {
  sorted: Rows
  keyOf(row: number): ManualSortKey
  compare(a: ManualSortKey, b: ManualSortKey): number
}

/** Sorts matches, which are in the order of price and id. */
function sortMatches(
  table: ListingTable,
  matches: Rows,
  { tiers, lists: { sizes } }: Selection,
  sortBy: SortBy | undefined,
): Sorted {
  const { products, levels, positioned } = table
  const keyOf = (row: number) => ({ price: priceIn(table, row, sizes), id: products[row]?.id ?? '' })
  if (sortBy === 'relevance' && tiers) {
    const rankOf = (row: number) => (tiers[row] ?? 0) * LEVELS + LEVELS - 1 - (levels[row] ?? 0)
    const byRank: Rows[] = Array.from({ length: TIERS * LEVELS }, () => [])
    for (const row of matches) byRank[rankOf(row)]?.push(row)
    const rankedKeyOf = (row: number) => ({ ...keyOf(row), relevanceRank: rankOf(row) })
    return { sorted: byRank.flat(), keyOf: rankedKeyOf, compare: compareSortKeys }
  }
  if (sortBy === 'popular' || sortBy === 'bestRated') {
    const rankOf = (row: number) =>
      sortBy === 'popular' ? LEVELS - 1 - (levels[row] ?? 0) : (products[row]?.ratingRank ?? 0)
    const rankedKeyOf = (row: number) => ({ ...keyOf(row), relevanceRank: rankOf(row) })
    const sorted = matches.toSorted((a, b) => compareSortKeys(rankedKeyOf(a), rankedKeyOf(b)))
    return { sorted, keyOf: rankedKeyOf, compare: compareSortKeys }
  }
  if (sortBy === 'highToLow') return { sorted: matches.toReversed(), keyOf, compare: (a, b) => compareSortKeys(b, a) }
  if (sortBy === 'newest') {
    const newestKeyOf = (row: number) => ({ ...keyOf(row), createdAt: products[row]?.addedAt ?? 0 })
    const sorted = matches.toSorted((a, b) => compareSortKeys(newestKeyOf(a), newestKeyOf(b)))
    return { sorted, keyOf: newestKeyOf, compare: compareSortKeys }
  }
  if (sortBy !== undefined) return { sorted: matches, keyOf, compare: compareSortKeys }
  const manualKeyOf = (row: number) => ({ ...keyOf(row), position: products[row]?.position })
  const first = matches
    .filter((row) => positioned.has(row))
    .sort((a, b) => compareManualKeys(manualKeyOf(a), manualKeyOf(b)))
  const sorted = [...first, ...matches.filter((row) => !positioned.has(row))]
  return { sorted, keyOf: manualKeyOf, compare: compareManualKeys }
}

/** Moves sold-out products behind all others. */
function moveSoldOut({ products }: ListingTable, { sorted, keyOf, compare }: Sorted): Sorted {
  const isSoldOut = (row: number) => products[row]?.isSoldOut ?? false
  return {
    sorted: [...sorted.filter((row) => !isSoldOut(row)), ...sorted.filter(isSoldOut)],
    keyOf: (row) => ({ ...keyOf(row), soldOut: isSoldOut(row) }),
    compare: (a, b) => Number(a.soldOut ?? false) - Number(b.soldOut ?? false) || compare(a, b),
  }
}
