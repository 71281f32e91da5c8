import { editDistance } from '#platform/text/edit-distance.ts'
import { soundOf } from './tokens.server.ts'

/** Longer words aren't corrected. */
const MAX_LENGTH = 60

/* The score of a candidate is its number of edits plus these penalties; lower is better. */

/** The first letter is missing or extra, swapped with the next, or another one of the keyboard's neighbours. */
const FIRST_LETTER = 1
/** The last letters differ. This only decides between words with the same number of edits. */
const LAST_LETTER = 0.2
/** Only descriptions have the word. */
const DESCRIPTION_ONLY = 0.5
/** The candidate sounds the same, however many edits apart. */
const SAME_SOUND = 0.5

/** A correction keeps more than this share of the letters, else it's another word: "joota" isn't "jhola". */
const LEAST_SIMILARITY = 0.6

/**
 * The keys of a word, so that few words are compared with a typo: its first letter, its second letter and its sound.
 */
export function filingKeys(word: string): [first: string, second: string, sound: string] {
  return [`1${word.charAt(0)}`, `2${word.charAt(1)}`, soundKey(word)]
}

/**
 * The keys of words that begin like a typo, with at most one edit (wrong, missing, extra or swapped letter) in the
 * first two letters.
 */
export function nearbyKeys(typo: string): string[] {
  const [first, second] = [typo.charAt(0), typo.charAt(1)]
  return [...new Set([soundKey(typo), `1${first}`, `2${second}`, `1${second}`, `2${first}`])]
}

function soundKey(word: string): string {
  return word.length > 3 ? `~${soundOf(word)}` : ''
}

export interface Candidate {
  text: string
  /** The key under which it was found. */
  key: string
  /** Only descriptions have the word, so it may be one edit away. */
  isDescription: boolean
}

/**
 * The distance of a candidate from a typed word: it sounds the same, or is a few edits away (an extra, missing, wrong
 * letter, or two swapped). The most likely correction has the lowest score. Null if the candidate is too far away.
 * @param isLoose one edit more, but the same first letter
 */
export function scoreOf(word: string, { text, key, isDescription }: Candidate, isLoose: boolean): number | null {
  const described = isDescription ? DESCRIPTION_ONLY : 0
  if (key.startsWith('~') && !isDescription) return SAME_SOUND
  if (isOtherBeginning(word, text)) return null
  const most = maxEdits(word.length) + (isLoose && word.length > 4 ? 1 : 0)
  const penalty = (word.charCodeAt(0) === text.charCodeAt(0) ? 0 : FIRST_LETTER) + described
  const allowed = isDescription ? 1 : most - penalty
  if (isLoose && penalty > 0) return null
  if (allowed < 1 || text.length < 3 || Math.abs(text.length - word.length) > allowed) return null
  if (word.length > MAX_LENGTH || text.length > MAX_LENGTH) return null
  const edits = editDistance(word, text, allowed)
  if (edits > allowed || edits + penalty > most) return null
  if (edits >= Math.max(word.length, text.length) * (1 - LEAST_SIMILARITY)) return null
  return edits + penalty + (text.at(-1) === word.at(-1) ? 0 : LAST_LETTER)
}

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** True if another first letter can't be a slip: "hacket" is "jacket", but "racket" isn't. */
function isOtherBeginning(word: string, text: string): boolean {
  if (word[0] === text[0] || word[0] === text[1] || word[1] === text[0]) return false
  return !areNeighbours(word.charAt(0), text.charAt(0))
}

/** True if two letters touch on the keyboard, whose rows are shifted to the right by half a key. */
function areNeighbours(one: string, other: string): boolean {
  const [a, b] = [one, other].map((letter) => {
    const row = KEYBOARD.findIndex((keys) => keys.includes(letter))
    return { row, at: (KEYBOARD[row]?.indexOf(letter) ?? 0) + row / 2 }
  })
  return (
    a !== undefined &&
    b !== undefined &&
    a.row >= 0 &&
    b.row >= 0 &&
    Math.abs(a.row - b.row) <= 1 &&
    Math.abs(a.at - b.at) <= 1
  )
}

/**
 * The maximum number of edits between a word of this length and its correction: none up to three letters, one up to
 * five, two up to nine, else three.
 */
export function maxEdits(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3
}
