import { canonicalEmail } from '#platform/mail/address.ts'
import { plainCode, visibleText } from '#platform/text/typed.ts'
import { parseOrderNumber } from './rules.ts'

/** What a search text may mean, each part null if it can't mean that. */
export interface SearchTerms {
  /** An order's id as it is. */
  id: string | null
  number: number | null
  lastFour: string | null
  /** The last ten digits of a phone number. */
  phone: string | null
  pin: string | null
  /** The number of an invoice or credit note, with all of its zeros. */
  document: string | null
  /** What the payment provider calls a payment, its order, a refund or a dispute. */
  provider: string | null
  /** A tracking number, in capitals and without spaces. */
  tracking: string | null
  sku: string | null
  email: string | null
  /** Beginnings of words, as a PostgreSQL `tsquery` of quoted prefixes. */
  words: string | null
  /** These beginnings, in small letters. */
  beginnings: readonly string[]
  /** True if the words can be a name: one of them has a letter. */
  isName: boolean
}

const ID = /^[\w-]{22}$/
const WORD_BREAKS = /[\s.,;:/()'’"#-]+/
const MAX_WORDS = 8
/** As `search_words` cuts. */
const MAX_CHARACTERS = 60

const wordsOf = (text: string) => {
  const words = text.toLowerCase().split(WORD_BREAKS)
  return words.filter((word) => word !== '')
}

/** Parses what somebody at the telephone says, or what is printed: an order's number or its last digits, an invoice's, a name, a phone number, and so on. */
export function parseSearch(text: string): SearchTerms {
  const seen = visibleText(text)
  const code = plainCode(text)
  const compact = code.replace(/\s+/g, '').toUpperCase()
  const digits = /^[+\d\s().-]+$/.test(code) ? code.replace(/\D/g, '') : ''
  const words = wordsOf(seen)
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word).slice(0, MAX_CHARACTERS).join(''))
  return {
    id: ID.test(code) ? code : null,
    number: parseOrderNumber(text),
    lastFour: /^\d{4}$/.test(compact) ? compact : null,
    document: documentIn(compact),
    provider: /^(?:pay|order|rfnd|disp)_\w{4,40}$/.test(code) ? code : null,
    phone: digits.length >= 10 && digits.length <= 15 ? digits.slice(-10) : null,
    pin: /^\d{6}$/.test(digits) ? digits : null,
    tracking: /^[A-Z0-9][A-Z0-9/-]{2,39}$/.test(compact) ? compact : null,
    sku: code !== '' && code.length <= 100 ? code : null,
    email: canonicalEmail(seen),
    words: words.length === 0 ? null : words.map(prefixOf).join(' & '),
    beginnings: words,
    isName: words.some((word) => /\p{L}/u.test(word)),
  }
}

/** "INV/26-27/00005" as typed, with its zeros or without. */
function documentIn(compact: string): string | null {
  const [, series, position] = /^([A-Z0-9-]{1,8}\/\d\d-\d\d\/)(\d{1,6})$/.exec(compact) ?? []
  return series === undefined || position === undefined ? null : `${series}${position.padStart(5, '0')}`
}

/** The beginning of a word, quoted for `tsquery`. */
function prefixOf(word: string): string {
  const quoted = word.replace(/[\\']/g, '\\$&')
  return `'${quoted}':*`
}

/** By what a person is recognised in a text that staff typed. */
export interface PersonWords {
  email: string
  names: readonly string[]
  phones: readonly string[]
  streets: readonly string[]
}

/** Shorter ones are words that many texts have. */
const MIN_STREET_CHARACTERS = 6

/** True if a text has a person's mail address, phone number or street, or no other words than those of one of their names. */
export function namesPerson(typed: string, { email, names, phones, streets }: PersonWords): boolean {
  const text = visibleText(typed).toLowerCase()
  const digits = text.replace(/\D/g, '')
  const words = wordsOf(text)
  const isIn = (value: string) => text.includes(visibleText(value).toLowerCase())
  return (
    isIn(email) ||
    streets.some((street) => street.length >= MIN_STREET_CHARACTERS && isIn(street)) ||
    phones.some((phone) => {
      const ending = phone.replace(/\D/g, '').slice(-10)
      return ending.length === 10 && digits.includes(ending)
    }) ||
    (words.length > 0 && names.some((name) => words.every((word) => wordsOf(name).includes(word))))
  )
}
