import { t } from '#platform/text/t.ts'
import type { SearchExplanation } from '../contract.ts'
import type { Rows } from '../index/rows.server.ts'
import { searchTable } from '../index/search.server.ts'
import type { ListingTable } from '../index/table.server.ts'
import { explain, nearestProducts, selectFrom } from './explain.server.ts'
import { completions, correctTokens, isKnown, nearestContinuation, wordsWith } from './known-words.server.ts'
import { findTiers, NO_MATCH } from './match.server.ts'
import { type ReadText, readWords } from './read-words.server.ts'
import { stemOf, tokenize } from './tokens.server.ts'
import { largestSubcategories, rowsOfValue, valuesIn, type WordIndex } from './word-index.server.ts'

const MAX_PRODUCTS = 5
const MAX_SEARCHES = 6

/**
 * Products for a text as it's typed, and texts that it may become. `colors`: the colours that its words name. If nothing
 * matches: the products that come nearest, and how the text was understood.
 */
export function suggestFrom(table: ListingTable, q: string): Suggested {
  const typed = q.trim()
  if (typed === '') return { ids: [], colors: [], searches: largestSubcategories(table.words), nothing: null }
  const meant = continueMisspelled(table, typed)
  if (meant !== null) {
    const suggested = suggestFrom(table, meant)
    const searches = [...new Set([meant, ...suggested.searches])].slice(0, MAX_SEARCHES)
    return suggested.ids.length > 0 ? { ...suggested, searches } : suggested
  }
  const text = readTyped(table, typed)
  const selection = selectFrom(table, {}, text)
  const { ids } = searchTable(table, selection, { sortBy: 'relevance', limit: MAX_PRODUCTS, after: null })
  const colors = selection.lists.colors ?? []
  if (ids.length === 0) {
    const nothing = explain(table, {}, text, 0)
    const other = nothing.isUnderstood ? nothing.instead.filter(({ without }) => without.length === 0) : []
    const searches = other.map((one) => one.q)
    return { ids: nearestProducts(table, nothing, MAX_PRODUCTS), colors, searches, nothing }
  }
  const namesGender = text.parts.some(({ list }) => list === 'categories')
  const genders = namesGender || !selection.tiers ? [] : gendersOf(table, selection.tiers)
  const completed = continuations(table, typed)
  const base = text.spelled ?? completed[0] ?? typed
  const isCut = text.text !== typed
  const searches = (isCut ? completed : [base, ...completed, ...genders.map((gender) => gender(base))])
    .map((one) => one.toLowerCase())
    .filter((one) => one !== typed.toLowerCase())
  return { ids, colors, searches: [...new Set(searches)].slice(0, MAX_SEARCHES), nothing: null }
}

export interface Suggested {
  ids: string[]
  colors: readonly string[]
  searches: string[]
  nothing: SearchExplanation | null
}

/** The text with its last word continued if that's the beginning of a misspelled word ("hoddi"), else null. */
function continueMisspelled({ words }: ListingTable, typed: string): string | null {
  const tokens = tokenize(typed)
  const last = tokens.at(-1)
  if (!last || isKnown(words, last.word) || completions(words, last.word, true).length > 0) return null
  if (correctTokens(tokens, words, true).at(-1)?.word !== last.word) return null
  const word = nearestContinuation(words, last.word)
  return word === null ? null : typed.slice(0, last.from) + word
}

/** Reads a text as it's typed. Its last word doesn't count yet if it's unfinished and nothing has it. */
function readTyped(table: ListingTable, typed: string): ReadText {
  const text = readWords(typed, table.words, true)
  const last = tokenize(typed).at(-1)
  if (!last || last.from === 0 || !isUnfinished(table.words, last.word)) return text
  const page = { sortBy: undefined, limit: 1, after: null }
  if (searchTable(table, selectFrom(table, {}, text), page).total > 0) return text
  return readWords(typed.slice(0, last.from).trim(), table.words)
}

/** True for one or two digits, which may become a price, and for a beginning of a word. */
function isUnfinished(index: WordIndex, word: string): boolean {
  return /^\d{1,2}$/.test(word) || (!/\d/.test(word) && !isKnown(index, word))
}

/** The texts that narrow a search to those whom its products are for. The search reads them in either language. */
function gendersOf({ words }: ListingTable, tiers: Uint8Array): ((kind: string) => string)[] {
  const has = (category: string) => someMatch(rowsOfValue(words, 'categories', category), tiers)
  return [
    ...(has('Man') ? [(kind: string) => t('{kind} for men', { kind })] : []),
    ...(has('Woman') ? [(kind: string) => t('{kind} for women', { kind })] : []),
  ]
}

/** The first `most` values that pass a test. The others aren't tested, because a test is a search. */
function firstOf<T>(values: readonly T[], most: number, passes: (value: T) => boolean): T[] {
  const found: T[] = []
  for (const value of values) {
    if (found.length === most) break
    if (passes(value)) found.push(value)
  }
  return found
}

/** The text with its last word completed to a subcategory or a word of names, if that finds something. */
function continuations(table: ListingTable, typed: string): string[] {
  const last = tokenize(typed).at(-1)
  if (!last) return []
  const before = typed.slice(0, last.from)
  const text = readWords(before, table.words)
  const tiers = text.isEmpty ? null : findTiers(table, text)
  const subcategories = valuesIn(table.words, 'subcategory')
    .filter(({ value, rows }) => value.toLowerCase().startsWith(last.word) && (!tiers || someMatch(rows, tiers)))
    .map(({ value }) => value)
  const words = withoutForms([...subcategories, ...wordsWith(table.words, last.word)])
  const isFound = (word: string) => !tiers || subcategories.includes(word) || isNamedIn(table, word, tiers)
  return firstOf(words, MAX_SEARCHES, isFound).map((word) => before + word)
}

/** True if a product of the search has a word in its name. */
function isNamedIn({ words }: ListingTable, word: string, tiers: Uint8Array): boolean {
  return words.forms.get(stemOf(word))?.some(({ name }) => someMatch(name, tiers)) ?? false
}

function someMatch(rows: Rows, tiers: Uint8Array): boolean {
  return rows.some((row) => tiers[row] !== NO_MATCH)
}

/** Keeps only the first of several forms of a word, such as shirt and shirts. */
function withoutForms(words: readonly string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [stemOf(word.toLowerCase()), word])).values()].toReversed()
}
