import type { CartLine } from './contract.ts'

const KEY = 'cartPrices'

type Prices = Record<string, number>

/**
 * The price at which this browser first showed each line of the cart, so that a line can say when it has changed since.
 * Lines that have gone are forgotten.
 */
export function noteSeenPrices(lines: readonly CartLine[]): void {
  const seen = read()
  write(Object.fromEntries(lines.map((line) => [line._id, seen[line._id] ?? line.productId.price])))
}

/** The price a line had when it was first seen, in rupees; null when it is still the same. */
export function formerPrice(line: CartLine): number | null {
  const seen = read()[line._id]
  return seen === undefined || seen === line.productId.price ? null : seen
}

/** From now on today's prices are the known ones: the shopper has seen them in the sum to pay, or has logged out. */
export function settleSeenPrices(lines: readonly CartLine[]): void {
  write(Object.fromEntries(lines.map((line) => [line._id, line.productId.price])))
}

function read(): Prices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter((entry) => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}

/** A browser that keeps nothing (full, or closed by its owner) just never sees a former price. */
function write(prices: Prices): void {
  try {
    if (Object.keys(prices).length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(prices))
  } catch {
    return
  }
}
