import { type Token, tokenize } from './tokens.server.ts'

/** Prices in rupees, as named in words. */
interface ReadPrice {
  min: number | null
  max: number | null
  /** The number of tokens of the phrase. */
  length: number
}

const CURRENCY = new Set(['₹', 'rs', 'inr', 'rupee', 'rupees', 'rupaye', 'rupay', 'rupaiye', 'रुपये', 'रुपए', 'bucks'])
const MOST = phrases('under, below, less than, lesser than, lower than, upto, up to, within, max, maximum, <')
const LEAST = phrases('above, over, more than, greater than, min, minimum, from, starting, starting from, >')
const ABOUT = phrases('around, about, approx, near, lagbhag, karib')
const RANGE = phrases('between, from, range')
const MOST_AFTER = [
  ...phrases('से कम, से नीचे, तक, के अंदर'),
  ...phrases(
    'se kam, se neeche, se niche, tak, ke andar, ke under, ke neeche, ke niche, se sasta, andar, or less, max',
  ),
]
const LEAST_AFTER = phrases(
  'से ज्यादा, से ज़्यादा, से ऊपर, se zyada, se jyada, se jada, se upar, se uper, ke upar, se mehnga, plus, or more',
)
const TO = new Set(['to', 'and', 'se', 'से', 'aur', '-', '–', 'till'])
/** Words of price phrases that typos may be corrected to. */
export const PRICE_WORDS = 'under below less upto within above over more between around rupees than'.split(' ')
/** How far a price "around 1000" may be from it. */
const ABOUT_SHARE = 0.2
/** The minimum upper end of a price range: "4 to 6" isn't one. */
const MIN_RANGE_END = 100
/** A bare number from here on is a price if no product has it as a word or size. */
const LEAST_BARE_PRICE = 200

/** The phrases of a list that commas separate, as words, the longest first. */
function phrases(list: string): string[][] {
  return list
    .split(', ')
    .map((phrase) => tokenize(phrase).map(({ word }) => word))
    .sort((a, b) => b.length - a.length)
}

/** The price phrase that begins at a token, as "under 1500", "500 se 1000", "₹999" or "2000 tak", or null. */
export function readPricePhrase(
  tokens: readonly Token[],
  start: number,
  isWord: (word: string) => boolean,
): ReadPrice | null {
  const [most = 0, least = 0, about = 0, range = 0] = [MOST, LEAST, ABOUT, RANGE].map((list) =>
    matchPhrase(tokens, start, list),
  )
  const said = Math.max(most, least, about, range)
  const first = amountAt(tokens, start + said)
  if (!first) return null
  const { value } = first
  const end = start + said + first.length
  const found = (min: number | null, max: number | null, to = end) => ({ min, max, length: to - start })
  const second = TO.has(wordAt(tokens, end)) ? amountAt(tokens, end + 1) : null
  if (second && most + about === 0 && second.value > value && second.value >= MIN_RANGE_END)
    return found(value, second.value, end + 1 + second.length)
  if (most > 0) return found(null, value)
  if (about > 0) return found(Math.floor(value * (1 - ABOUT_SHARE)), Math.ceil(value * (1 + ABOUT_SHARE)))
  if (least > 0) return found(value, null)
  const mostAfter = matchPhrase(tokens, end, MOST_AFTER)
  if (mostAfter > 0) return found(null, value, end + mostAfter)
  const leastAfter = matchPhrase(tokens, end, LEAST_AFTER)
  if (leastAfter > 0) return found(value, null, end + leastAfter)
  const isPrice = first.length > 1 || (value >= LEAST_BARE_PRICE && !isWord(wordAt(tokens, start)))
  return said === 0 && isPrice ? found(null, value) : null
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? ''
}

function matchPhrase(tokens: readonly Token[], at: number, list: readonly string[][]): number {
  return list.find((phrase) => phrase.every((word, offset) => wordAt(tokens, at + offset) === word))?.length ?? 0
}

/** An amount with its currency on either side, and its length in tokens. */
function amountAt(tokens: readonly Token[], start: number): { value: number; length: number } | null {
  const at = CURRENCY.has(wordAt(tokens, start)) ? start + 1 : start
  const found = /^(\d{1,7}(?:\.\d{1,2})?)(k?)$/.exec(wordAt(tokens, at))
  if (!found) return null
  const value = Number(found[1]) * (found[2] === 'k' ? 1000 : 1)
  return { value, length: at - start + 1 + (CURRENCY.has(wordAt(tokens, at + 1)) ? 1 : 0) }
}
