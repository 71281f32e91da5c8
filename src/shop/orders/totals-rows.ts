import { t } from '#platform/text/t.ts'
import type { Totals } from '../pricing/rules.ts'

/** A row of an order's amounts, in rupees. */
export type TotalsRow = { label: string; amount: number; isTotal?: boolean }

/**
 * The amounts of an order in display order: goods (`items` is their number), delivery, tax, total. The tax comes after
 * the total if prices include it, and isn't there if there is none. `rate` is the tax rate in per cent, if all lines
 * have the same.
 */
export function totalsRows(
  { goods, delivery, tax, total, taxIncluded }: Totals<number>,
  items: number,
  rate?: number,
): TotalsRow[] {
  const added = rate === undefined ? t('GST and Service Tax') : t('GST and Service Tax ({rate}%)', { rate })
  const included = rate === undefined ? t('Includes GST') : t('Includes GST ({rate}%)', { rate })
  return [
    { label: t('Items ({items})', { items }), amount: goods },
    { label: t('Delivery'), amount: delivery },
    ...(tax > 0 ? [{ label: added, amount: tax }] : []),
    { label: t('Total'), amount: total, isTotal: true },
    ...(taxIncluded > 0 ? [{ label: included, amount: taxIncluded }] : []),
  ]
}
