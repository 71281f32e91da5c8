import { readFileSync } from 'node:fs'
import { PRICE_WORDS } from './price-words.server.ts'
import { stemOf, tokenize } from './tokens.server.ts'

/** The shoppers' words for things. Phrases are stems joined by spaces. */
export interface Dictionary {
  /** By phrase: its synonyms including itself, as stems. */
  synonyms: Map<string, string[][]>
  /** By phrase: the text to read instead. */
  readAs: Map<string, string>
  /** By phrase: the text to offer if nothing is found. */
  fallbacks: Map<string, string>
  /** Phrases that say nothing about a product. */
  ignored: Set<string>
  /** All single words, and those of prices: typos are corrected to these too. */
  words: Set<string>
}

/** The most words in a phrase. */
export const MAX_PHRASE = 4

const BUILT_IN = readFileSync(new URL('garments.txt', import.meta.url), 'utf8')

/**
 * The built-in dictionary (garments.txt) followed by the owner's lines. A line is `a, b, c` (synonyms), `a, b > c d` (a
 * and b are read as c d), `a, b ~ c` (c is offered if no product is a or b) or `- a, b` (ignored); # begins a comment.
 * Synonym lines for the same phrase add up; otherwise the later line wins. `~` is independent of the others.
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
    readAs: new Map(),
    fallbacks: new Map(),
    ignored: new Set(),
    words: new Set(PRICE_WORDS),
  }
  for (const line of `${BUILT_IN}\n${ownerLines}`.split('\n')) addLine(dictionary, line.replace(/#.*/, '').trim())
  for (const [key, phrases] of dictionary.synonyms) dictionary.synonyms.set(key, dropRedundantPhrases(phrases))
  return dictionary
}

function addLine(dictionary: Dictionary, line: string): void {
  const { synonyms, readAs, fallbacks, ignored } = dictionary
  const [, sign = '', left = '', relation = '', right = ''] = /^(- )?([^>~]*)([>~]?)(.*)$/.exec(line) ?? []
  const phrases = left.split(',').map((phrase) => phraseOf(dictionary, phrase))
  for (const stems of phrases.filter((one) => one.length > 0)) {
    const key = stems.join(' ')
    if (relation === '~') {
      fallbacks.set(key, right.trim())
      continue
    }
    const known = synonyms.get(key) ?? []
    for (const meanings of [synonyms, readAs, ignored]) meanings.delete(key)
    if (sign !== '') ignored.add(key)
    else if (relation === '>') readAs.set(key, right.trim())
    else synonyms.set(key, distinct([stems, ...known, ...phrases]))
  }
}

function phraseOf({ words }: Dictionary, phrase: string): string[] {
  return tokenize(phrase).map(({ word }) => {
    words.add(word)
    return stemOf(word)
  })
}

/** Drops longer phrases that contain a shorter one, because any product with "polo tshirt" has "polo". */
function dropRedundantPhrases(phrases: string[][]): string[][] {
  const isPart = (short: string[], long: string[]) => short.every((stem) => long.includes(stem))
  return phrases.filter((long) => !phrases.some((short) => short.length < long.length && isPart(short, long)))
}

function distinct(phrases: string[][]): string[][] {
  return [...new Map(phrases.filter((one) => one.length > 0).map((stems) => [stems.join(' '), stems])).values()]
}
