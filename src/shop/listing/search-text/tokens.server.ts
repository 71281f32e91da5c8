import { stemmer } from 'stemmer'

/**
 * A word of a text, in lower case, without accents and apostrophes; its place in the text is from `from` to before
 * `to`.
 */
export interface Token {
  word: string
  from: number
  to: number
}

/**
 * In this order: `t-shirt` and `v neck`, with typos, as one word; numbers with their commas, decimals and `k`; words
 * with their apostrophes; and the signs of price phrases (₹ < > and a dash before a number).
 */
const TOKEN =
  /(?<![\p{L}\p{N}])(?:t[\s-]?s[hirt]{3,4}s?|[vu][\s-]necks?)(?![\p{L}\p{N}])|(?:\d[\d,]*\d|\d)(?:\.\d+)?k?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|[₹<>]|[-–](?=\s*[₹\d])/giu

/** The words of a text in order. */
export function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    word: normalize(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))
}

function normalize(found: string): string {
  const lower = found.toLowerCase()
  const plain = /^[\x20-\x7e]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const word = plain.replace(/['’\s]/g, '')
  if (/^\d[\d,]*/.test(word)) return word.replaceAll(',', '')
  return word.length > 1 ? word.replace(/-/g, '') : word
}

/** The part shared by the forms of a word: `dresses` and `dress`, `printed` and `print`. */
export function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word
}

/** Texts for which `wordsOf` can't take its shortcut: other letters than ASCII, prices, unusual apostrophes. */
const NOT_PLAIN = /[^\n\x20-\x7e]|\d[.,']\d?|(?:\dk|s[hirt]{1,4}s?|nec?k?s?)'|'(?![a-z]{1,2}(?![a-z0-9']))/i
/** The gaps that make one word of `t-shirt` and `v neck`. */
const JOINED = /(?<![a-z0-9])(?:t[\s-]?(?=s[hirt]{3,4}s?(?![a-z0-9]))|[vu][\s-](?=necks?(?![a-z0-9])))/g

/**
 * The words that `tokenize` finds, without the signs of prices, faster for plain texts, because a catalogue has
 * millions of words.
 */
export function wordsOf(text: string): string[] {
  if (NOT_PLAIN.test(text)) return tokenize(text).flatMap(({ word }) => (/[\p{L}\p{N}]/u.test(word) ? [word] : []))
  const joined = text
    .toLowerCase()
    .replace(/(?<=[a-z0-9])'/g, '')
    .replace(JOINED, (found) => found[0] ?? '')
  return joined.match(/[a-z0-9]+/g) ?? []
}

/** The stems of a text's words. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf)
}

/**
 * A phonetic key, equal for the spellings of an Indian word in Latin letters: `chikankari` and `chickankaari`,
 * `lucknowi` and `lukhnovi`.
 */
export function soundOf(word: string): string {
  return word
    .replace(/ee|ie|y$/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/ph/g, 'f')
    .replace(/([bdgkt])h/g, '$1')
    .replace(/ck|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/(.)\1+/g, '$1')
}
