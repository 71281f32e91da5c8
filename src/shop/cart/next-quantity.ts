import type { CartLine } from './contract.ts'
import { notEnough } from './messages.ts'

/** The result of Increase or Decrease: a new quantity, or the message why there is none. */
export type Step = { kind: 'to'; quantity: number } | { kind: 'refused'; message: string }

/**
 * Validates a new quantity (SPEC 5: at least 1; at most what is left). A line above the stock goes down to what is left in
 * one step, since anything between would be refused.
 */
export function nextQuantity(line: CartLine, wanted: number, tooSmall: string): Step {
  const left = line.available
  if (wanted < 1) return { kind: 'refused', message: tooSmall }
  if (wanted <= left) return { kind: 'to', quantity: wanted }
  if (wanted < line.quantity && left >= 1) return { kind: 'to', quantity: left }
  const { name } = line.productId
  return { kind: 'refused', message: notEnough({ name, color: line.color, size: line.size }, left) }
}
