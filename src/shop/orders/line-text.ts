import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { NOT_EXCHANGEABLE } from '../catalog/messages.ts'
import { valueName } from '../catalog/value-names.ts'
import type { Exchange, OrderLine } from './contract.ts'

/** What was bought in a line: `M · Black · 3`. */
export function variantText({ size, color, quantity }: OrderLine): string {
  return [valueName(size), valueName(color), quantity].filter(Boolean).join(' · ')
}

/** The price of a piece, called so if there are several. */
export function linePriceText({ quantity, productId }: OrderLine): string {
  const price = formatPrice(productId.price)
  return quantity > 1 ? t('{price} each', { price }) : price
}

/**
 * What a line is exchanged for: `L → XL`, `Black → White`, or `Linen Shirt, Blue, XL` if it's another product. A server that doesn't say so has at least the requested colour
 * and size. Null if it's the same again, or another line is exchanged.
 */
export function replacementText(
  line: Pick<OrderLine, '_id' | 'color' | 'size'>,
  { pieces, color, size, other }: Pick<Exchange, 'pieces' | 'color' | 'size' | 'other'>,
): string | null {
  const piece = pieces.find(({ lineId }) => lineId === line._id)
  if (pieces.length > 0 && piece === undefined) return null
  const next = piece?.replacement ?? { color: color ?? line.color, size: size ?? line.size }
  if (other !== null) return [other.name, valueName(next.color), valueName(next.size)].join(', ')
  const changes = [
    next.size === line.size ? [] : [[valueName(line.size), valueName(next.size)]],
    next.color === line.color ? [] : [[valueName(line.color), valueName(next.color)]],
  ].flat()
  return changes.map(([from, to]) => `${from} → ${to}`).join(', ') || null
}

/** How many pieces of a line an exchange is about; null if it's about all of them, or none since it was cancelled. */
export function exchangedText(line: OrderLine, { pieces, isCancelled }: Pick<Exchange, 'pieces' | 'isCancelled'>) {
  if (isCancelled || pieces.length === 0) return null
  const count = pieces.find(({ lineId }) => lineId === line._id)?.quantity ?? 0
  return count < line.quantity ? t('{count} of {quantity} exchanged', { count, quantity: line.quantity }) : null
}

/** Until when a product with days of its own can be exchanged; null if its order's count. */
export function ownDaysText({ exchangeDays: days }: Pick<OrderLine, 'exchangeDays'>): string | null {
  if (days === undefined) return null
  return days === 0 ? NOT_EXCHANGEABLE : t('Can be exchanged for {days} days after delivery.', { days })
}
