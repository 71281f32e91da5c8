import type { CartLine } from './contract.ts'
import { notEnough } from './messages.ts'

/**
 * The result of Increase or Decrease: a valid quantity (SPEC 5: at least 1; at most what is left), or why there is
 * none. A line that exceeds the stock goes down to what is left in one step, since anything between would be refused.
 */
export function nextQuantity(
  line: CartLine,
  wanted: number,
  tooSmall: string,
): { kind: 'to'; quantity: number } | { kind: 'refused'; message: string } {
  const left = line.available
  if (wanted < 1) return { kind: 'refused', message: tooSmall }
  if (wanted <= left) return { kind: 'to', quantity: wanted }
  if (wanted < line.quantity && left >= 1) return { kind: 'to', quantity: left }
  return { kind: 'refused', message: notEnough({ ...line, name: line.productId.name }, left) }
}
