import { type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { FILTER_NAMES, type FilterName } from '../catalog/rules.ts'
import { type Cart, type Discount, type GrantedDiscount, priceCart, splitAmount } from '../pricing/rules.ts'
import { type CodeReason, classOf, isOn, type Offer, type OfferProducts, stateOn } from './rules.ts'

/** What a line of a cart is in the listing's lists: a colour by its own name and by its family's. */
export interface OfferGoods {
  productId: string
  lists: { readonly [N in FilterName]?: readonly string[] | undefined }
}

/** A code that a shopper gave. */
export interface AskedCode {
  typed: string
  /** As the owner wrote it. */
  code: string
  /** Null if no offer has it. */
  offer: Offer | null
  /** Of a batch: somebody has used it. */
  isUsed?: boolean
}

/** How often an offer counted, in orders that are held or paid; `byCustomer`: in those of this shopper. */
export interface OfferUses {
  used: number
  spent: Paise
  byCustomer: number
}

/** All that offers depend on besides the cart. */
export interface OfferContext {
  /** YYYY-MM-DD, in India. */
  day: string
  method: 'online' | 'cash'
  /** Offers that need no code. Those that don't run are ignored. */
  automatic: readonly Offer[]
  codes: readonly AskedCode[]
  /** In lower case. Null: a visitor, who has no order either. */
  email: string | null
  /** Whether an order of this shopper is held or paid. */
  hasOrdered: boolean
  uses(offer: Offer): OfferUses
}

/** What an order lacks for an offer. `goods` in rupees. */
export interface Missing {
  goods?: number
  pieces?: number
  /** The day on which the offer starts. */
  from?: string
  /** True if it's for a first order only, which this one isn't. */
  firstOrder?: true
}

export interface RefusedCode {
  code: string
  reason: CodeReason
  missing: Missing
}

export interface Granted {
  /** In the order in which `priceCart` takes them. */
  discounts: Discount[]
  refused: RefusedCode[]
}

/** An offer that this shopper may have, with the lines that it means. */
interface Candidate {
  offer: Offer
  code: string | null
  lines: readonly number[]
}

/**
 * So many offers are tried in every set. Of more, those that exclude none always count, and of the others those that alone
 * give least never do.
 */
const MOST_TRIED = 8

/**
 * What the offers take off a cart, whatever the order of its lines, and which codes don't count (CONTRACT, Offers). Of
 * offers that don't combine, the set that takes off most counts, then the one with the oldest offer.
 */
export function grantOffers(
  cart: Omit<Cart, 'discounts'>,
  goods: readonly OfferGoods[],
  context: OfferContext,
): Granted {
  const candidates: Candidate[] = []
  const add = (offer: Offer, code: string | null): [CodeReason, Missing] | null => {
    const lines = cart.items.flatMap((item, line) => (isMeant(offer.products, item.price, goods[line]) ? [line] : []))
    const candidate = { offer, code, lines }
    const reason = refuse(candidate, cart, context)
    if (!reason) candidates.push(candidate)
    return reason
  }
  for (const offer of context.automatic) if (isOn(offer, context.day)) add(offer, null)
  const reasons = context.codes.map(({ code, offer, isUsed = false }): [CodeReason, Missing] | null => {
    if (!offer) return ['offer_unknown', {}]
    return isUsed && offer.state !== 'draft' ? ['offer_used_up', {}] : add(offer, code)
  })
  const best = findBest(candidates, cart, context)
  const counts = new Set(best.map(({ code }) => code))
  return {
    discounts: best.map(({ offer, name, code, parts, delivery }) => ({ offer, name, code, parts, delivery })),
    refused: context.codes.flatMap(({ typed, code }, index) => {
      const candidate = candidates.find((one) => one.code === code)
      const [reason, missing] = reasons[index] ?? [candidate && refuseAlone(candidate, cart, context), {}]
      return reason && !counts.has(code) ? [{ code: typed, reason, missing }] : []
    }),
  }
}

/** Whether an offer means a piece at its price. Lists combine with AND, values of a list with OR, as in the listing. */
export function isMeant(products: OfferProducts | undefined, price: Paise, goods: OfferGoods | undefined): boolean {
  if (!products) return true
  if (!goods) return false
  const { ids = [], minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = products
  return (
    (ids.length === 0 || ids.includes(goods.productId)) &&
    toRupees(price) >= minPrice &&
    toRupees(price) <= maxPrice &&
    FILTER_NAMES.every((name) => {
      const wanted = products[name] ?? []
      return wanted.length === 0 || wanted.some((value) => goods.lists[name]?.includes(value))
    })
  )
}

/** Why a shopper may not have an offer for these goods, and what they lack. Null if they may. */
function refuse(
  { offer, lines }: Candidate,
  { items }: Pick<Cart, 'items'>,
  { day, method, email, hasOrdered, uses }: OfferContext,
): [CodeReason, Missing] | null {
  const { state, from, limits = {}, who = 'everyone', emails = [], minimum = {}, methods = [] } = offer
  if (state === 'draft') return ['offer_unknown', {}]
  if (stateOn(offer, day) !== 'running') return ['offer_ended', {}]
  if (from !== undefined && from > day) return ['offer_not_started', { from }]
  const { used, spent, byCustomer } = uses(offer)
  const { total = Number.POSITIVE_INFINITY, perCustomer = Number.POSITIVE_INFINITY, budget } = limits
  if (used >= total || byCustomer >= perCustomer || (budget !== undefined && spent >= inPaise(budget)))
    return ['offer_used_up', {}]
  if (who === 'first_order' && hasOrdered) return ['offer_not_yours', { firstOrder: true }]
  if (who === 'emails' && !(email !== null && emails.includes(email))) return ['offer_not_yours', {}]
  if (lines.length === 0) return ['offer_no_goods', {}]
  const meant = lines.map((line) => items[line]).filter((item) => item !== undefined)
  const lacks = inPaise(minimum.goods ?? 0) - meant.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  if (lacks > 0) return ['offer_below_minimum', { goods: toRupees(paise(lacks)) }]
  const pieces = meant.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces < (minimum.pieces ?? 0)) return ['offer_below_minimum', { pieces: (minimum.pieces ?? 0) - pieces }]
  if (methods.length > 0 && method === 'cash') return ['offer_not_with_method', {}]
  const wanted = groupSize(offer)
  return pieces < wanted ? ['offer_no_goods', { pieces: wanted - pieces }] : null
}

/** Why an offer that a shopper may have isn't among those that count. */
function refuseAlone(candidate: Candidate, cart: Omit<Cart, 'discounts'>, context: OfferContext): CodeReason {
  const [granted] = priceSet([candidate], cart)
  if (!granted) return 'offer_no_goods'
  return exceedsBudget(granted.amount, candidate.offer, context) ? 'offer_used_up' : 'offer_not_combined'
}

/** A use that would pass the budget isn't given. */
function exceedsBudget(amount: Paise, offer: Offer, { uses }: Pick<OfferContext, 'uses'>): boolean {
  const budget = offer.limits?.budget
  return budget !== undefined && uses(offer).spent + amount > inPaise(budget)
}

function inPaise(rupees: number): Paise {
  return toPaise(rupees) ?? paise(Math.round(rupees * 100))
}

/** A set of offers with what it takes off. */
interface Choice {
  discounts: GrantedDiscount[]
  amount: number
  /** The offers that give something, the oldest first. */
  offers: Offer[]
}

function findBest(candidates: readonly Candidate[], cart: Omit<Cart, 'discounts'>, context: OfferContext) {
  const isRival = (one: Candidate, other: Candidate) => one !== other && (!combine(one, other) || overlap(one, other))
  const always =
    candidates.length <= MOST_TRIED ? [] : candidates.filter((one) => !candidates.some((other) => isRival(one, other)))
  const alone = new Map(candidates.map((one) => [one, priceSet([one], cart)[0]?.amount ?? 0]))
  const rivals = candidates
    .filter((one) => !always.includes(one))
    .sort((one, other) => (alone.get(other) ?? 0) - (alone.get(one) ?? 0) || compareAge(one.offer, other.offer))
    .slice(0, MOST_TRIED)
  let best = choose(always, cart, context)
  for (const set of setsOf(rivals)) {
    const choice = choose([...always, ...set], cart, context)
    if (isBetter(choice, best)) best = choice
  }
  return best.discounts
}

/** All sets whose offers combine with each other. */
function setsOf(rivals: readonly Candidate[]): Candidate[][] {
  const sets: Candidate[][] = [[]]
  for (const one of rivals)
    sets.push(...sets.filter((set) => set.every((other) => combine(one, other))).map((set) => [...set, one]))
  return sets
}

/** Two offers combine if each names the other's class. An offer counts once, however many of its codes are given. */
function combine({ offer: one }: Candidate, { offer: other }: Candidate): boolean {
  return one.id !== other.id && one.combines.includes(classOf(other)) && other.combines.includes(classOf(one))
}

/** Whether both would take from one line, which has at most one offer on products. */
function overlap(one: Candidate, other: Candidate): boolean {
  const both = [one, other].every(({ offer }) => classOf(offer) === 'products')
  return both && one.lines.some((line) => other.lines.includes(line))
}

/** The set without the offers whose budget it would pass. */
function choose(set: readonly Candidate[], cart: Omit<Cart, 'discounts'>, context: OfferContext): Choice {
  const discounts = priceSet(set, cart)
  const offers = set.map(({ offer }) => offer)
  const passed = discounts.flatMap(({ offer: id, amount }) => {
    const offer = offers.find((one) => one.id === id)
    return offer && exceedsBudget(amount, offer, context) ? [offer] : []
  })
  if (passed.length > 0)
    return choose(
      set.filter(({ offer }) => !passed.includes(offer)),
      cart,
      context,
    )
  return {
    discounts,
    amount: discounts.reduce((sum, { amount }) => sum + amount, 0),
    offers: offers.filter(({ id }) => discounts.some(({ offer }) => offer === id)).sort(compareAge),
  }
}

/** More off, then the oldest offer, then fewer offers. */
function isBetter(one: Choice, other: Choice): boolean {
  if (one.amount !== other.amount) return one.amount > other.amount
  for (const [index, offer] of one.offers.entries()) {
    const rival = other.offers[index]
    if (!rival) return false
    const order = compareAge(offer, rival)
    if (order !== 0) return order < 0
  }
  return one.offers.length < other.offers.length
}

function compareAge(one: Offer, other: Offer): number {
  const [a, b] = one.createdAt === other.createdAt ? [one.id, other.id] : [one.createdAt, other.createdAt]
  return a < b ? -1 : a > b ? 1 : 0
}

const CLASS_ORDER = { products: 0, order: 1, delivery: 2 } as const

/** What a set of offers takes off, in the order in which they count. */
function priceSet(set: readonly Candidate[], cart: Omit<Cart, 'discounts'>): GrantedDiscount[] {
  const left = cart.items.map(({ price, quantity }) => price * quantity)
  const taken = new Set<number>()
  const inOrder = [...set].sort(
    (one, other) =>
      CLASS_ORDER[classOf(one.offer)] - CLASS_ORDER[classOf(other.offer)] || compareAge(one.offer, other.offer),
  )
  const discounts = inOrder.map(({ offer, code, lines }): Discount => {
    const { id, name } = offer
    if (offer.kind === 'delivery') return { offer: id, name, code, parts: [], delivery: Number.POSITIVE_INFINITY }
    const isOfProducts = classOf(offer) === 'products'
    const free = lines.filter((line) => !(isOfProducts && taken.has(line)) && (left[line] ?? 0) > 0)
    const shares = sharesOf(
      offer,
      free.map((line) => ({
        key: cart.items[line]?.key ?? '',
        left: left[line] ?? 0,
        quantity: cart.items[line]?.quantity ?? 0,
      })),
    )
    const parts = cart.items.map((_, line) => shares[free.indexOf(line)] ?? 0)
    for (const [line, part] of parts.entries()) {
      left[line] = (left[line] ?? 0) - part
      if (isOfProducts && part > 0) taken.add(line)
    }
    return { offer: id, name, code, parts, delivery: 0 }
  })
  return priceCart({ ...cart, discounts }).discounts
}

interface LeftLine {
  key: string
  /** Paise that are left of it. */
  left: number
  quantity: number
}

/** What an offer takes off each line, in paise. */
function sharesOf(offer: Offer, lines: readonly LeftLine[]): number[] {
  const whole = lines.map(({ key, left }) => ({ key, weight: left }))
  switch (offer.kind) {
    case 'percent':
      return lines.map(({ left }) => shareOf(left, offer.value))
    case 'amount':
      return splitAmount(paise(Math.min(inPaise(offer.value), sumOf(lines.map(({ left }) => left)))), whole)
    case 'delivery':
      return []
    case 'price':
    case 'buy':
      return sharesInGroups(offer, lines)
  }
}

/** Groups are made from the dearest piece down; what's left over costs what it costs. */
function sharesInGroups(offer: Offer, lines: readonly LeftLine[]): number[] {
  const pieces = lines
    .flatMap((line, index) => piecesOf(line).map((value) => ({ key: line.key, index, value })))
    .sort((one, other) => other.value - one.value || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  const size = groupSize(offer)
  const weights = lines.map(({ key }) => ({ key, weight: 0 }))
  let off = 0
  for (let at = 0; at + size <= pieces.length; at += size) {
    const group = pieces.slice(at, at + size)
    const saved = savedInGroup(
      offer,
      group.map(({ value }) => value),
    )
    if (saved <= 0) continue
    off += saved
    for (const { index, value } of group) {
      const line = weights[index]
      if (line) line.weight += value
    }
  }
  return splitAmount(paise(off), weights)
}

/** Pieces per group; 1 for offers without groups. */
function groupSize({ kind, buy }: Pick<Offer, 'kind' | 'buy'>): number {
  if (!buy || (kind !== 'price' && kind !== 'buy')) return 1
  return Math.max(1, buy.quantity + (kind === 'buy' ? buy.free : 0))
}

/** What a group saves. `values` of its pieces, the dearest first. Negative if it costs more than its pieces. */
function savedInGroup({ kind, value, buy }: Offer, values: readonly number[]): number {
  if (kind === 'price') return sumOf(values) - inPaise(value)
  return shareOf(sumOf(values.slice(buy?.quantity ?? values.length)), value)
}

/** What is left of each piece of a line: equal, but for odd paise. */
function piecesOf({ left, quantity }: LeftLine): number[] {
  const each = Math.floor(left / quantity)
  const odd = left - each * quantity
  return Array.from({ length: quantity }, (_, piece) => each + (piece < odd ? 1 : 0))
}

/** So many per cent of an amount, with at most two decimals; half a paisa rounds up. At most the amount. */
function shareOf(amount: number, percent: number): number {
  return Math.min(amount, Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
