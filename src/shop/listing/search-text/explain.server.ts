import { paise, toRupees } from '#platform/money.ts'
import type { FilterName } from '../../catalog/rules.ts'
import type { SearchExplanation } from '../contract.ts'
import { type Selection, searchTable } from '../index/search.server.ts'
import { type ListingTable, priceIn } from '../index/table.server.ts'
import type { ListingQuery } from '../index-types.server.ts'
import { MAX_PHRASE } from './dictionary.server.ts'
import { findTiers } from './match.server.ts'
import { filtersIn } from './named-filters.server.ts'
import { type ReadText, readWords, withoutWords } from './read-words.server.ts'
import { stemOf, tokenize } from './tokens.server.ts'
import { largestSubcategories } from './word-index.server.ts'

const MAX_INSTEAD = 3

type Instead = Omit<SearchExplanation['instead'][number], 'total'>

/** What is given up for a nearest match, in this order; the garment is given up last. */
const GIVEN_UP: readonly (FilterName | 'price')[] = [
  'price',
  'sizes',
  'fit',
  'pattern',
  'fabric',
  'colors',
  'collection',
  'categories',
  'subcategory',
]

/** The selection of a query with its parsed search text. Filters that the words name are filters of the selection. */
export function selectFrom(table: ListingTable, query: ListingQuery, text: ReadText | null): Selection {
  const { q: _, minPrice, maxPrice, ...chosen } = query
  const named = text && filtersIn(text, chosen)
  const min = Math.max(minPrice ?? 0, text?.price?.min ?? 0)
  const max = Math.min(maxPrice ?? Number.POSITIVE_INFINITY, text?.price?.max ?? Number.POSITIVE_INFINITY)
  return {
    lists: { ...chosen, ...named?.lists },
    min: Math.ceil(min * 100 - 1e-6),
    max: Math.floor(max * 100 + 1e-6),
    tiers: text && findTiers(table, text, named?.parts),
  }
}

/** How a search was understood, for the shopper, and if nothing matches, what comes nearest. */
export function explain(table: ListingTable, query: ListingQuery, text: ReadText, total: number): SearchExplanation {
  const { lists, rest } = filtersIn(text, query)
  const { categories = [], colors = [], sizes = [], fit = [] } = lists
  const { min: minPrice = null, max: maxPrice = null } = text.price ?? {}
  const read = { categories, colors, sizes, fit, minPrice, maxPrice }
  const found = { q: text.text, spelled: text.spelled, isUnderstood: !text.isEmpty, read, rest }
  if (total > 0) return { ...found, things: rest, from: null, instead: [] }
  const state: ListingQuery = {
    ...query,
    ...lists,
    minPrice: maxOf(query.minPrice, minPrice),
    maxPrice: minOf(query.maxPrice, maxPrice),
    q: rest,
  }
  const things = readWords(rest, table.words).spelled ?? rest
  return { ...found, things, from: lowestPrice(table, state), instead: findInstead(table, state, text) }
}

/** The lowest price in rupees without the price bounds. Null if there are none, or nothing matches at any price. */
function lowestPrice(table: ListingTable, state: ListingQuery): number | null {
  if (!isChosen(state, 'price')) return null
  const [id] = searchQuery(table, giveUp(state, ['price'])).ids
  const row = id === undefined ? undefined : table.rowOf.get(id)
  return row === undefined ? null : toRupees(paise(priceIn(table, row, state.sizes)))
}

/**
 * The nearest searches that find something: without the price, without a size, without a colour, without a word that
 * isn't the garment, or with the dictionary's fallback for the garment. Only if there are none: the garment alone, other
 * words alone, the largest subcategories.
 */
