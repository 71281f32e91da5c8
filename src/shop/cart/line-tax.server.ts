import type { CustomerId } from '#platform/api/identity.ts'
import { paise } from '#platform/money.ts'
import { readSettings } from '../settings/staff.server.ts'
import { indianDay, tableRate } from '../settings/tax-rules.ts'
import type { Shop } from '../shop.server.ts'
import type { CartLine } from './contract.ts'
import { cartStore, findHsnCodes } from './store.server.ts'

/** The lines of a customer's cart; in a shop with a tax table each with its rate, as checkout will charge it. */
export async function listCart({ db, clock }: Pick<Shop, 'db' | 'clock'>, customer: CustomerId): Promise<CartLine[]> {
  const [lines, settings] = await Promise.all([cartStore.list(db, customer), readSettings(db)])
  const table = settings['tax.table']
  if (table.length === 0) return lines
  const codes = await findHsnCodes(
    db,
    lines.map(({ productId }) => productId._id),
  )
  const common = { day: indianDay(clock.now()), included: settings['tax.pricesInclude'] }
  return lines.map((line) => {
    const hsn = codes.get(line.productId._id) ?? settings['tax.hsn']
    const price = paise(Math.round(line.productId.price * 100))
    return { ...line, taxPercent: tableRate(table, { ...common, hsn, price }) ?? settings['order.taxPercent'] }
  })
}
