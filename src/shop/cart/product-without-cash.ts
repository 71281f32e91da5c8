import type { CartLine } from './contract.ts'

/** The name of a product in the cart that can't be paid in cash, or false if all can. */
export function productWithoutCash(lines: readonly CartLine[]): string | false {
  return lines.find(({ noCash }) => noCash)?.productId.name ?? false
}
