import type { FilterName } from '../../catalog/rules.ts'
import { listAt, type Rows } from '../index/rows.server.ts'
import type { Dictionary } from './dictionary.server.ts'
import { filingKeys } from './spelling.server.ts'
import { stemOf, stemsOf, wordsOf } from './tokens.server.ts'

/** The data of a product that a search reads besides its filters. */
export interface ProductText {
  name: string
  description: string
}

/** A word, with the rows that have it in their name or description. */
export interface Word extends Record<keyof ProductText, Rows> {
  text: string
  /** True if it's a word of a filter value. */
  isInValue: boolean
  isInDictionary: boolean
}

/** A value of a filter list, with the stems of its words and the rows that have it. */
export interface ListValue {
  list: FilterName
  value: string
  stems: readonly string[]
  rows: Rows
}

/**
 * The words of the dictionary and of all products. Typos are corrected against these: there are far fewer words than
 * products. A word or value stays when its last product goes, without rows.
 */
export interface WordIndex {
  dictionary: Dictionary
  words: Map<string, Word>
  /** By stem: the words that share it. */
  forms: Map<string, Word[]>
  /** By `filingKeys`. */
  filed: Map<string, Word[]>
  /** By list and value. */
  values: Map<string, ListValue>
  /** By the stems of a value joined by spaces. A fit is also found without the word "fit". */
  valuesByPhrase: Map<string, ListValue[]>
}

export function createWordIndex(dictionary: Dictionary): WordIndex {
  const maps = { words: new Map(), forms: new Map(), filed: new Map(), values: new Map(), valuesByPhrase: new Map() }
  const index: WordIndex = { dictionary, ...maps }
  setDictionary(index, dictionary)
  return index
}

/** Replaces the dictionary for searches from now on. */
export function setDictionary(index: WordIndex, dictionary: Dictionary): void {
  for (const text of index.dictionary.words) addWord(index, text).isInDictionary = false
  for (const text of dictionary.words) addWord(index, text).isInDictionary = true
  index.dictionary = dictionary
}

/** The word of a text, added if it's new. */
export function addWord({ words, forms, filed }: WordIndex, text: string): Word {
  const known = words.get(text)
  if (known) return known
  const word = { text, name: [], description: [], isInValue: false, isInDictionary: false }
  words.set(text, word)
  listAt(forms, stemOf(text)).push(word)
  for (const key of filingKeys(text)) listAt(filed, key).push(word)
  return word
}

/** The value of a filter list, added with its words if it's new. */
export function addValue(index: WordIndex, list: FilterName, value: string): ListValue {
  const key = `${list} ${value}`
  const known = index.values.get(key)
  if (known) return known
  const stems = stemsOf(value)
  const added = { list, value, stems, rows: [] }
  index.values.set(key, added)
  for (const word of wordsOf(value)) addWord(index, word).isInValue = true
  const short = list === 'fit' && stems.length > 1 ? [stems.filter((stem) => stem !== 'fit')] : []
  for (const phrase of [stems, ...short]) listAt(index.valuesByPhrase, phrase.join(' ')).push(added)
  return added
}

/** The rows that have a value. */
export function rowsOfValue({ values }: WordIndex, list: FilterName, value: string): Rows {
  return values.get(`${list} ${value}`)?.rows ?? []
}

/** The values of a list used by some product. */
export function valuesIn({ values }: WordIndex, list: FilterName): ListValue[] {
  return [...values.values()].filter((value) => value.list === list && value.rows.length > 0)
}

/** The most subcategories that are offered. */
const MAX_SUBCATEGORIES = 6

/** The subcategories with most products, the largest first. */
export function largestSubcategories(index: WordIndex): string[] {
  return valuesIn(index, 'subcategory')
    .sort((a, b) => b.rows.length - a.rows.length || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_SUBCATEGORIES)
    .map(({ value }) => value)
}

/** The stem of the category Other: clothes that are neither Man's nor Woman's are for both (SPEC 9). */
const FOR_ALL = 'other'

/** True for the category of clothes for everybody. */
export function isForAll({ list, stems }: ListValue): boolean {
  return list === 'categories' && stems[0] === FOR_ALL
}

/** The number of names with a word. A filter value counts as one. */
export function countNames(word: Word | undefined): number {
  return word ? word.name.length + (word.isInValue ? 1 : 0) : 0
}

/** True if a product or filter value has a word with a stem. */
export function hasStem({ forms }: WordIndex, stem: string): boolean {
  return forms.get(stem)?.some((word) => countNames(word) + word.description.length > 0) ?? false
}

/** True if a product has a word with a stem in its name. */
export function isInNames({ forms }: WordIndex, stem: string): boolean {
  return forms.get(stem)?.some(({ name }) => name.length > 0) ?? false
}
