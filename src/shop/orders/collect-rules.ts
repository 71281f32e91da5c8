import { formatRupees, type Paise, paise, toRupees } from '#platform/money.ts'

/** What of an order a parcel is made of: how many of each line's pieces have been sent with it, and by the parcels before. */
export interface CollectedLine {
  /** Paid for all of its pieces, with the tax added to them, in paise. */
  amount: number
  quantity: number
  /** In this parcel. */
  count: number
}

/**
 * What a parcel collects, in paise: its pieces, and for the first one delivery and fee besides; the last one all that the
 * parcels before it (`collected`) left of the total, odd paise with it. `total` is what is due; `credit` is what of the store credit
 * that paid the rest is left for this parcel, after the parcels before it.
 */
export function collectFor(
  order: { total: number; delivery: number; collected: number; credit?: number },
  lines: readonly CollectedLine[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Paise {
  const rest = order.total - order.collected
  if (isLast) return paise(Math.max(0, rest))
  const goods = lines.reduce((sum, { amount, quantity, count }) => sum + Math.floor((amount * count) / quantity), 0)
  return paise(Math.max(0, Math.min(rest, goods + (isFirst ? order.delivery : 0) - (order.credit ?? 0))))
}

/** "Collect Rs. 1,339", for who packs and who delivers. */
export function collectText(amount: Paise): string {
  return `Collect ${formatRupees(toRupees(amount))}`
}
