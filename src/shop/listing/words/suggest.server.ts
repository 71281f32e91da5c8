import type { SearchExplanation } from '../contract.ts'
import type { Rows } from '../index/rows.server.ts'
import { type Selection, searchTable } from '../index/search.server.ts'
import type { ListingTable } from '../index/table.server.ts'
import type { ListingQuery } from '../index-types.server.ts'
import { MAX_PHRASE } from './dictionary.server.ts'
import { wordsWith } from './known-words.server.ts'
import { findTiers, NO_MATCH } from './match.server.ts'
import { type ReadText, readWords } from './read-words.server.ts'
import { stemOf, tokenize } from './tokens.server.ts'
import { rowsOfValue, valuesIn } from './word-index.server.ts'

const MAX_PRODUCTS = 5
const MAX_SEARCHES = 6
const MAX_INSTEAD = 3

/** The selection of a query with its parsed search text. */
export function selectFrom(
  table: ListingTable,
  { q: _, minPrice, maxPrice, ...lists }: ListingQuery,
  text: ReadText | null,
): Selection {
  const min = Math.max(minPrice ?? 0, text?.price?.min ?? 0)
  const max = Math.min(maxPrice ?? Number.POSITIVE_INFINITY, text?.price?.max ?? Number.POSITIVE_INFINITY)
  return {
    lists,
    min: Math.ceil(min * 100 - 1e-6),
    max: Math.floor(max * 100 + 1e-6),
    tiers: text && findTiers(table, text),
  }
}

/**
 * The information about a search for the shopper: how its text was understood, and other searches if nothing matches.
 */
export function explain(table: ListingTable, query: ListingQuery, text: ReadText, total: number): SearchExplanation {
  const read = text.parts.filter(({ list }) => list !== null).map(({ label, without }) => ({ label, without }))
  return {
    q: query.q ?? '',
    spelled: text.spelled,
    read: text.price ? [...read, { label: text.price.label, without: text.price.without }] : read,
    instead: total > 0 ? [] : findInstead(table, query.q ?? '', text),
  }
}

/**
 * Similar searches that find something: with a fallback or without one part, else for a single word, else the largest
 * subcategories.
 */
function findInstead(table: ListingTable, q: string, text: ReadText): SearchExplanation['instead'] {
  const shorter = [...text.parts, ...(text.price ? [text.price] : [])].map(({ without }) => without)
  const words = tokenize(q).map(({ from, to }) => q.slice(from, to))
  const fallbacks = fallbacksIn(table, q)
  const single = [...fallbacks.map(({ fallback }) => fallback), ...words]
  for (const texts of [[...fallbacks.map((one) => one.text), ...shorter], single, largestSubcategories(table)]) {
    const found = offer(table, q, texts)
    if (found.length > 0) return found
  }
  return []
}

/** The dictionary's fallbacks for phrases of a text, each with the resulting text. */
function fallbacksIn({ words }: ListingTable, q: string): { fallback: string; text: string }[] {
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

/** The first of these texts that find something other than the search itself. */
function offer(table: ListingTable, q: string, texts: readonly string[]): SearchExplanation['instead'] {
  const other = [...new Set(texts)].filter((one) => one !== '' && one !== q)
  return firstOf(other, MAX_INSTEAD, (one) => count(table, one) > 0).map((one) => ({
    q: one,
    total: count(table, one),
  }))
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

function count(table: ListingTable, q: string): number {
  const page = { sortBy: 'relevance', limit: 1, after: null } as const
  return searchTable(table, selectFrom(table, {}, readWords(q, table.words)), page).total
}

/** Products for a text as it's typed, and texts that it may become. */
export function suggestFrom(table: ListingTable, q: string): { ids: string[]; searches: string[] } {
  const typed = q.trim()
  if (typed === '') return { ids: [], searches: largestSubcategories(table) }
  const text = readWords(typed, table.words, true)
  const selection = selectFrom(table, {}, text)
  const { ids } = searchTable(table, selection, { sortBy: 'relevance', limit: MAX_PRODUCTS, after: null })
  if (ids.length === 0) {
    const fallbacks = fallbacksIn(table, typed).map((one) => one.text)
    return { ids, searches: offer(table, typed, fallbacks).map((one) => one.q) }
  }
  const namesGender = text.parts.some(({ list }) => list === 'categories')
  const genders = namesGender || !selection.tiers ? [] : gendersOf(table, selection.tiers)
  const completed = continuations(table, typed)
  const base = text.spelled ?? completed[0] ?? typed
  const searches = [base, ...completed, ...genders.map((gender) => `${base} for ${gender}`)].map((one) =>
    one.toLowerCase(),
  )
  return { ids, searches: [...new Set(searches)].filter((one) => one !== typed.toLowerCase()).slice(0, MAX_SEARCHES) }
}

/** Whom the products of a search are for, in shoppers' words. */
function gendersOf({ words }: ListingTable, tiers: Uint8Array): string[] {
  const genders = { men: rowsOfValue(words, 'categories', 'Man'), women: rowsOfValue(words, 'categories', 'Woman') }
  return Object.entries(genders).flatMap(([name, rows]) => (someMatch(rows, tiers) ? [name] : []))
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

/** The subcategories with most products, the largest first. */
function largestSubcategories(table: ListingTable): string[] {
  return valuesIn(table.words, 'subcategory')
    .sort((a, b) => b.rows.length - a.rows.length || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_SEARCHES)
    .map(({ value }) => value)
}
