import { readFileSync } from 'node:fs'
import { PRICE_WORDS } from './price-words.server.ts'
import { stemOf, tokenize } from './tokens.server.ts'

/** The shoppers' words for things. Phrases are stems joined by spaces. */
export interface Dictionary {
  /** By phrase: its synonyms including itself, as stems. */
  synonyms: Map<string, string[][]>
  /** By phrase: things of its kind, which it doesn't mean but finds too, with their synonyms, as stems. */
  kinds: Map<string, string[][]>
  /** By phrase: the text to read instead. */
  readAs: Map<string, string>
  /** By phrase: the text to offer if nothing is found. */
  fallbacks: Map<string, string>
  /** Phrases that say nothing about a product. */
  ignored: Set<string>
  /** Phrases for garments. A product is one if its name or a filter value says so, but not its description. */
  garments: Set<string>
  /** By word: its right spelling. Typos are never corrected to a misspelling. */
  misspellings: Map<string, string>
  /** All single words that are spelled right, and those of prices: typos are corrected to these too. */
  words: Set<string>
}

/** The most words in a phrase. */
export const MAX_PHRASE = 4

const BUILT_IN = readFileSync(new URL('garments.txt', import.meta.url), 'utf8')

/**
 * The built-in dictionary (garments.txt, which explains the forms of lines) followed by the owner's lines; # begins a
 * comment. Lines of synonyms for the same phrase add up; otherwise the later line wins. `~` is independent of the others.
 */
export function readDictionary(ownerLines = ''): Dictionary {
  if (read.last?.lines !== ownerLines) read.last = { lines: ownerLines, dictionary: parse(ownerLines) }
  return read.last.dictionary
}

/** The dictionary read last. It's immutable, so that all indexes of a process can share it. */
const read: { last: { lines: string; dictionary: Dictionary } | null } = { last: null }

function parse(ownerLines: string): Dictionary {
  const dictionary: Dictionary = {
    synonyms: new Map(),
    kinds: new Map(),
    readAs: new Map(),
    fallbacks: new Map(),
    ignored: new Set(),
    garments: new Set(),
    misspellings: new Map(),
    words: new Set(PRICE_WORDS),
  }
  for (const line of `${BUILT_IN}\n${ownerLines}`.split('\n')) addLine(dictionary, line.replace(/#.*/, '').trim())
  dictionary.kinds = expandKinds(dictionary)
  for (const [key, phrases] of dictionary.synonyms) dictionary.synonyms.set(key, dropRedundantPhrases(phrases))
  return dictionary
}

function addLine(dictionary: Dictionary, line: string): void {
  const { synonyms, kinds, readAs, fallbacks, ignored, garments, misspellings } = dictionary
  const [, sign = '', left = '', relation = '', right = ''] = /^([-*] )?([^<>~=]*)([<>~=]?)(.*)$/.exec(line) ?? []
  if (relation === '=') {
    for (const { word } of tokenize(left)) misspellings.set(word, right.trim())
    return
  }
  const phrases = phrasesOf(dictionary, left)
  for (const stems of phrases) {
    const key = stems.join(' ')
    if (relation === '~') {
      fallbacks.set(key, right.trim())
      garments.add(key)
      continue
    }
    misspellings.delete(key)
    const known = synonyms.get(key) ?? []
    for (const meanings of [synonyms, readAs, ignored]) meanings.delete(key)
    if (sign === '- ') ignored.add(key)
    else if (relation === '>') readAs.set(key, right.trim())
    else synonyms.set(key, distinct([stems, ...known, ...phrases]))
    if (sign === '* ') garments.add(key)
    if (relation === '<') kinds.set(key, [...(kinds.get(key) ?? []), ...phrasesOf(dictionary, right)])
  }
}

/** By phrase: the kinds of what it or a synonym names, and their kinds, all with their synonyms. */
function expandKinds({ synonyms, kinds }: Dictionary): Dictionary['kinds'] {
  const sameAs = (stems: string[]) => synonyms.get(stems.join(' ')) ?? [stems]
  const expanded = new Map<string, string[][]>()
  for (const [key, phrases] of synonyms) {
    const found = phrases.slice()
    for (const one of found) {
      const narrower = (kinds.get(one.join(' ')) ?? []).flatMap(sameAs)
      found.push(...narrower.filter((stems) => !found.some((other) => other.join(' ') === stems.join(' '))))
    }
    if (found.length > phrases.length) expanded.set(key, found.slice(phrases.length))
  }
  return expanded
}

function phrasesOf({ words }: Dictionary, list: string): string[][] {
  const phrases = list.split(',').map((phrase) =>
    tokenize(phrase).map(({ word }) => {
      words.add(word)
      return stemOf(word)
    }),
  )
  return phrases.filter((stems) => stems.length > 0)
}

/** Drops longer phrases that contain a shorter one, because any product with "polo tshirt" has "polo". */
function dropRedundantPhrases(phrases: string[][]): string[][] {
  const isPart = (short: string[], long: string[]) => short.every((stem) => long.includes(stem))
  return phrases.filter((long) => !phrases.some((short) => short.length < long.length && isPart(short, long)))
}

function distinct(phrases: string[][]): string[][] {
  return [...new Map(phrases.map((stems) => [stems.join(' '), stems])).values()]
}
