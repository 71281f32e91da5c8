import { type Paise, paise } from '#platform/money.ts'
import type { TaxRate } from './field-contract.ts'

/** A piece whose rate is wanted. `price` is what the shop shows, including its tax if `included`. */
export interface TaxedPiece {
  hsn: string
  price: Paise
  /** YYYY-MM-DD, in India. */
  day: string
  included: boolean
}

/** A rate for prices before tax up to an amount in rupees; without one, for all prices. */
export type TaxBand = Pick<TaxRate, 'upTo' | 'percent'>

/**
 * The price bands of an HSN code on a day (YYYY-MM-DD, in India), the lowest first. Rates with the longest matching HSN
 * count, and of these the ones with the newest `from` that isn't in the future. Empty if the table has none.
 */
export function bandsOf(table: readonly TaxRate[], { hsn, day }: Pick<TaxedPiece, 'hsn' | 'day'>): TaxBand[] {
  const valid = table.filter((rate) => hsn.startsWith(rate.hsn) && rate.from <= day)
  const longest = Math.max(...valid.map((rate) => rate.hsn.length))
  const specific = valid.filter((rate) => rate.hsn.length === longest)
  const newest = specific
    .map((rate) => rate.from)
    .sort()
    .at(-1)
  return specific
    .filter((rate) => rate.from === newest)
    .sort((one, other) => (one.upTo ?? Number.POSITIVE_INFINITY) - (other.upTo ?? Number.POSITIVE_INFINITY))
}

/**
 * The rate of the lowest band that holds the price before tax: if prices include it, the price less that band's own tax.
 * Null if none does.
 */
export function bandRate(bands: readonly TaxBand[], price: Paise, included: boolean): number | null {
  const band = bands.find(({ upTo, percent }) => {
    const before = included ? price - containedTax(price, percent) : price
    return upTo === undefined || before <= upTo * 100
  })
  return band?.percent ?? null
}

/** The rate of a piece, or null if the table has none. */
export function tableRate(table: readonly TaxRate[], { price, included, ...piece }: TaxedPiece): number | null {
  return bandRate(bandsOf(table, piece), price, included)
}

/** What a price that includes its tax leaves the shop. */
export interface PriceAfterTax {
  price: Paise
  percent: number
  leaves: Paise
}

/**
 * A price that includes its tax, and a lower one that leaves the shop more: just above a band's end, the next rate takes
 * more than the difference. Null if no lower price does.
 */
export function findBetterPrice(
  table: readonly TaxRate[],
  piece: Omit<TaxedPiece, 'included'>,
): { now: PriceAfterTax; better: PriceAfterTax } | null {
  const afterTax = (price: Paise): PriceAfterTax[] => {
    const percent = tableRate(table, { ...piece, price, included: true })
    return percent === null ? [] : [{ price, percent, leaves: paise(price - containedTax(price, percent)) }]
  }
  const [now] = afterTax(piece.price)
  if (!now) return null
  const [better] = table
    .flatMap(({ upTo, percent }) => (upTo === undefined ? [] : [paise(Math.floor(upTo * (100 + percent)))]))
    .filter((price) => price < piece.price)
    .flatMap(afterTax)
    .sort((one, other) => other.leaves - one.leaves)
  return better && better.leaves > now.leaves ? { now, better } : null
}

/**
 * The tax inside an amount that includes it, in one part (IGST) or two equal ones (CGST and SGST). Each part is
 * rounded, half a paisa up.
 */
export function containedTax(amount: Paise, percent: number, parts: 1 | 2 = 1): Paise {
  const whole = parts * (100 + percent)
  return paise(parts * Math.floor((2 * amount * percent + whole) / (2 * whole)))
}

/**
 * Divides an amount by weights into whole paise that add up to it. Without any weight the first part gets everything.
 */
export function apportion(amount: Paise, weights: readonly number[]): Paise[] {
  const all = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  let weight = 0n
  let given = 0n
  return weights.map((own, index) => {
    weight += BigInt(own)
    const due = all === 0n ? BigInt(amount) : (2n * BigInt(amount) * weight + all) / (2n * all)
    const part = due - given
    given = due
    return paise(all === 0n && index > 0 ? 0 : Number(part))
  })
}

/** The amount that a rate applies to. */
export interface RatedAmount {
  percent: number
  amount: Paise
}

/** The sums of amounts by rate, lowest rate first. */
export function sumByRate(parts: readonly RatedAmount[]): RatedAmount[] {
  const sums = new Map<number, number>()
  for (const { percent, amount } of parts) sums.set(percent, (sums.get(percent) ?? 0) + amount)
  return [...sums].sort(([one], [other]) => one - other).map(([percent, sum]) => ({ percent, amount: paise(sum) }))
}

/**
 * The delivery charge by the rates of the goods, in proportion to them, because it's taxed like the goods it comes with
 * (CGST Act, sections 8 and 15(2)(c)).
 */
export function deliveryByRate(delivery: Paise, goods: readonly RatedAmount[]): RatedAmount[] {
  const rates = sumByRate(goods)
  return apportion(
    delivery,
    rates.map(({ amount }) => amount),
  ).map((amount, index) => ({ percent: rates[index]?.percent ?? 0, amount }))
}
