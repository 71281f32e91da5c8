import type { FilterName } from '../../catalog/rules.ts'
import { MAX_PHRASE } from './dictionary.server.ts'
import { completions, correctTokens, isKnown } from './known-words.server.ts'
import { readPricePhrase } from './price-words.server.ts'
import { stemOf, type Token, tokenize } from './tokens.server.ts'
import { hasStem, isForAll, isInNames, valuesIn, type WordIndex } from './word-index.server.ts'

/** Stems that a product must have together. */
type Stems = readonly string[]

/** A part of a search. A product has it if it has one of the alternatives. */
export interface Part {
  alternatives: readonly Stems[]
  /** The alternatives that count in descriptions too: completions of a word being typed don't. */
  described: readonly Stems[]
  /** Things of the named kind: a windcheater for "jacket". They come last. */
  kinds: readonly Stems[]
  isGarment: boolean
  /**
   * The filter list of the values named by the part. Then a product's name and values count, but not its description.
   */
  list: FilterName | null
  values: readonly string[]
  /** The words of the text. Parts of one phrase have the same ones. */
  words: readonly Token[]
}

/** A search text as understood. */
export interface ReadText {
  text: string
  parts: Part[]
  /** Rupees, from words such as "under 1500". With several phrases, the prices that satisfy all. */
  price: { min: number | null; max: number | null; words: readonly Token[] } | null
  /** The words that say nothing about a product. */
  ignored: readonly Token[]
  /** The text with its typos corrected, or null if there were none. */
  spelled: string | null
  /** True if there's nothing to search for, because no word was understood. */
  isEmpty: boolean
}

/**
 * The lists whose values work as filters in a search. Fabrics and patterns are often in names too, and count as words.
 */
const FILTER_LISTS: readonly FilterName[] = ['categories', 'colors', 'sizes', 'fit']

/** Further words of a search aren't read, because each takes a pass over all rows. */
const MAX_WORDS = 16

/** Reads a search text. `isPartial`: its last word is still being typed. */
export function readWords(text: string, index: WordIndex, isPartial = false): ReadText {
  const typed = tokenize(text).slice(0, MAX_WORDS)
  const tokens = correctTokens(typed, index, isPartial)
  const parts: Part[] = []
  const ignored: Token[] = []
  const prices: NonNullable<ReadText['price']>[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = readPricePhrase(tokens, at, (word) => isKnown(index, word))
    if (found) {
      prices.push({ min: found.min, max: found.max, words: tokens.slice(at, at + found.length) })
      at += found.length
      continue
    }
    const isLast = (length: number) => isPartial && at + length === tokens.length
    const { length, meanings } = readPhrase(tokens.slice(at, at + MAX_PHRASE), index, isLast)
    const words = tokens.slice(at, at + length)
    for (const meaning of meanings ?? []) parts.push({ ...meaning, words })
    if (meanings === null) ignored.push(...words)
    at += length
  }
  const isEmpty = parts.length === 0 && prices.length === 0
  return { text, parts, price: tightest(prices), ignored, spelled: respell(text, typed, tokens), isEmpty }
}

/** The price that satisfies several. */
function tightest(prices: readonly NonNullable<ReadText['price']>[]): ReadText['price'] {
  if (prices.length === 0) return null
  const low = prices.flatMap(({ min }) => min ?? [])
  const high = prices.flatMap(({ max }) => max ?? [])
  return {
    min: low.length === 0 ? null : Math.max(...low),
    max: high.length === 0 ? null : Math.min(...high),
    words: prices.flatMap(({ words }) => words),
  }
}

type Meaning = Omit<Part, 'words'>

