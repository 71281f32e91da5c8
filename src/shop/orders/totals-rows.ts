import { t } from '#platform/text/t.ts'
import type { Totals } from '../pricing/rules.ts'
import type { ShownDiscount } from './contract.ts'

/** A row of an order's amounts, in rupees. What is taken off is below 0. */
export type TotalsRow = { label: string; amount: number; isTotal?: boolean }

/** What there is only with offers, or if it's paid in cash. */
interface Extras {
  discounts?: readonly Pick<ShownDiscount, 'name' | 'code' | 'amount'>[]
  cashFee?: number
  /** What store credit pays. */
  credit?: number
}

/**
 * The amounts of an order in display order: goods (`items` is their number), discounts, delivery, tax, total. The tax comes after
 * the total if prices include it, and isn't there if there is none. `rate` is the tax rate in per cent, if all lines
 * have the same.
 */
export function totalsRows(
  { goods, delivery, tax, total, taxIncluded, discounts = [], cashFee = 0, credit = 0 }: Totals<number> & Extras,
  items: number,
  rate?: number,
): TotalsRow[] {
  const added = rate === undefined ? t('GST and Service Tax') : t('GST and Service Tax ({rate}%)', { rate })
  const included = rate === undefined ? t('Includes GST') : t('Includes GST ({rate}%)', { rate })
  return [
    { label: t('Items ({items})', { items }), amount: goods },
    ...discounts.map(({ name, code, amount }) => ({
      label: code === null ? name : `${name} (${code})`,
      amount: -amount,
    })),
    { label: t('Delivery'), amount: delivery },
    ...(cashFee > 0 ? [{ label: t('Fee for paying in cash'), amount: cashFee }] : []),
    ...(tax > 0 ? [{ label: added, amount: tax }] : []),
    { label: t('Total'), amount: total, isTotal: true },
    ...(credit > 0 ? [{ label: t('Paid by store credit'), amount: -credit }] : []),
    ...(taxIncluded > 0 ? [{ label: included, amount: taxIncluded }] : []),
  ]
}
