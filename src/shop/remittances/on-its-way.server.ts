import type { Kysely } from 'kysely'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import type { Tables } from '../tables.server.ts'
import { sumCashByCarrier, sumUnsettled } from './sql.server.ts'

/** What the payment provider has taken and not settled, for `ledger check`; empty until a file of it was taken over. */
export async function describeUnsettled(db: Kysely<Tables>): Promise<string[]> {
  const { payments, due, late, lateDue } = await sumUnsettled(db)
  if (payments === 0) return []
  const inRupees = (amount: number) => formatPrice(toRupees(paise(amount)))
  const count = payments === 1 ? '1 payment' : `${payments} payments`
  const overdue = late === 0 ? '' : `, of which ${inRupees(lateDue)} in ${late} for more than a week`
  return [`On its way from the payment provider: ${inRupees(due)} in ${count}${overdue}`]
}

/** What each carrier owes, for `ledger check`: "Cash on its way: Delhivery Rs. 3,296.00 in 3 parcels". */
export async function describeCashOnItsWay(db: Kysely<Tables>): Promise<string[]> {
  const carriers = await sumCashByCarrier(db)
  return carriers
    .filter(({ due }) => due > 0)
    .map(({ carrier, due, parcels }) => {
      const count = parcels === 1 ? '1 parcel' : `${parcels} parcels`
      return `Cash on its way: ${carrier} ${formatPrice(toRupees(paise(due)))} in ${count}`
    })
}
