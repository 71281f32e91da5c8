import { indianDay } from '#platform/india-time.ts'
import { formatPrice, paise, toPaise, toRupees } from '#platform/money.ts'
import { findBetterPrice } from '../../settings/tax-rules.ts'
import type { Shop } from '../../shop.server.ts'
import { findUnusualPrice } from '../schedule/sales.server.ts'
import { findProduct } from './export-sql.server.ts'

/** What staff should know before a product gets a price, as sentences for people. */
export interface PriceAdvice {
  /** It's free, or far from the price of a day ago: to be confirmed. */
  unusual: string | null
  /** A lower price leaves the shop more after GST. */
  tax: string | null
}

/** Advice on a new price of a product, in rupees; null if there is no such product. */
export async function adviseOnPrice(
  { db, settings, clock }: Pick<Shop, 'db' | 'settings' | 'clock'>,
  id: string,
  price: number,
): Promise<PriceAdvice | null> {
  const row = await findProduct(db, id)
  if (!row) return null
  const unusual = await findUnusualPrice(db, id, { price })
  const { 'tax.pricesInclude': isIncluded, 'tax.table': table, 'tax.hsn': hsn } = settings()
  const piece = { hsn: row.details.hsn ?? hsn, price: toPaise(price) ?? paise(0), day: indianDay(clock.now()) }
  const found = isIncluded ? findBetterPrice(table, piece) : null
  const words = ({ price, percent, leaves }: NonNullable<typeof found>['now']) =>
    `${formatPrice(toRupees(price))} includes ${percent}% GST and leaves you ${formatPrice(toRupees(leaves))}`
  return { unusual, tax: found && `${words(found.now)}; ${words(found.better)}.` }
}
