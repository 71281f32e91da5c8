import type { FieldError } from '#platform/api/result.ts'
import { formatRupees } from '#platform/money.ts'
import { codeKey, type Offer, type OfferTerms } from './rules.ts'

/** What staff write of an offer, whole: null if there is nothing. */
export type Terms = {
  [F in keyof OfferTerms]-?: F extends Kept ? NonNullable<OfferTerms[F]> : NonNullable<OfferTerms[F]> | null
}
type Kept = 'name' | 'kind' | 'value' | 'of' | 'codes' | 'who' | 'combines'

/** Some fields of an offer: null clears one. */
export type TermsChange = { [F in keyof OfferTerms]?: OfferTerms[F] | null | undefined }

/** The fields, in the order of the record. */
export const TERMS = [
  'name',
  'kind',
  'value',
  'buy',
  'of',
  'products',
  'codes',
  'code',
  'minimum',
  'from',
  'to',
  'limits',
  'who',
  'emails',
  'methods',
  'combines',
] as const satisfies readonly (keyof Terms)[]

/** The fields of an offer. */
export function termsOf(offer: OfferTerms): Terms {
  // Safe cast: all of its fields, with null if there is nothing.
  return Object.fromEntries(TERMS.map((name) => [name, offer[name] ?? null])) as Terms
}

/** The fields of a new offer, of which some follow from others: a code is one code, addresses mean those addresses. */
export function newTerms(written: TermsChange & Pick<OfferTerms, 'name' | 'kind'>): Terms {
  const { kind, code, emails } = written
  const isOfPieces = kind === 'price' || kind === 'buy'
  const usual: Terms = {
    name: '',
    kind,
    value: kind === 'buy' ? 100 : 0,
    buy: null,
    of: isOfPieces || written.products ? 'products' : 'order',
    products: null,
    codes: code ? 'one' : 'none',
    code: null,
    minimum: null,
    from: null,
    to: null,
    limits: null,
    who: emails?.length ? 'emails' : 'everyone',
    emails: null,
    methods: null,
    combines: [],
  }
  return changedTerms(usual, written)
}

/** The fields after a change: what its kind, its codes or its people have no use for is dropped. */
export function changedTerms(terms: Terms, change: TermsChange): Terms {
  const given = Object.fromEntries(
    TERMS.filter((name) => change[name] !== undefined).map((name) => [
      name,
      name === 'combines' ? change[name] : orNothing(change[name]),
    ]),
  )
  // Safe cast: fields of the same names and types.
  const next = { ...terms, ...given } as Terms
  return {
    ...next,
    value: next.kind === 'delivery' ? 0 : next.value,
    buy: next.kind === 'price' || next.kind === 'buy' ? next.buy : null,
    code: next.codes === 'one' ? next.code : null,
    emails: next.who === 'emails' ? next.emails : null,
  }
}

/** Null for what says nothing: an empty text, list or object. */
function orNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => orNothing(one) !== null && one !== undefined)
    return entries.length === 0 ? null : Object.fromEntries(entries)
  }
  return value === '' ? null : value
}

/** What is wrong with an offer, by its fields. */
export function problemsOf(terms: Terms): FieldError[] {
  return [...valueProblems(terms), ...whoProblems(terms)]
}

function valueProblems({ kind, value, buy }: Terms): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (path: string, message: string) => problems.push({ path, message })
  if ((kind === 'percent' || kind === 'buy') && (value <= 0 || value > 100))
    wrong('value', 'Please give a number of per cent, above 0 and at most 100.')
  if (kind === 'amount' && value <= 0) wrong('value', 'Please enter how many rupees it takes off.')
  if (kind === 'price' && value <= 0)
    wrong('value', 'Please give the price in rupees for all of these pieces together.')
  if (kind === 'price' && (buy?.quantity ?? 0) < 1)
    wrong('buy.quantity', 'Please enter how many pieces this price is for.')
  if (kind === 'buy' && (buy?.quantity ?? 0) < 1) wrong('buy.quantity', 'Please enter how many pieces are paid for.')
  if (kind === 'buy' && (buy?.free ?? 0) < 1) wrong('buy.free', 'Please enter how many pieces are discounted.')
  return problems
}

/** Characters of a code, after `codeKey`. */
const CODE = /^[\p{L}\p{M}\p{N}_-]{3,40}$/u

function whoProblems({ codes, code, who, emails, products }: Terms): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (path: string, message: string) => problems.push({ path, message })
  if (codes === 'one' && code === null) wrong('code', 'Please enter the code that shoppers type, such as WELCOME10.')
  if (code !== null && !CODE.test(codeKey(code)))
    wrong('code', 'A code has 3 to 40 letters, digits, hyphens or underscores.')
  if (who === 'emails' && emails === null) wrong('emails', 'Please enter the e-mail addresses it’s for.')
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = products ?? {}
  if (minPrice > maxPrice)
    wrong('products.maxPrice', `The highest price is below the lowest, ${formatRupees(minPrice)}.`)
  return problems
}

/** Why an offer can't be started on a day (YYYY-MM-DD, in India), or null. */
export function overBy(
  { from, to }: Pick<Offer, 'from' | 'to'> | Pick<Terms, 'from' | 'to'>,
  day: string,
): string | null {
  if (!to) return null
  if (from && to < from) return 'Its last day is before its first. Please choose a later one, then start it.'
  return to < day ? 'Its last day is over. Please choose a later one, then start it.' : null
}
