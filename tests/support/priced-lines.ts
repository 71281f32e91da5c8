import type { Paise } from '#platform/money.ts'
import { type Charges, cartCharges, type PricedCart, priceCart } from '#shop/pricing/rules.ts'

/** The price of lines whose rates are given. */
export function priceLines(
  lines: readonly { price: Paise; quantity: number; percent: number }[],
  charges: Charges,
  taxParts: 1 | 2 = 1,
): PricedCart {
  const items = lines.map((line, index) => ({ ...line, key: String(index), bands: [line] }))
  return priceCart({ ...cartCharges(charges), items, taxParts })
}
