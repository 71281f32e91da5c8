import { deviceStorage } from '#platform/browser/storage.ts'
import type { CartLine } from './contract.ts'

const KEY = 'cartPrices'

type Prices = Record<string, number>

/**
 * Stores the price at which this browser first showed each line, so that a changed price can be shown. Lines that are
 * gone are dropped.
 */
export function saveSeenPrices(lines: readonly CartLine[]): void {
  const seen = read()
  write(Object.fromEntries(lines.map((line) => [line._id, seen[line._id] ?? line.productId.price])))
}

/** The price in rupees at which a line was first shown, or null if it's the same. */
export function formerPrice(line: CartLine): number | null {
  const seen = read()[line._id]
  return seen === undefined || seen === line.productId.price ? null : seen
}

/** Marks the current prices as seen, because the shopper saw them in the total or logged out. */
export function resetSeenPrices(lines: readonly CartLine[]): void {
  write(Object.fromEntries(lines.map((line) => [line._id, line.productId.price])))
}

function read(): Prices {
  const stored = deviceStorage.read(KEY)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter((entry) => typeof entry[1] === 'number'))
}

/** If storage is full or blocked, no former price is shown. */
function write(prices: Prices): void {
  deviceStorage.write(KEY, Object.keys(prices).length === 0 ? null : prices)
}
