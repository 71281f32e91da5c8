import { plainCode } from '#platform/text/typed.ts'
import type { FilterName } from '../catalog/rules.ts'

export const KINDS = ['percent', 'amount', 'price', 'delivery', 'buy'] as const

/**
 * `percent`: of the price asked now. `amount`: rupees, once. `price`: `buy.quantity` pieces for so many rupees. `delivery`:
 * nothing for delivery. `buy`: per cent off `buy.free` pieces beside each `buy.quantity` paid ones.
 */
export type OfferKind = (typeof KINDS)[number]

/** What an offer takes from, and what others may let it be combined with. */
export const CLASSES = ['products', 'order', 'delivery'] as const

export type OfferClass = (typeof CLASSES)[number]

/** As stored; `ended` is what a running one becomes by its last day, or by its limits. */
export const OFFER_STATES = ['draft', 'running', 'stopped', 'ended'] as const

export type OfferState = (typeof OFFER_STATES)[number]

/** Which products an offer means: the listing's lists, whose values are alternatives. Prices in rupees, bounds included. */
export type OfferProducts = { [N in FilterName]?: readonly string[] | undefined } & {
  minPrice?: number | undefined
  maxPrice?: number | undefined
  ids?: readonly string[] | undefined
}

/** What an offer gives, to whom and when (CONTRACT, Offers). Money in rupees, as the API has it, in whole paise. */
export interface OfferTerms {
  name: string
  kind: OfferKind
  /** Per cent or rupees, by the kind; 0 for `delivery`. */
  value: number
  /** Of `price` (only `quantity`) and `buy`. */
  buy?: { quantity: number; free: number } | undefined
  /** `delivery` ignores it. */
  of: 'order' | 'products'
  /** Everything, if none is named. */
  products?: OfferProducts | undefined
  /** `batch`: each code works once. */
  codes: 'none' | 'one' | 'batch'
  /** Of `one`, as the owner wrote it; `codeKey` compares. */
  code?: string | undefined
  minimum?: { goods?: number | undefined; pieces?: number | undefined } | undefined
  /** Days in India (YYYY-MM-DD), both included. */
  from?: string | undefined
  to?: string | undefined
  limits?: { total?: number | undefined; perCustomer?: number | undefined; budget?: number | undefined } | undefined
  who?: 'everyone' | 'first_order' | 'emails' | undefined
  /** In lower case. */
  emails?: readonly string[] | undefined
  /** All of them, if none is named. */
  methods?: readonly 'online'[] | undefined
  /** The classes of offers that it may stand beside, if they name its own. */
  combines: readonly OfferClass[]
}

/** An offer of the shop. */
export interface Offer extends OfferTerms {
  id: string
  state: OfferState
  /** Which of two is older: in ISO 8601, then by `id`. */
  createdAt: string
}

/** Why a code doesn't count. */
export const CODE_REASONS = [
  'offer_unknown',
  'offer_ended',
  'offer_not_started',
  'offer_used_up',
  'offer_not_yours',
  'offer_below_minimum',
  'offer_no_goods',
  'offer_not_with_method',
  'offer_not_combined',
] as const

export type CodeReason = (typeof CODE_REASONS)[number]

/** The class of an offer: what it takes from. */
export function classOf({ kind, of }: Pick<Offer, 'kind' | 'of'>): OfferClass {
  return kind === 'delivery' ? 'delivery' : of
}

/** The state of an offer on a day (YYYY-MM-DD, in India). A running one whose last day is over has ended. */
export function stateOn({ state, to }: Pick<Offer, 'state' | 'to'>, day: string): OfferState {
  return state === 'running' && to !== undefined && to < day ? 'ended' : state
}

/** Whether an offer counts on a day (YYYY-MM-DD, in India). */
export function isOn(offer: Pick<Offer, 'state' | 'from' | 'to'>, day: string): boolean {
  return stateOn(offer, day) === 'running' && (offer.from === undefined || offer.from <= day)
}

/** A code as it's compared, stored as such: case, width, spaces around it and the script of its digits don't matter. */
export function codeKey(typed: string): string {
  return plainCode(typed.normalize('NFKC')).toUpperCase()
}