function findInstead(table: ListingTable, state: ListingQuery, text: ReadText): SearchExplanation['instead'] {
  const { q = '' } = state
  const steps = GIVEN_UP.filter((name) => isChosen(state, name))
  const fallbacks = fallbacksIn(table, q)
  const others = readWords(q, table.words).parts.filter(({ isGarment }) => !isGarment)
  const words = tokenize(text.text).map(({ from, to }) => text.text.slice(from, to))
  const tiers: Instead[][] = [
    [
      ...steps.map((name) => ({ without: [name], q })),
      ...others.map((part) => ({ without: [], q: withoutWords(q, part.words) })),
      ...fallbacks.map((one) => ({ without: [], q: one.text })),
    ],
    [q, ...fallbacks.map((one) => one.text), ...fallbacks.map((one) => one.fallback)].map((one) => ({
      without: steps,
      q: one,
    })),
    words.map((one) => ({ without: steps, q: one })),
    largestSubcategories(table.words).map((one) => ({ without: steps, q: one })),
  ]
  for (const tier of tiers) {
    const found = offer(table, state, tier)
    if (found.length > 0) return found
  }
  return []
}

/** The first of some searches that find something. The others aren't counted, because each count is a search. */
function offer(table: ListingTable, state: ListingQuery, searches: readonly Instead[]): SearchExplanation['instead'] {
  const found: SearchExplanation['instead'] = []
  for (const { without, q } of searches) {
    if (found.length === MAX_INSTEAD) break
    const next = { ...giveUp(state, without), q }
    const hasChoice = q !== '' || GIVEN_UP.some((name) => isChosen(next, name))
    if (!hasChoice || found.some((one) => one.q === q && one.without.join() === without.join())) continue
    const { total } = searchQuery(table, next)
    if (total > 0) found.push({ without: [...without], q, total })
  }
  return found
}

function searchQuery(table: ListingTable, query: ListingQuery) {
  const text = query.q ? readWords(query.q, table.words) : null
  return searchTable(table, selectFrom(table, query, text), { sortBy: 'lowToHigh', limit: 1, after: null })
}

/** The products that come nearest to a search that finds nothing; none if it wasn't understood. */
export function nearestProducts(
  table: ListingTable,
  { isUnderstood, read, instead }: SearchExplanation,
  limit: number,
): string[] {
  const [first] = instead
  if (!first || !isUnderstood) return []
  const { minPrice, maxPrice, ...lists } = read
  const state = { ...lists, minPrice: minPrice ?? undefined, maxPrice: maxPrice ?? undefined, q: first.q }
  const query = giveUp(state, first.without)
  const text = query.q ? readWords(query.q, table.words) : null
  return searchTable(table, selectFrom(table, query, text), { sortBy: 'relevance', limit, after: null }).ids
}

function isChosen(state: ListingQuery, name: FilterName | 'price'): boolean {
  if (name !== 'price') return (state[name]?.length ?? 0) > 0
  return state.minPrice !== undefined || state.maxPrice !== undefined
}

function giveUp(state: ListingQuery, names: readonly (FilterName | 'price')[]): ListingQuery {
  const left = { ...state }
  for (const name of names)
    if (name !== 'price') left[name] = undefined
    else left.minPrice = left.maxPrice = undefined
  return left
}

/* A missing bound, null in a text and undefined in a query, doesn't count. */
const maxOf = (one: number | undefined, other: number | null) => (other === null ? one : Math.max(one ?? other, other))
const minOf = (one: number | undefined, other: number | null) => (other === null ? one : Math.min(one ?? other, other))

/** The dictionary's fallbacks for phrases of a text, each with the resulting text. */
export function fallbacksIn({ words }: ListingTable, q: string): { fallback: string; text: string }[] {
  const tokens = tokenize(q)
  return tokens.flatMap(({ from }, at) => {
    for (let end = Math.min(at + MAX_PHRASE, tokens.length); end > at; end--) {
      const phrase = tokens.slice(at, end)
      const fallback = words.dictionary.fallbacks.get(phrase.map(({ word }) => stemOf(word)).join(' '))
      if (fallback !== undefined) return [{ fallback, text: q.slice(0, from) + fallback + q.slice(phrase.at(-1)?.to) }]
    }
    return []
  })
}
