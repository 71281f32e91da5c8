import { type OwnPrices, ownPrices } from '../catalog/variant-price.ts'

/** The price of a variant in another shop's file, with its planned sale. In rupees. */
interface Offer {
  line: number
  price?: number | undefined
  /** Null unless it's above the price. */
  mrp: number | null
  scheduled?: readonly { at: string; price: number; mrp: number | null; endsSale?: boolean }[]
}

/**
 * What the offers of a product's variants make of its prices: the lowest with its MRP and planned sale is the product's, and `own`
 * has what differs by offer. Offers without a price have errors of their own.
 */
export function pricesByVariant<T extends Offer>(
  offers: readonly T[],
  notes: string[],
): { product: Omit<T, 'line'> | undefined; own: OwnPrices[] } {
  const [lowest] = offers.filter(({ price }) => price !== undefined).toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  if (!lowest) return { product: undefined, own: [] }
  const { line: _, ...product } = lowest
  // A sale moves all variants by the same rupees.
  const sale = saleOf(lowest)
  const others = offers.find((one) => one.price !== undefined && saleOf(one) !== sale)
  if (others)
    notes.push(
      `its variants have different planned sales; that of line ${lowest.line} is planned for all, by its rupees`,
    )
  const own = offers.map((one) => {
    const mrp = highestOf(one)
    return ownPrices({
      price: one.price === lowest.price ? null : one.price,
      // One as high as the price shows none.
      mrp: mrp === highestOf(lowest) ? null : (mrp ?? one.price),
    })
  })
  return { product, own }
}

/** The MRP, or what a planned sale will show as such. */
const highestOf = ({ mrp, scheduled = [] }: Offer) => mrp ?? scheduled.find((one) => one.mrp !== null)?.mrp ?? null

/** When a planned sale changes the price by how much. */
const saleOf = ({ price = 0, scheduled = [] }: Offer) =>
  JSON.stringify(scheduled.map((one) => [one.at, Math.round((one.price - price) * 100)]))
