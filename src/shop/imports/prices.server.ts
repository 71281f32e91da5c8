import type { RowError } from './raw-product.server.ts'
import type { PriceChoice } from './rules.ts'

/** What a reader of another shop's file may be told. */
export interface ReadOptions {
  prices?: PriceChoice | undefined
}

/** A variant's price in rupees, with its line and whatever belongs to it. */
interface Offer {
  line: number
  price?: number | undefined
}

/**
 * The offer for all variants of a product, which has one price. If they differ, it's the chosen one, with a note;
 * without a choice, an error. Offers without a price have errors of their own.
 */
export function onePrice<T extends Offer>(
  offers: readonly T[],
  choice: PriceChoice | undefined,
  { column, notes, errors }: { column: string; notes: string[]; errors: RowError[] },
): T | undefined {
  const priced = offers.filter(({ price }) => price !== undefined).toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  const [lowest] = priced
  const highest = priced.find(({ price }) => price === priced.at(-1)?.price)
  if (!lowest || !highest || lowest.price === highest.price) {
    const [first] = offers
    const others = new Set(offers.map(({ line: _, ...offer }) => JSON.stringify(offer))).size - 1
    if (first && others > 0)
      notes.push(`its variants have different MRPs or sales; those of line ${first.line} are taken`)
    return first
  }
  const taken = choice === 'highest' ? highest : lowest
  const distinct = priced.filter(({ price }, at) => price !== priced[at - 1]?.price)
  const list = distinct.map(({ price, line }) => `${price} in line ${line}`).join(', ')
  const several = `its variants have several prices (${list})`
  if (choice) notes.push(`${several}; ${taken.price} is taken`)
  else errors.push({ line: highest.line, column, message: several, choice: 'prices' })
  return taken
}
