import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'
import type { Exchange, OrderLine } from './contract.ts'

/** What was bought in a line: `M · Black · 3`. */
export function variantText({ size, color, quantity }: OrderLine): string {
  return [size, valueName(color), quantity].filter(Boolean).join(' · ')
}

/** The price of a piece, called so if there are several. */
export function linePriceText({ quantity, productId }: OrderLine): string {
  const price = formatPrice(productId.price)
  return quantity > 1 ? t('{price} each', { price }) : price
}

/** How many pieces of a line an exchange is about; null if it's about all of them, or none since it was cancelled. */
export function exchangedText(line: OrderLine, { pieces, isCancelled }: Pick<Exchange, 'pieces' | 'isCancelled'>) {
  if (isCancelled || pieces.length === 0) return null
  const count = pieces.find(({ lineId }) => lineId === line._id)?.quantity ?? 0
  return count < line.quantity ? t('{count} of {quantity} exchanged', { count, quantity: line.quantity }) : null
}
