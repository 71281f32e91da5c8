import { type Paise, paise } from '#platform/money.ts'
import { SMALLEST_TOTAL } from '../pricing/rules.ts'

/**
 * How much of a total store credit pays, in paise: all of it, or so much that what is left to pay isn't less than the provider
 * takes.
 */
export function creditFor(total: number, available: number): Paise {
  if (available >= total) return paise(total)
  return paise(Math.max(0, Math.min(available, total - SMALLEST_TOTAL)))
}