/** The meanings of the longest phrase at the start of some tokens: null if it says nothing about a product. */
function readPhrase(tokens: readonly Token[], index: WordIndex, isPartial: (length: number) => boolean) {
  const { ignored, readAs, synonyms } = index.dictionary
  const stems = tokens.map(({ word }) => stemOf(word))
  for (let length = stems.length; length > 0; length--) {
    const phrase = stems.slice(0, length)
    const key = phrase.join(' ')
    const filter = filterOf(phrase, index)
    if (filter) return { length, meanings: [filter] }
    const replaced = readAs.get(key)
    if (replaced !== undefined) return { length, meanings: readReplaced(replaced, phrase, index) }
    if (ignored.has(key)) return { length, meanings: null }
    const alternatives = synonyms.get(key)
    if (alternatives && !isPartial(length)) return { length, meanings: [wordPart(alternatives, key, index)] }
  }
  const [stem = ''] = stems
  const described = [...(hasStem(index, stem) ? [[stem]] : []), ...(synonyms.get(stem) ?? [])]
  const completed = completions(index, tokens[0]?.word ?? '', isPartial(1)).map((one) => [one])
  const part = { ...wordPart(described, stem, index), alternatives: [...described, ...completed] }
  return { length: 1, meanings: part.alternatives.length > 0 ? [part] : [] }
}

function wordPart(alternatives: readonly Stems[], key: string, { dictionary }: WordIndex): Meaning {
  const isGarment = dictionary.garments.has(key)
  const described = isGarment ? [] : alternatives
  return { alternatives, described, kinds: dictionary.kinds.get(key) ?? [], isGarment, list: null, values: [] }
}

/** The filter value named by a phrase or its synonym. A category names those for everybody too. */
function filterOf(phrase: Stems, index: WordIndex): Meaning | null {
  const alternatives = index.dictionary.synonyms.get(phrase.join(' ')) ?? [phrase]
  const named = alternatives.flatMap((stems) => index.valuesByPhrase.get(stems.join(' ')) ?? [])
  const list = FILTER_LISTS.find((name) => named.some((value) => value.list === name))
  if (!list) return null
  const others = list === 'categories' ? valuesIn(index, list).filter(isForAll) : []
  const values = new Set([...named.filter((value) => value.list === list), ...others].map(({ value }) => value))
  return { alternatives, described: [], kinds: [], isGarment: false, list, values: [...values] }
}

/** Reads the dictionary's text for a phrase. A product with the phrase in its name matches too. */
function readReplaced(text: string, phrase: Stems, index: WordIndex): Meaning[] {
  const tokens = tokenize(text)
  const parts: Meaning[] = []
  for (let at = 0; at < tokens.length; ) {
    const stems = tokens.slice(at, at + MAX_PHRASE).map(({ word }) => stemOf(word))
    const { length, part } = readKnown(stems, index)
    if (part) parts.push(part)
    at += length
  }
  const [first, ...rest] = parts
  if (!first || !phrase.every((stem) => isInNames(index, stem))) return parts
  return [{ ...first, alternatives: [...first.alternatives, phrase] }, ...rest]
}

function readKnown(stems: Stems, index: WordIndex): { length: number; part: Meaning | null } {
  for (let length = stems.length; length > 0; length--) {
    const phrase = stems.slice(0, length)
    const key = phrase.join(' ')
    const part = filterOf(phrase, index)
    if (part) return { length, part }
    const synonyms = index.dictionary.synonyms.get(key)
    if (synonyms) return { length, part: wordPart(synonyms, key, index) }
    if (index.dictionary.ignored.has(key)) return { length, part: null }
  }
  return { length: 1, part: wordPart([stems.slice(0, 1)], stems[0] ?? '', index) }
}

/** A text without some of its words. */
export function withoutWords(text: string, words: readonly Token[]): string {
  let [left, at] = ['', 0]
  for (const { from, to } of words.toSorted((a, b) => a.from - b.from)) {
    left += `${text.slice(at, Math.max(at, from))} `
    at = Math.max(at, to)
  }
  return (left + text.slice(at)).replace(/\s+/g, ' ').trim()
}

/** The typed text with the corrected words, or null if none was corrected. */
function respell(text: string, typed: readonly Token[], tokens: readonly Token[]): string | null {
  if (tokens.length === typed.length && tokens.every(({ word }, at) => word === typed[at]?.word)) return null
  let [written, at] = ['', 0]
  for (const token of typed) {
    const words = tokens.filter(({ from }) => from === token.from).map(({ word }) => word)
    const isUnchanged = words.length === 1 && words[0] === token.word
    written += text.slice(at, token.from) + (isUnchanged ? text.slice(token.from, token.to) : words.join(' '))
    at = token.to
  }
  return written + text.slice(at)
}
