import type { FilterName } from '../../catalog/rules.ts'
import type { Dictionary } from './dictionary.server.ts'
import { addRow, createRowSet, type RowSet } from './row-set.server.ts'
import { addSpelling, type Speller } from './spelling.server.ts'
import { stemOf, stemsOf, wordsOf } from './tokens.server.ts'

/** The rows that have a stem in their name, and those that have it in their description. */
export interface Term {
  name: RowSet | null
  description: RowSet | null
}

/** A value of a filter list, with the stems of its words. */
export interface ListValue {
  list: FilterName
  value: string
  stems: readonly string[]
}

/** A word as products write it. */
interface Word {
  stem: string
  term: Term
  /** How often it was added as a word of a name or filter value; changed products count again. */
  nameCount: number
}

/** The words of all products. Typos are corrected against these: there are far fewer words than products. */
export interface WordIndex {
  dictionary: Dictionary
  terms: Map<string, Term>
  words: Map<string, Word>
  speller: Speller
  values: Map<string, ListValue>
  /** By the stems of a value joined by spaces; a fit is found without the word "fit" too. */
  valuesByPhrase: Map<string, ListValue[]>
}

/** What a search reads of a product besides its filters. */
export interface ProductText {
  name: string
  description: string
}

export function createWordIndex(dictionary: Dictionary): WordIndex {
  return {
    dictionary,
    terms: new Map(),
    words: new Map(),
    speller: structuredClone(dictionary.speller),
    values: new Map(),
    valuesByPhrase: new Map(),
  }
}

/** Adds a row's product with its words. */
export function addRowText(index: WordIndex, row: number, text: ProductText): void {
  for (const field of ['name', 'description'] as const)
    for (const word of wordsOf(text[field])) {
      const { term } = addWord(index, word, field === 'name')
      term[field] ??= createRowSet()
      addRow(term[field], row)
    }
}

/** Adds the words of a product that has no row, and returns their stems. */
export function addText(index: WordIndex, text: ProductText): Record<keyof ProductText, ReadonlySet<string>> {
  const stemsIn = (field: keyof ProductText) =>
    new Set(wordsOf(text[field]).map((word) => addWord(index, word, field === 'name').stem))
  return { name: stemsIn('name'), description: stemsIn('description') }
}

function addWord(index: WordIndex, word: string, isInName: boolean): Word {
  let known = index.words.get(word)
  if (!known) {
    const stem = stemOf(word)
    const term = index.terms.get(stem) ?? { name: null, description: null }
    index.terms.set(stem, term)
    known = { stem, term, nameCount: 0 }
    index.words.set(word, known)
    addSpelling(index.speller, word, isInName)
  } else if (isInName && known.nameCount === 0) addSpelling(index.speller, word, true)
  if (isInName) known.nameCount++
  return known
}

/** Adds a value of a filter list with its words. */
export function addValue(index: WordIndex, list: FilterName, value: string): void {
  const key = `${list} ${value}`
  if (index.values.has(key)) return
  const stems = stemsOf(value)
  const listValue = { list, value, stems }
  index.values.set(key, listValue)
  for (const word of wordsOf(value)) addWord(index, word, true)
  const short = list === 'fit' && stems.length > 1 ? [stems.filter((stem) => stem !== 'fit')] : []
  for (const phrase of [stems, ...short]) {
    const name = phrase.join(' ')
    index.valuesByPhrase.set(name, [...(index.valuesByPhrase.get(name) ?? []), listValue])
  }
}

/** A 32-bit hash by which changed texts are noticed, without storing them for each row. */
export function hashText({ name, description }: ProductText): number {
  let hash = 0
  for (const text of [name, description])
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}
