/** Prices of a product or of one of its variants, in rupees. What a variant lacks is the product's. */
export interface Prices {
  price: number
  mrp?: number | null | undefined
}
export interface OwnPrices {
  price?: number | null | undefined
  mrp?: number | null | undefined
}

/** What a variant costs, and its MRP. */
export function pricesOf(
  product: Prices,
  variant: OwnPrices | null | undefined,
): { price: number; mrp: number | null } {
  return { price: variant?.price ?? product.price, mrp: variant?.mrp ?? product.mrp ?? null }
}

/** Those of its prices that a variant has. */
export function ownPrices({ price, mrp }: OwnPrices): { price?: number; mrp?: number } {
  return { ...(price == null ? {} : { price }), ...(mrp == null ? {} : { mrp }) }
}

/** `priceTo`, the highest price of a product's variants. Nothing if all cost the same. */
export function highestPrice(price: number, variants: readonly OwnPrices[]): { priceTo?: number } {
  const priceTo = Math.max(price, ...variants.map((one) => one.price ?? price))
  return priceTo > price ? { priceTo } : {}
}

/** Variants after the product's price rose or fell by some rupees: each of them moves with it. */
export function movePrices<V extends OwnPrices>(variants: readonly V[], by: number): V[] {
  return variants.map((one) => (by && one.price != null ? { ...one, price: inPaise(one.price + by) } : one))
}

/** The lowest price of variants is the product's, and one that costs so much, or has the product's MRP, has none of its own. */
export function settlePrices<V extends OwnPrices>(
  product: Prices,
  variants: readonly V[],
): { price: number; variants: (Omit<V, 'price' | 'mrp'> & { price?: number; mrp?: number })[] } {
  const price = Math.min(...variants.map((one) => one.price ?? product.price))
  return {
    price: Number.isFinite(price) ? price : product.price,
    variants: variants.map(({ price: own, mrp, ...one }) => ({
      ...one,
      ...ownPrices({
        price: (own ?? product.price) > price ? (own ?? product.price) : null,
        mrp: mrp === product.mrp ? null : mrp,
      }),
    })),
  }
}

/** A sum of rupees without what floating point adds. */
const inPaise = (rupees: number) => Math.round(rupees * 100) / 100
