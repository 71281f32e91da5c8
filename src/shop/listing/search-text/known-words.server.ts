import { MAX_PHRASE } from './dictionary.server.ts'
import { filingKeys, maxEdits, nearbyKeys, scoreOf } from './spelling.server.ts'
import { stemOf, type Token } from './tokens.server.ts'
import { countNames, hasStem, isInNames, type Word, type WordIndex } from './word-index.server.ts'

/** The most words that a prefix is completed to. */
const MAX_COMPLETIONS = 12
/** Shorter texts aren't treated as prefixes, except while they're typed. */
const MIN_BEGINNING = 3

/** True if the products, the dictionary or the price phrases have a word, in any of its forms. */
export function isKnown(index: WordIndex, word: string): boolean {
  const stem = stemOf(word)
  const { words, ...meanings } = index.dictionary
  const { synonyms, readAs, ignored, fallbacks } = meanings
  return hasStem(index, stem) || words.has(word) || [synonyms, readAs, ignored, fallbacks].some((one) => one.has(stem))
}

/** The words of names and filter values that begin with a text, the most frequent first. */
export function wordsWith(index: WordIndex, beginning: string): string[] {
  const filed = index.filed.get(filingKeys(beginning)[0]) ?? []
  return filed
    .filter((word) => word.text.startsWith(beginning) && countNames(word) > 0)
    .sort((a, b) => countNames(b) - countNames(a))
    .slice(0, MAX_COMPLETIONS)
    .map(({ text }) => text)
}

/**
 * The most frequent word whose beginning comes nearest to one that is being typed with a typo: "hoodies" for "hoddi".
 * Null if none is near.
 */
export function nearestContinuation(index: WordIndex, typed: string): string | null {
  if (maxEdits(typed.length) === 0 || !/^\p{L}+$/u.test(typed)) return null
  let best: { text: string; score: number; weight: number } | null = null
  for (const word of new Set(nearbyKeys(typed).flatMap((key) => index.filed.get(key) ?? []))) {
    const weight = countNames(word)
    if (weight === 0 || word.text.length <= typed.length) continue
    for (const length of [typed.length, typed.length - 1, typed.length + 1]) {
      const candidate = { text: word.text.slice(0, length), key: '', isDescription: false }
      const score = scoreOf(typed, candidate, false)
      if (score === null || (best && (score > best.score || (score === best.score && weight <= best.weight)))) continue
      best = { text: word.text, score, weight }
    }
  }
  return best?.text ?? null
}

/** The stems of the words that begin with `word`. None if names have `word` itself and it isn't being typed. */
export function completions(index: WordIndex, word: string, isPartial: boolean): string[] {
  if (!isPartial && (word.length < MIN_BEGINNING || countNames(index.words.get(word)) > 0)) return []
  if (!isPartial && isInNames(index, stemOf(word))) return []
  return [...new Set(wordsWith(index, word).map(stemOf))]
}

/**
 * Corrects typos: replaces each unknown word by a known one, or by two typed as one. `isPartial`: the last is being
 * typed.
 */
export function correctTokens(tokens: readonly Token[], index: WordIndex, isPartial: boolean): Token[] {
  const corrected = tokens.flatMap((token, at) => {
    const { word } = token
    const right = countNames(index.words.get(word)) > 0 ? undefined : index.dictionary.misspellings.get(word)
    if (right !== undefined) return [{ ...token, word: right }]
    if (!/\p{L}/u.test(word) || isKnown(index, word) || isPartOfPhrase(tokens, at, index)) return [token]
    const isLast = at === tokens.length - 1
    if (completions(index, word, isPartial && isLast).length > 0) return [token]
    const meant = correct(index, word)
    if (meant !== null) return [{ ...token, word: meant }]
    const parts = splitWord(index, word)
    if (parts) return parts.map((part) => ({ ...token, word: part }))
    const loosely = isPartial && isLast ? null : correct(index, word, true)
    return [loosely === null ? token : { ...token, word: loosely }]
  })
  return joinShirts(corrected)
}

/** The most likely intended word, by `scoreOf`, and among equal scores the one in most names. Null if none is near. */
function correct(index: WordIndex, word: string, isLoose = false): string | null {
  if (maxEdits(word.length) === 0 || !/^\p{L}+$/u.test(word)) return null
  // Colours, sizes and subcategories are typed more often than any other word.
  const weightOf = (candidate: Word) =>
    index.valuesByPhrase.has(stemOf(candidate.text)) ? Number.POSITIVE_INFINITY : countNames(candidate)
  let best: { text: string | null; score: number; weight: number } = { text: null, score: Infinity, weight: 0 }
  for (const key of nearbyKeys(word))
    for (const candidate of index.filed.get(key) ?? []) {
      const isDescription = !candidate.isInDictionary && countNames(candidate) === 0
      if (isDescription && candidate.description.length === 0) continue
      const score = scoreOf(word, { text: candidate.text, key, isDescription }, isLoose)
      if (score === null || score > best.score) continue
      const weight = weightOf(candidate)
      if (score < best.score || weight > best.weight) best = { text: candidate.text, score, weight }
    }
  return best.text
}

/** Joins "t" and a corrected "shirt": in "t-shroit" the typo is in one word, which the tokens split. */
function joinShirts(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    if (token.word === 't' && next?.word.startsWith('shirt')) return [{ ...token, word: 'tshirt', to: next.to }]
    return token.word.startsWith('shirt') && before?.word === 't' ? [] : [token]
  })
}

/** True if a word is part of a phrase of the dictionary: "co" isn't a word, but "co ord" is a phrase. */
function isPartOfPhrase(tokens: readonly Token[], at: number, { dictionary }: WordIndex): boolean {
  for (let from = Math.max(0, at - MAX_PHRASE + 1); from <= at; from++)
    for (let to = at + 1; to <= Math.min(tokens.length, from + MAX_PHRASE); to++) {
      const phrase = tokens
        .slice(from, to)
        .map(({ word }) => stemOf(word))
        .join(' ')
      if (to - from > 1 && (dictionary.synonyms.has(phrase) || dictionary.readAs.has(phrase))) return true
    }
  return false
}

function splitWord(index: WordIndex, word: string): [string, string] | null {
  for (let at = 3; at <= word.length - 3; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    if (isKnown(index, left) && isKnown(index, right)) return [left, right]
  }
  return null
}
