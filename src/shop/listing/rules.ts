import { FILTER_NAMES, FILTER_OPTIONS, type FilterName } from '../catalog/rules.ts'
import type { SearchExplanation } from './contract.ts'

/** Sort orders beside SPEC 3's two, which the owner offers by the setting `listing.sorts`. */
export const MORE_SORTS = ['newest', 'popular', 'bestRated'] as const

/**
 * `relevance`: the best match first, or without a search text the lowest price first. `popular`: by views. `bestRated`: by
 * stars, of which a few count less than many.
 */
export type SortBy = 'lowToHigh' | 'highToLow' | 'relevance' | (typeof MORE_SORTS)[number]

/** The filter state of SPEC 3, with sort order and search text. Prices are rupees; without an upper bound `Infinity`. */
export interface Filters extends Record<FilterName, readonly string[]> {
  priceRange: readonly [number, number]
  sortBy: SortBy
  q: string
}

/** Upper end of the price slider in rupees, unless a product costs more; the lower end is fixed at 0 (SPEC 5 and 9). */
export const PRICE_LIMIT = 10_000
/** Options of a group shown before Show More (SPEC 9). */
export const OPTIONS_SHOWN = 5
/** Products per page. */
export const PAGE_SIZE = 24
/** Values of one list in a request; shoppers never choose more. */
export const MAX_VALUES = 50
/** Longest search in characters. */
export const MAX_SEARCH_LENGTH = 200

export const NO_FILTERS: Filters = {
  categories: [],
  subcategory: [],
  colors: [],
  sizes: [],
  pattern: [],
  fabric: [],
  fit: [],
  collection: [],
  priceRange: [0, Number.POSITIVE_INFINITY],
  sortBy: 'lowToHigh',
  q: '',
}

/** The values of a comma-joined list: trimmed, without blanks or repeats. */
export function readList(joined: string | null | undefined): string[] {
  return [...new Set((joined ?? '').split(',').map((value) => value.trim()))].filter((value) => value !== '')
}

/** The parameters of a page's URL that `readFilters` reads. */
export const LISTING_PARAMETERS: ReadonlySet<string> = new Set([...FILTER_NAMES, 'minPrice', 'maxPrice', 'sortBy', 'q'])

/** The filter state of a page's URL. Invalid values are ignored, though the API responds with 400. */
export function readFilters(params: URLSearchParams): Filters {
  const q = (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const lists = Object.fromEntries(FILTER_NAMES.map((name) => [name, readList(params.get(name)).slice(0, MAX_VALUES)]))
  return {
    ...NO_FILTERS,
    ...lists,
    priceRange: readPrices(params.get('minPrice'), params.get('maxPrice')),
    sortBy: readSort(params.get('sortBy'), q),
    q,
  }
}

/** A search shows its best match first unless the URL says otherwise. */
function readSort(written: string | null, q: string): SortBy {
  if (written === 'highToLow' || (written === 'lowToHigh' && q !== '')) return written
  return MORE_SORTS.find((one) => one === written) ?? defaultSort(q)
}

function defaultSort(q: string): SortBy {
  return q === '' ? 'lowToHigh' : 'relevance'
}

/** The effective sort order, since there's no best match without a search text. */
export function sortOf({ sortBy, q }: Filters): SortBy {
  return sortBy === 'relevance' ? defaultSort(q) : sortBy
}

function readPrices(min: string | null, max: string | null): readonly [number, number] {
  const low = readPrice(min) ?? 0
  const high = readPrice(max) ?? Number.POSITIVE_INFINITY
  return low <= high ? [Math.max(0, low), high] : NO_FILTERS.priceRange
}

/** A price in rupees; null if it isn't one (`''`, `0x10`, `Infinity`, `1,5`). */
export function readPrice(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null
  const price = /^-?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,2})?$/i.test(text.trim())
    ? Number(text)
    : Number.NaN
  return Number.isFinite(price) ? price : null
}

/** The query string of a filter state: only differences from the defaults, in canonical order. */
export function writeFilters(filters: Filters): string {
  const [min, max] = filters.priceRange
  const parts = chosenLists(filters)
  if (min !== 0) parts.push(['minPrice', String(min)])
  if (Number.isFinite(max)) parts.push(['maxPrice', String(max)])
  if (sortOf(filters) !== defaultSort(filters.q)) parts.push(['sortBy', sortOf(filters)])
  if (filters.q !== '') parts.push(['q', filters.q])
  return new URLSearchParams(parts).toString().replaceAll('%2C', ',')
}

