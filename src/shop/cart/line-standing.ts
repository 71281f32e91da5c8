import type { CartLine } from './contract.ts'

/** From how many left on a line says so. */
const FEW = 3

/**
 * How a line stands against the stock. `short`: fewer left than it asks for, which blocks Checkout; `sold-out`: none
 * left; `last`: it asks for all there are, or only a few are left.
 */
export type Standing = 'fine' | 'last' | 'short' | 'sold-out'

/** How a line stands, from what it asks for and what can still be bought, both in pieces. */
export function standingOf({ quantity, available }: Pick<CartLine, 'quantity' | 'available'>): Standing {
  if (available <= 0) return 'sold-out'
  if (quantity > available) return 'short'
  return quantity === available || available <= FEW ? 'last' : 'fine'
}

/** What the line says about it; null: nothing. */
export function standingWords(line: Pick<CartLine, 'quantity' | 'available'>): string | null {
  switch (standingOf(line)) {
    case 'sold-out':
      return 'Sold out'
    case 'short':
    case 'last':
      return `Only ${line.available} left`
    case 'fine':
      return null
  }
}

/** Lines that can't be bought as they stand. */
export function blockingLines<L extends Pick<CartLine, 'quantity' | 'available'>>(lines: readonly L[]): L[] {
  return lines.filter((line) => line.quantity > line.available)
}

/** Why Checkout is closed, in one sentence; null when it is open. */
export function blockingReason(lines: readonly CartLine[]): string | null {
  const [first, ...more] = blockingLines(lines)
  if (first === undefined) return null
  const what = `${first.productId.name} (${first.color}, ${first.size})`
  const state = first.available <= 0 ? 'is sold out' : `has only ${first.available} left`
  const others =
    more.length === 0 ? '' : `, and ${more.length} more ${more.length === 1 ? 'item needs' : 'items need'} a look`
  return `${what} ${state}${others}. Change or remove it to go on.`
}

/** The line's picture: of its own colour where the answer has one, else the product's first, else none (SPEC 3). */
export function pictureOf({ picture, productId }: Pick<CartLine, 'picture' | 'productId'>): string {
  return picture?.src ?? productId.images[0] ?? ''
}

/** The price of the goods alone, in rupees; summed in paise. */
export function goodsOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + Math.round(line.productId.price * 100) * line.quantity, 0) / 100
}
