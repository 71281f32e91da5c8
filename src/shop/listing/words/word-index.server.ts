import type { FilterName } from '../../catalog/rules.ts'
import type { Dictionary } from './dictionary.server.ts'
import { addRow, createRowSet, type RowSet } from './row-set.server.ts'
import { addSpelling, copySpeller, type Speller } from './spelling.server.ts'
import { stemOf, stemsOf, wordsOf } from './tokens.server.ts'

/** Where a stem stands: the rows that have it in their name, and those that have it in their description. */
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

/** A word as products write it. `named`: how many have it in their name. */
interface Word {
  stem: string
  term: Term
  named: number
}

/** The words of all products. They are few beside the products, so slips are corrected against them, not in each product. */
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
    speller: copySpeller(dictionary.speller),
    values: new Map(),
    valuesByPhrase: new Map(),
  }
}

/** Adds a product's words to its row. */
export function indexText(index: WordIndex, row: number, text: ProductText): void {
  for (const field of ['name', 'description'] as const)
    for (const word of wordsOf(text[field])) {
      const { term } = learnWord(index, word, field === 'name')
      term[field] ??= createRowSet()
      addRow(term[field], row)
    }
}

/** Makes a product's words known, and returns their stems; for a product that has no row of its own. */
export function learnText(index: WordIndex, text: ProductText): Record<keyof ProductText, ReadonlySet<string>> {
  const learn = (field: keyof ProductText) =>
    new Set(wordsOf(text[field]).map((word) => learnWord(index, word, field === 'name').stem))
  return { name: learn('name'), description: learn('description') }
}

function learnWord(index: WordIndex, word: string, isNamed: boolean): Word {
  let known = index.words.get(word)
  if (!known) {
    const stem = stemOf(word)
    const term = index.terms.get(stem) ?? { name: null, description: null }
    index.terms.set(stem, term)
    known = { stem, term, named: 0 }
    index.words.set(word, known)
    addSpelling(index.speller, word, isNamed)
  } else if (isNamed && known.named === 0) addSpelling(index.speller, word, true)
  if (isNamed) known.named++
  return known
}

/** Makes a value of a filter list known. */
export function learnValue(index: WordIndex, list: FilterName, value: string): void {
  const key = `${list} ${value}`
  if (index.values.has(key)) return
  const stems = stemsOf(value)
  const known = { list, value, stems }
  index.values.set(key, known)
  for (const word of wordsOf(value)) learnWord(index, word, true)
  const short = list === 'fit' && stems.length > 1 ? [stems.filter((stem) => stem !== 'fit')] : []
  for (const phrase of [stems, ...short]) {
    const name = phrase.join(' ')
    index.valuesByPhrase.set(name, [...(index.valuesByPhrase.get(name) ?? []), known])
  }
}

/** Tells texts from each other without keeping them. */
export function hashText({ name, description }: ProductText): number {
  let hash = 0
  for (const text of [name, description])
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}