/**
 * The query of GET /user/filterProduct for a filter state (SPEC 7): prices and sort order always, lists if not empty.
 * Beyond SPEC, sold-out products come last, and the slider's end includes what costs more.
 */
export function toQuery(filters: Filters): Record<string, string> {
  const [min, max] = filters.priceRange
  return {
    ...Object.fromEntries(chosenLists(filters)),
    minPrice: String(min),
    ...(Number.isFinite(max) ? { maxPrice: String(max) } : { maxPrice: String(PRICE_LIMIT), dearer: 'included' }),
    sortBy: sortOf(filters),
    soldOut: 'last',
    ...(filters.q === '' ? {} : { q: filters.q }),
  }
}

/** Values in the order of their options, not of clicks, so that one state has one URL. */
function chosenLists(filters: Filters): [name: string, values: string][] {
  const names = FILTER_NAMES.filter((name) => filters[name].length > 0)
  return names.map((name) => [name, inOptionOrder(name, filters[name]).join(',')])
}

/** The size of one-size products, which nobody filters by. */
const ONE_SIZE = 'Free Size'

const byText = new Intl.Collator('en', { numeric: true })

const LETTERED_SIZES = [
  '3XS',
  'XXXS',
  '2XS',
  'XXS',
  'XS',
  'S',
  'M',
  'L',
  'XL',
  '2XL',
  'XXL',
  '3XL',
  'XXXL',
  '4XL',
  '5XL',
  '6XL',
]

/**
 * The products' values of a filter group, in its order: SPEC 9's options first, in its order, then the others. Sizes
 * smaller than S come before it.
 */
export function inFilterOrder(name: keyof typeof FILTER_OPTIONS, values: readonly string[]): string[] {
  const options: readonly string[] = name === 'sizes' ? LETTERED_SIZES : FILTER_OPTIONS[name]
  const rank = (value: string) => (options.includes(value) ? options.indexOf(value) : options.length)
  return values
    .filter((value) => value !== '' && value !== ONE_SIZE)
    .sort((one, other) => rank(one) - rank(other) || byText.compare(one, other))
}

function inOptionOrder(name: FilterName, values: readonly string[]): string[] {
  const options: readonly string[] = name === 'subcategory' || name === 'collection' ? [] : FILTER_OPTIONS[name]
  const rank = (value: string) => (options.includes(value) ? options.indexOf(value) : options.length)
  return [...values].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** Adds a value to a list, or removes it (SPEC 4). */
export function toggleValue(filters: Filters, name: FilterName, value: string): Filters {
  const values = filters[name]
  return { ...filters, [name]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value] }
}

/** Sets the highest price; the lowest stays (SPEC 5), unless it would exceed it. */
export function withMaxPrice(filters: Filters, max: number): Filters {
  return { ...filters, priceRange: [Math.min(filters.priceRange[0], max), max] }
}

/** The category of the navigation state: All clears it, any other value sets it (SPEC 2). */
export function withCategory(filters: Filters, category: string): Filters {
  return { ...filters, categories: category === 'All' ? [] : [category] }
}

/**
 * A filter state with the filters that its search text names as chosen ones, and the other words as its text. The same
 * state if `search` is about another text.
 */
export function withNamedFilters(filters: Filters, search: SearchExplanation | null): Filters {
  if (search === null || search.q !== filters.q) return filters
  const { minPrice, maxPrice, ...read } = search.read
  const [min, max] = filters.priceRange
  const lists = Object.fromEntries(Object.entries(read).filter(([, values]) => values.length > 0))
  return {
    ...filters,
    ...lists,
    priceRange: [Math.max(min, minPrice ?? 0), Math.min(max, maxPrice ?? max)],
    q: search.rest,
  }
}

/** True if anything but the sort order was chosen. */
export function isFiltered(filters: Filters): boolean {
  return chosenLists(filters).length > 0 || filters.q !== '' || hasPrices(filters)
}

/** True if a lowest or highest price was chosen. A form sent without a script names the slider's end. */
export function hasPrices({ priceRange: [min, max] }: Pick<Filters, 'priceRange'>): boolean {
  return min !== 0 || (Number.isFinite(max) && max !== PRICE_LIMIT)
}

/** The slider's end in rupees, in whole hundreds, given the highest price that the other choices show. */
export function priceLimit(dearest: number | null | undefined): number {
  return Math.max(PRICE_LIMIT, Math.ceil((dearest ?? 0) / 100) * 100)
}

/** A query without the bound that its slider's end stands for. */
export function withoutSliderEnd<Q extends { maxPrice?: number | undefined; dearer?: unknown }>(query: Q): Q {
  return query.dearer === 'included' ? { ...query, maxPrice: undefined } : query
}
