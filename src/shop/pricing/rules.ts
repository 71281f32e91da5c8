import { type Paise, paise, percentOf, toPaise, toRupees } from '#platform/money.ts'
import type { Settings } from '../settings/rules.ts'
import {
  bandRate,
  bandsOf,
  containedTax,
  deliveryByRate,
  type RatedAmount,
  sumByRate,
  type TaxBand,
} from '../settings/tax-rules.ts'
import { feeFor, missingForFree } from './free-delivery-rules.ts'

/** A line of a cart, before it's priced. */
export interface CartItem {
  /** Which of two lines gets a paisa that both have the same claim to, whatever was added first. */
  key: string
  /** Per piece, as the shop asks now. */
  price: Paise
  quantity: number
  /** The last one holds every price. */
  bands: readonly TaxBand[]
}

/** What an offer takes off, as the offers work it out (docs/decisions/029). */
export interface Discount {
  offer: string | null
  name: string
  /** The code that asked for it, or null if it came by itself. */
  code: string | null
  /** Paise for each line of the cart, in its order; empty for none. */
  parts: readonly number[]
  /** Paise of the delivery fee, at most: `Infinity` for all of it. */
  delivery: number
}

/** All that a price depends on. */
export interface Cart {
  items: readonly CartItem[]
  /** In the order in which they count. */
  discounts?: readonly Discount[]
  delivery: Paise
  /** Goods after discounts from which delivery costs nothing. 0: never. */
  freeFrom?: Paise
  /** What paying in cash costs. It's taxed as delivery is. */
  cashFee?: Paise
  /** True if prices include their tax. */
  included: boolean
  /** 2 if contained tax is two equal ones (CGST and SGST), each rounded. */
  taxParts?: 1 | 2
}

export interface PricedItem {
  discount: Paise
  /** Price × quantity − discount. */
  net: Paise
  taxPercent: number
  /** Added to `net`, or contained in it. */
  tax: Paise
}

/** A discount as it was granted: its parts are what it took off, and add up to `amount`, which is never 0. */
export interface GrantedDiscount extends Discount {
  amount: Paise
}

/** Money of an order: `goods` is SPEC 9's order total, `total` is the charged amount. */
export interface Totals<M = Paise> {
  /** Before discounts. */
  goods: M
  /** Before discounts. */
  delivery: M
  tax: M
  total: M
  /** The tax contained in the total if prices include it, else 0. */
  taxIncluded: M
}

export interface PricedCart extends Totals {
  items: PricedItem[]
  discounts: GrantedDiscount[]
  cashFee: Paise
  /** What goods lack until delivery is free, 0 once it is. Null if it costs nothing anyway, or is never free. */
  freeDelivery: { from: Paise; missing: Paise } | null
}

/** In paise: Rs. 1, the least that the payment provider takes. No discount goes below it (CONTRACT, Offers). */
export const SMALLEST_TOTAL = 100

/**
 * The price of a cart: goods − discounts + delivery + cash fee + added tax = total, the same in any order of the lines.
 * Tax is of what is left after discounts, calculated for each rate, with half a paisa rounded up; the rate is that of one
 * piece at its discounted price (CONTRACT, One price).
 */
export function priceCart(cart: Cart): PricedCart {
  const priced = priceOnce(cart)
  if (priced.total >= SMALLEST_TOTAL || priced.discounts.length === 0) return priced
  return priceCart({ ...cart, discounts: giveBack(priced.discounts, cart.items, SMALLEST_TOTAL - priced.total) })
}

function priceOnce(cart: Cart): PricedCart {
  const { items, included, cashFee = paise(0), freeFrom = paise(0), taxParts = 1 } = cart
  const amounts = items.map(({ price, quantity }) => price * quantity)
  const left = [...amounts]
  const takenOff = (cart.discounts ?? []).map(({ parts }) => items.map((_, line) => take(left, line, parts[line] ?? 0)))
  const net = left.map(paise)
  const delivery = paise(feeFor(sumOf(net), cart.delivery, freeFrom))
  const missing = missingForFree(sumOf(net), cart.delivery, freeFrom)
  const fee = [Number(delivery)]
  const discounts = (cart.discounts ?? [])
    .map((discount, index) => ({
      ...discount,
      parts: takenOff[index] ?? [],
      delivery: take(fee, 0, discount.delivery),
    }))
    .map((discount) => ({ ...discount, amount: paise(sumOf(discount.parts) + discount.delivery) }))
    .filter(({ amount }) => amount > 0)
  const taxed = items.map((item, line) => ({
    key: item.key,
    amount: net[line] ?? paise(0),
    percent: rateAt(item, net[line] ?? paise(0), included),
  }))
  const taxes = included
    ? taxed.map(({ amount, percent }) => containedTax(amount, percent, taxParts))
    : addedTaxes(taxed)
  const charged = paise((fee[0] ?? 0) + cashFee)
  const tax = included ? paise(0) : sumOf(taxes)
  return {
    items: taxed.map(({ amount, percent }, line) => ({
      discount: paise((amounts[line] ?? 0) - amount),
      net: amount,
      taxPercent: percent,
      tax: taxes[line] ?? paise(0),
    })),
    goods: sumOf(amounts),
    discounts,
    delivery,
    freeDelivery: missing === null ? null : { from: freeFrom, missing: paise(missing) },
    cashFee,
    tax,
    total: paise(sumOf(net) + charged + tax),
    taxIncluded: included ? taxWithin(taxed, charged, taxParts) : paise(0),
  }
}

/** Takes so much from an amount of the list, or all that it has, and returns what it took. */
function take(from: number[], index: number, wanted: number): number {
  const taken = Math.min(wanted, from[index] ?? 0)
  from[index] = (from[index] ?? 0) - taken
  return taken
}

