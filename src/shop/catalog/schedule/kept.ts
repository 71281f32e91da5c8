import type { ScheduledPrice } from '../tables.server.ts'

/** In rupees. */
export type Prices = Pick<ScheduledPrice, 'price' | 'mrp'>

const NAMES = ['price', 'mrp'] as const

/**
 * The prices that a scheduled change leads to. What it changes is set if it's still as expected; what somebody has changed since stays
 * and is named in `kept`, and so does all if the MRP would be below the price. `was` null: nothing is expected.
 */
export function applyPrices(
  now: Prices,
  wanted: Prices,
  was: Prices | null,
): { prices: Prices; kept: (typeof NAMES)[number][] } {
  if (was === null) return { prices: { price: wanted.price, mrp: wanted.mrp }, kept: [] }
  const changed = NAMES.filter((name) => wanted[name] !== was[name])
  const kept = changed.filter((name) => now[name] !== was[name])
  const set = changed.filter((name) => !kept.includes(name))
  const prices = { ...now, ...Object.fromEntries(set.map((name) => [name, wanted[name]])) }
  return prices.mrp !== null && prices.mrp < prices.price ? { prices: now, kept: changed } : { prices, kept }
}
