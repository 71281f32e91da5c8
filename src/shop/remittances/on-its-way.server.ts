import type { Kysely } from 'kysely'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import type { Tables } from '../tables.server.ts'
import { sumCashByCarrier } from './sql.server.ts'

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