/** The discounts, with so many paise less of them, the last one first. */
function giveBack(discounts: readonly GrantedDiscount[], items: readonly CartItem[], missing: number): Discount[] {
  const last = discounts.at(-1)
  if (!last) return []
  const others = discounts.slice(0, -1)
  if (last.amount <= missing) return giveBack(others, items, missing - last.amount)
  const offDelivery = Math.min(last.delivery, missing)
  const back = splitAmount(
    paise(missing - offDelivery),
    items.map(({ key }, line) => ({ key, weight: last.parts[line] ?? 0 })),
  )
  const parts = last.parts.map((part, line) => part - (back[line] ?? 0))
  return [...others, { ...last, parts, delivery: last.delivery - offDelivery }]
}

/** The rate of one piece of a line for which `net` is asked. A fraction of a paisa of its price is rounded, half up. */
function rateAt({ bands, quantity }: CartItem, net: Paise, included: boolean): number {
  return rateOfPiece(bands, paise(Math.floor((2 * net + quantity) / (2 * quantity))), included)
}

/** The rate of a piece at a price, in per cent. */
export function rateOfPiece(bands: CartItem['bands'], price: Paise, included: boolean): number {
  return bandRate(bands, price, included) ?? 0
}

interface TaxedItem extends RatedAmount {
  key: string
}

/** The tax added to each line: that of its rate, split among the lines of that rate. */
function addedTaxes(items: readonly TaxedItem[]): Paise[] {
  const taxes = items.map(() => paise(0))
  for (const { percent, amount } of sumByRate(items)) {
    const ofRate = items.flatMap((item, line) => (item.percent === percent ? [{ ...item, line }] : []))
    const parts = splitAmount(
      percentOf(amount, percent),
      ofRate.map((item) => ({ key: item.key, weight: item.amount })),
    )
    for (const [index, { line }] of ofRate.entries()) taxes[line] = parts[index] ?? paise(0)
  }
  return taxes
}

/** The tax contained in the amounts of goods, and in a delivery fee, which is taxed like the goods it comes with. */
export function taxWithin(goods: readonly RatedAmount[], delivery: Paise, taxParts: 1 | 2): Paise {
  const all = [...goods, ...deliveryByRate(delivery, goods)]
  return sumOf(all.map(({ percent, amount }) => containedTax(amount, percent, taxParts)))
}

/**
 * Splits an amount in proportion to weights into whole paise that add up to it: each gets its share rounded down, and
 * those with the largest remainders a paisa more; of equal remainders the greater weight, then the first key. Without
 * any weight nobody gets anything. In bigint, because the product of two amounts may exceed 2^53.
 */
export function splitAmount(amount: Paise, parts: readonly { key: string; weight: number }[]): Paise[] {
  const all = BigInt(sumOf(parts.map(({ weight }) => weight)))
  if (all === 0n) return parts.map(() => paise(0))
  const shares = parts.map(({ key, weight }, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, key, weight, whole: Number(product / all), rest: product % all }
  })
  const odd = amount - sumOf(shares.map(({ whole }) => whole))
  const first = [...shares]
    .sort((one, other) => compare(other.rest, one.rest) || other.weight - one.weight || compare(one.key, other.key))
    .slice(0, odd)
    .map(({ index }) => index)
  return shares.map(({ whole, index }) => paise(whole + (first.includes(index) ? 1 : 0)))
}

function compare<T extends bigint | string>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function sumOf(amounts: readonly number[]): Paise {
  return paise(amounts.reduce((sum, amount) => sum + amount, 0))
}

/**
 * The charges besides the goods, from the settings: the delivery in rupees and the sum from which it's free, and the tax
 * in per cent unless prices include it (SPEC 9: Rs. 40 and 5 %).
 */
export type Charges = Pick<Settings, 'order.delivery' | 'delivery.freeFrom' | 'order.taxPercent' | 'tax.pricesInclude'>

/** What of a cart comes from the settings. */
export function cartCharges(charges: Charges): Pick<Cart, 'delivery' | 'freeFrom' | 'included'> {
  return {
    delivery: paise(Math.round(charges['order.delivery'] * 100)),
    freeFrom: paise(Math.round(charges['delivery.freeFrom'] * 100)),
    included: charges['tax.pricesInclude'],
  }
}

/** The bands of a product's HSN code on a day (YYYY-MM-DD, in India). What the table has no rate for has the usual one. */
export function itemBands(
  settings: Pick<Settings, 'tax.table' | 'order.taxPercent'>,
  { hsn, day }: { hsn: string; day: string },
): TaxBand[] {
  return [...bandsOf(settings['tax.table'], { hsn, day }), { percent: settings['order.taxPercent'] }]
}

/** A line with the rate that the server gave it: `taxPercent` replaces the settings' rate. `price` in rupees. */
interface ShownLine {
  price: number
  quantity: number
  taxPercent?: number | undefined
}

/** The price of lines in rupees, for a screen. A fraction of a paisa is rounded. */
export function rupeeTotals(lines: readonly ShownLine[], charges: Charges): Totals<number> {
  const items = lines.map(({ price, quantity, taxPercent }, index) => ({
    key: String(index),
    price: toPaise(price) ?? paise(Math.round(price * 100)),
    quantity,
    bands: [{ percent: taxPercent ?? charges['order.taxPercent'] }],
  }))
  const { goods, delivery, tax, total, taxIncluded } = priceCart({ ...cartCharges(charges), items })
  return {
    goods: toRupees(goods),
    delivery: toRupees(delivery),
    tax: toRupees(tax),
    total: toRupees(total),
    taxIncluded: toRupees(taxIncluded),
  }
}
