import type { CartLine } from './contract.ts'
import { notEnough } from './messages.ts'

/** What a press on Increase or Decrease comes to: a new quantity, or a sentence why there is none. */
export type Step = { kind: 'to'; quantity: number } | { kind: 'refused'; message: string }

/**
 * Judges a step of a line (SPEC 5: at least 1; at most what is left). A line that asks for more than
 * there is goes down to what is left in one step: anything between would be refused.
 */
export function stepTo(line: CartLine, wanted: number, tooSmall: string): Step {
  const left = line.available
  if (wanted < 1) return { kind: 'refused', message: tooSmall }
  if (wanted <= left) return { kind: 'to', quantity: wanted }
  if (wanted < line.quantity && left >= 1) return { kind: 'to', quantity: left }
  const { name } = line.productId
  return { kind: 'refused', message: notEnough({ name, color: line.color, size: line.size }, left) }
}
