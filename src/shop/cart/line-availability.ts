import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'
import type { CartLine } from './contract.ts'

/** At this many left or fewer a line shows the number. */
const FEW = 3

/**
 * A line against the stock. `short`: fewer left than its quantity, which blocks Checkout; `last`: its quantity is all
 * there is, or only a few are left.
 */
export type Availability = 'fine' | 'last' | 'short' | 'sold-out'

export function availabilityOf({ quantity, available }: Pick<CartLine, 'quantity' | 'available'>): Availability {
  if (available <= 0) return 'sold-out'
  if (quantity > available) return 'short'
  return quantity === available || available <= FEW ? 'last' : 'fine'
}

/** The text beside the line, or null. */
export function availabilityText(line: Pick<CartLine, 'quantity' | 'available'>): string | null {
  switch (availabilityOf(line)) {
    case 'sold-out':
      return t('Sold out')
    case 'short':
    case 'last':
      return t('Only {available} left', { available: line.available })
    case 'fine':
      return null
  }
}

/** Lines whose quantity is more than what is left. */
export function blockingLines<L extends Pick<CartLine, 'quantity' | 'available'>>(lines: readonly L[]): L[] {
  return lines.filter((line) => line.quantity > line.available)
}

/** Why Checkout is blocked, in one sentence, or null. */
export function blockingReason(lines: readonly CartLine[]): string | null {
  const [first, ...more] = blockingLines(lines)
  if (first === undefined) return null
  const what = `${first.productId.name} (${valueName(first.color)}, ${first.size})`
  return t(
    '{what} {left, plural, =0 {is sold out} other {has only # left}}{others, plural, =0 {} one {, and # more item needs a look} other {, and # more items need a look}}. Change or remove it to go on.',
    { what, left: Math.max(0, first.available), others: more.length },
  )
}

/** The picture of the line's colour, else the product's first, else an empty string (SPEC 3). */
export function pictureOf({ picture, productId }: Pick<CartLine, 'picture' | 'productId'>): string {
  return picture?.src ?? productId.images[0] ?? ''
}

/** The sum of the goods in rupees, added up in paise. */
export function subtotalOf(lines: readonly { productId: { price: number }; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + Math.round(line.productId.price * 100) * line.quantity, 0) / 100
}
