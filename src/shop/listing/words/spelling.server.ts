import { popCount } from '../index/bits.server.ts'
import { soundOf } from './tokens.server.ts'

/** All words that a text may be corrected to, for one pass over typed arrays: 50,000 words take about 0.1 ms. */
export interface Speller {
  words: string[]
  /** By word: its place in the arrays. */
  places: Map<string, number>
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
    places: new Map(),
    letters: new Int32Array(1024),
    lengths: new Uint8Array(1024),
    firsts: new Uint16Array(1024),
    seconds: new Uint16Array(1024),
    ranks: new Uint8Array(1024),
    bySound: new Map(),
    byFirst: new Map(),
  }
}

/** One to which words are added without changing the other. */
export function copySpeller(speller: Speller): Speller {
  return {
    words: speller.words.slice(),
    places: new Map(speller.places),
    letters: speller.letters.slice(),
    lengths: speller.lengths.slice(),
    firsts: speller.firsts.slice(),
    seconds: speller.seconds.slice(),
    ranks: speller.ranks.slice(),
    bySound: copyLists(speller.bySound),
    byFirst: copyLists(speller.byFirst),
  }
}

function copyLists<K>(lists: ReadonlyMap<K, number[]>): Map<K, number[]> {
  return new Map(Array.from(lists, ([key, places]) => [key, places.slice()]))
}

function addToList<K>(lists: Map<K, number[]>, key: K, at: number): void {
  const list = lists.get(key)
  if (list) list.push(at)
  else lists.set(key, [at])
}

/** Adds a word; `isNamed`: more than descriptions have it. */
export function addSpelling(speller: Speller, word: string, isNamed: boolean): void {
  const rank = isNamed ? 1 : 0
  const known = speller.places.get(word)
  if (known !== undefined) {
    if ((speller.ranks[known] ?? 0) < rank) speller.ranks[known] = rank
    return
  }
  const at = speller.words.length
  if (at === speller.letters.length) grow(speller)
  speller.words.push(word)
  speller.places.set(word, at)
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
  const { letters, lengths, firsts, seconds, ranks } = speller
  speller.letters = new Int32Array(capacity)
  speller.lengths = new Uint8Array(capacity)
  speller.firsts = new Uint16Array(capacity)
  speller.seconds = new Uint16Array(capacity)
  speller.ranks = new Uint8Array(capacity)
  speller.letters.set(letters)
  speller.lengths.set(lengths)
  speller.firsts.set(firsts)
  speller.seconds.set(seconds)
  speller.ranks.set(ranks)
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** How many slips a word may have: none in three letters, one in four or five, two up to nine, else three. */
function mostSlips(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3
}

/** What another last letter adds to the slips of a word. */
const LAST_LETTER = 0.2

/**
 * The likeliest word that was meant: one that sounds the same, or the nearest by slips (a letter too many, missing, wrong, or
 * two exchanged). A wrong first letter counts twice. Words of descriptions only count where they are one slip away. `loose`:
 * with one slip more, of words with that first letter.
 */
export function correct(
  speller: Speller,
  word: string,
  weightOf: (word: string) => number,
  loose = false,
): string | null {
  const most = mostSlips(word.length) + (loose && word.length > 4 ? 1 : 0)
  if (most === 0 || !/^\p{L}+$/u.test(word)) return null
  let best: { at: number; score: number; weight: number } | null = null
  const offer = (at: number, score: number) => {
    if (best && score > best.score) return
    const weight = weightOf(speller.words[at] ?? '')
    if (!best || score < best.score || weight > best.weight) best = { at, score, weight }
  }
  for (const at of speller.bySound.get(soundOf(word)) ?? []) offer(at, 1 - (speller.ranks[at] ?? 0) / 2)
  const [letters, first, second, words] = [
    lettersOf(word),
    word.charCodeAt(0),
    word.charCodeAt(1),
    speller.words.length,
  ]
  for (let at = 0; at < words; at++) {
    if (!startsAlike(speller, at, first, second)) continue
    const isDescription = speller.ranks[at] === 0
    const penalty = (speller.firsts[at] === first ? 0 : 1) + (isDescription ? 0.5 : 0)
    const allowed = isDescription ? 1 : most - penalty
    const length = speller.lengths[at] ?? 0
    if (loose && penalty > 0) continue
    if (allowed < 1 || length < 3 || Math.abs(length - word.length) > allowed) continue
    // Each slip changes at most two letters of the set.
    const differing = (speller.letters[at] ?? 0) ^ letters
    if (differing !== 0 && popCount(differing) > 2 * allowed) continue
    const other = speller.words[at] ?? ''
    const slips = countSlips(word, other, allowed)
    // Of words as near as each other, the one with the same end.
    const end = other.at(-1) === word.at(-1) ? 0 : LAST_LETTER
    if (slips <= allowed && slips + penalty <= most) offer(at, slips + penalty + end)
  }
  // TypeScript does not see assignments in the callback.
  const found = best as { at: number } | null
  return found && (speller.words[found.at] ?? null)
}

/** Whether a word has the same first letter, or one slip there: wrong, missing, too many, or exchanged with the second. */
function startsAlike({ firsts, seconds }: Speller, at: number, first: number, second: number): boolean {
  const one = firsts[at]
  const two = seconds[at]
  return one === first || two === second || one === second || two === first
}

/** Three rows of the distances between the beginnings of two words; used by one call at a time. */
const rows = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)]

/** The distance of optimal string alignment; more than `most` where it is more than that. */
function countSlips(a: string, b: string, most: number): number {
  if (a.length > 60 || b.length > 60) return most + 1
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let slips = (above[j - 1] ?? 0) + (letter === other ? 0 : 1)
      const removed = (above[j] ?? 0) + 1
      if (removed < slips) slips = removed
      const added = (row[j - 1] ?? 0) + 1
      if (added < slips) slips = added
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        const exchanged = (before[j - 2] ?? 0) + 1
        if (exchanged < slips) slips = exchanged
      }
      row[j] = slips
      if (slips < least) least = slips
    }
    if (least > most) return most + 1
    const unused = before
    before = above
    above = row
    row = unused
  }
  return above[b.length] ?? most + 1
}
