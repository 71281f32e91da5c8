import { readFileSync } from 'node:fs'
import { PRICE_WORDS } from './price-words.server.ts'
import { addSpelling, createSpeller, type Speller } from './spelling.server.ts'
import { stemOf, tokenize } from './tokens.server.ts'

/** What shoppers call things: words that mean the same, and words that are read as others. Phrases are stems joined by spaces. */
export interface Dictionary {
  /** By phrase: everything that means the same, itself included, as stems. */
  same: Map<string, string[][]>
  /** By phrase: the text that is read in its place. */
  readAs: Map<string, string>
  /** By phrase: the text to offer where nothing is found. */
  near: Map<string, string>
  /** Phrases that say nothing about a product. */
  ignored: Set<string>
  /** All single words, and those of prices. */
  words: Set<string>
  /** The same, for correcting slips. */
  speller: Speller
}

/** Words of one phrase at most. */
export const MAX_PHRASE = 4

const OWN = readFileSync(new URL('garments.txt', import.meta.url), 'utf8')

/**
 * The shop's dictionary with the owner's lines after it. A line is `a, b, c` (all mean the same), `a, b > c d` (a and b are
 * read as c d), `a, b ~ c` (c is offered where no product is a or b) or `- a, b` (ignored); # begins a remark. A later line about the same word wins.
 */
export function readDictionary(ownersLines = ''): Dictionary {
  if (last?.lines !== ownersLines) last = { lines: ownersLines, dictionary: parse(ownersLines) }
  return last.dictionary
}

/** A dictionary is never changed, so that all indexes of a process share it. */
let last: { lines: string; dictionary: Dictionary } | null = null

function parse(ownersLines: string): Dictionary {
  const dictionary: Dictionary = {
    same: new Map(),
    readAs: new Map(),
    near: new Map(),
    ignored: new Set(),
    words: new Set(PRICE_WORDS),
    speller: createSpeller(),
  }
  for (const line of `${OWN}\n${ownersLines}`.split('\n')) addLine(dictionary, line.replace(/#.*/, '').trim())
  for (const [key, phrases] of dictionary.same) dictionary.same.set(key, withoutLonger(phrases))
  for (const word of dictionary.words) addSpelling(dictionary.speller, word, true)
  return dictionary
}

function addLine(dictionary: Dictionary, line: string): void {
  const { same, readAs, near, ignored } = dictionary
  const [, sign = '', left = '', relation = '', right = ''] = /^(- )?([^>~]*)([>~]?)(.*)$/.exec(line) ?? []
  const phrases = left.split(',').map((phrase) => phraseOf(dictionary, phrase))
  for (const stems of phrases.filter((one) => one.length > 0)) {
    const key = stems.join(' ')
    if (sign !== '') ignored.add(key)
    else if (relation === '~') near.set(key, right.trim())
    else if (relation === '>') {
      readAs.set(key, right.trim())
      same.delete(key)
    } else {
      readAs.delete(key)
      same.set(key, distinct([stems, ...(same.get(key) ?? []), ...phrases]))
    }
  }
}

function phraseOf({ words }: Dictionary, phrase: string): string[] {
  return tokenize(phrase).map(({ word }) => {
    words.add(word)
    return stemOf(word)
  })
}

/** What has "polo tshirt" has "polo". */
function withoutLonger(phrases: string[][]): string[][] {
  const isPart = (short: string[], long: string[]) => short.every((stem) => long.includes(stem))
  return phrases.filter((long) => !phrases.some((short) => short.length < long.length && isPart(short, long)))
}

function distinct(phrases: string[][]): string[][] {
  return [...new Map(phrases.filter((one) => one.length > 0).map((stems) => [stems.join(' '), stems])).values()]
}
