/*
 * Free delivery from a sum, in whatever unit the amounts have. A file of its own: product pages and the cart drawer need no
 * more of the prices.
 */

/** The delivery fee of goods that come to so much after discounts, before added tax. `freeFrom` 0: never free. */
export function feeFor<Amount extends number>(goods: Amount, fee: Amount, freeFrom: Amount): Amount | 0 {
  return freeFrom > 0 && goods >= freeFrom ? 0 : fee
}

/** What goods lack until delivery is free, 0 once it is. Null if it costs nothing anyway, or is never free. */
export function missingForFree(goods: number, fee: number, freeFrom: number): number | null {
  return freeFrom > 0 && fee > 0 ? Math.max(0, freeFrom - goods) : null
}
