import { lengthen, popCount } from '../index/bits.server.ts'
import { soundOf } from './tokens.server.ts'

/** All words that a text may be corrected to, as columns: one pass over 50,000 words takes about 0.1 ms. */
export interface Speller {
  words: string[]
  /** By word: its index in the arrays. */
  indexes: Map<string, number>
  /** One bit for each letter that a word has. */
  letters: Int32Array
  lengths: Uint8Array
  /** The codes of its first two letters. */
  firsts: Uint16Array
  seconds: Uint16Array
  /** 1 where names, filter values or the dictionary have the word; 0: descriptions only. */
  ranks: Uint8Array
  bySound: Map<string, number[]>
  /** By the code of the first letter. */
  byFirst: Map<number, number[]>
}

export function createSpeller(): Speller {
  return {
    words: [],
    indexes: new Map(),
    letters: new Int32Array(1024),
    lengths: new Uint8Array(1024),
    firsts: new Uint16Array(1024),
    seconds: new Uint16Array(1024),
    ranks: new Uint8Array(1024),
    bySound: new Map(),
    byFirst: new Map(),
  }
}

function addToList<K>(lists: Map<K, number[]>, key: K, at: number): void {
  const list = lists.get(key)
  if (list) list.push(at)
  else lists.set(key, [at])
}

/** Adds a word; `isNamed`: more than descriptions have it. */
export function addSpelling(speller: Speller, word: string, isNamed: boolean): void {
  const rank = isNamed ? 1 : 0
  const known = speller.indexes.get(word)
  if (known !== undefined) {
    if ((speller.ranks[known] ?? 0) < rank) speller.ranks[known] = rank
    return
  }
  const at = speller.words.length
  if (at === speller.letters.length) grow(speller)
  speller.words.push(word)
  speller.indexes.set(word, at)
  speller.letters[at] = lettersOf(word)
  speller.lengths[at] = Math.min(255, word.length)
  speller.firsts[at] = word.charCodeAt(0)
  speller.seconds[at] = word.charCodeAt(1)
  speller.ranks[at] = rank
  addToList(speller.byFirst, word.charCodeAt(0), at)
  if (word.length > 3) addToList(speller.bySound, soundOf(word), at)
}

function grow(speller: Speller): void {
  const capacity = speller.letters.length * 2
  speller.letters = lengthen(speller.letters, capacity)
  speller.lengths = lengthen(speller.lengths, capacity)
  speller.firsts = lengthen(speller.firsts, capacity)
  speller.seconds = lengthen(speller.seconds, capacity)
  speller.ranks = lengthen(speller.ranks, capacity)
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** How many edits a word of this length may be from its correction: none up to three letters, one up to five, two up to nine, else three. */
function maxEdits(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3
}

/* The score of a candidate is its number of edits plus these penalties; lower is better. */

/** The first letters differ. */
const FIRST_LETTER = 1
/** The last letters differ. Only decides between words with the same number of edits. */
const LAST_LETTER = 0.2
/** Only descriptions have the word. */
const DESCRIPTION_ONLY = 0.5
/** The candidate sounds the same, however many edits apart. */
const SAME_SOUND = 0.5

/**
 * The likeliest word that was meant: one that sounds the same, or the nearest by edits (a letter too many, missing, wrong, or
 * two exchanged); of those with the same score the one of the highest weight. A word that only descriptions have may be one
 * edit away. `loose`: one edit more, but the same first letter. Null where no word is near.
 */
export function correct(
  speller: Speller,
  word: string,
  weightOf: (word: string) => number,
  loose = false,
): string | null {
  const most = maxEdits(word.length) + (loose && word.length > 4 ? 1 : 0)
  if (most === 0 || !/^\p{L}+$/u.test(word)) return null
  let best: { at: number; score: number; weight: number } | null = null
  const offer = (at: number, score: number) => {
    if (best && score > best.score) return
    const weight = weightOf(speller.words[at] ?? '')
    if (!best || score < best.score || weight > best.weight) best = { at, score, weight }
  }
  for (const at of speller.bySound.get(soundOf(word)) ?? [])
    offer(at, SAME_SOUND + (speller.ranks[at] === 0 ? DESCRIPTION_ONLY : 0))
  const [letters, first, second] = [lettersOf(word), word.charCodeAt(0), word.charCodeAt(1)]
  for (let at = 0; at < speller.words.length; at++) {
    if (!startsAlike(speller, at, first, second)) continue
    const isDescription = speller.ranks[at] === 0
    const penalty = (speller.firsts[at] === first ? 0 : FIRST_LETTER) + (isDescription ? DESCRIPTION_ONLY : 0)
    const allowed = isDescription ? 1 : most - penalty
    const length = speller.lengths[at] ?? 0
    if (loose && penalty > 0) continue
    if (allowed < 1 || length < 3 || Math.abs(length - word.length) > allowed) continue
    // Each edit changes at most two letters of the set.
    const differing = (speller.letters[at] ?? 0) ^ letters
    if (differing !== 0 && popCount(differing) > 2 * allowed) continue
    const other = speller.words[at] ?? ''
    const edits = editDistance(word, other, allowed)
    const end = other.at(-1) === word.at(-1) ? 0 : LAST_LETTER
    if (edits <= allowed && edits + penalty <= most) offer(at, edits + penalty + end)
  }
  // TypeScript does not see assignments in the callback.
  const found = best as { at: number } | null
  return found && (speller.words[found.at] ?? null)
}

/** Whether two words begin alike: the same first letter, or one edit there (wrong, missing, too many, exchanged with the second). */
function startsAlike({ firsts, seconds }: Speller, at: number, first: number, second: number): boolean {
  return firsts[at] === first || seconds[at] === second || firsts[at] === second || seconds[at] === first
}

/** Three rows of the matrix of distances; used by one call at a time. */
const rows = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)]

/** The optimal string alignment distance of two words; where it is above `most`, any number above that. */
function editDistance(a: string, b: string, most: number): number {
  if (a.length > 60 || b.length > 60) return most + 1
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = (above[j - 1] ?? 0) + (letter === other ? 0 : 1)
      const removed = (above[j] ?? 0) + 1
      if (removed < edits) edits = removed
      const added = (row[j - 1] ?? 0) + 1
      if (added < edits) edits = added
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        const exchanged = (before[j - 2] ?? 0) + 1
        if (exchanged < edits) edits = exchanged
      }
      row[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return most + 1
    const unused = before
    before = above
    above = row
    row = unused
  }
  return above[b.length] ?? most + 1
}
