import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'
import type { CartLine, LineProduct } from './contract.ts'

/** A line shows the number left if it's at most this. */
const FEW = 3

type StockOfLine = Pick<CartLine, 'quantity' | 'available'>

/**
 * Compares a line with the stock. `short`: its quantity exceeds the stock, which blocks Checkout. `last`: its quantity
 * is all there is, or only a few are left.
 */
export function availabilityOf({ quantity, available }: StockOfLine): 'fine' | 'last' | 'short' | 'sold-out' {
  if (available <= 0) return 'sold-out'
  if (quantity > available) return 'short'
  return quantity === available || available <= FEW ? 'last' : 'fine'
}

/** The text beside the line, or null. */
export function availabilityText(line: StockOfLine): string | null {
  const availability = availabilityOf(line)
  if (availability === 'sold-out') return t('Sold out')
  return availability === 'fine' ? null : t('Only {available} left', { available: line.available })
}

/** Lines whose quantity exceeds the stock. */
export function blockingLines(lines: readonly CartLine[]): CartLine[] {
  return lines.filter((line) => line.quantity > line.available)
}

/** The reason why Checkout is blocked, in one sentence, or null. */
export function blockingReason(lines: readonly CartLine[]): string | null {
  const [first, ...more] = blockingLines(lines)
  if (first === undefined) return null
  const what = `${first.productId.name} (${valueName(first.color)}, ${valueName(first.size)})`
  return t(
    '{what} {left, plural, =0 {is sold out} other {has only # left}}{others, plural, =0 {} one {, and # more item needs a look} other {, and # more items need a look}}. Change or remove it to go on.',
    { what, left: Math.max(0, first.available), others: more.length },
  )
}

/** The URL of the picture in the line's colour, else of the product's first, else an empty string (SPEC 3). */
export function pictureUrlOf({ picture, productId }: { picture: CartLine['picture']; productId: LineProduct }): string {
  return picture?.src ?? productId.images[0] ?? ''
}

/** The sum of the goods in rupees, added up in paise. */
export function subtotalOf(lines: readonly { productId: { price: number }; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + Math.round(line.productId.price * 100) * line.quantity, 0) / 100
}
