import type { CustomerId } from '#platform/api/identity.ts'
import { indianDay } from '#platform/india-time.ts'
import { paise } from '#platform/money.ts'
import { itemBands, rateOfPiece } from '../pricing/rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { CartLine } from './contract.ts'
import { cartStore, findHsnCodes } from './sql.server.ts'

/** The lines of a customer's cart, with their tax rates as `withTax` adds them. */
export async function listCart(
  shop: Pick<Shop, 'db' | 'clock' | 'settings'>,
  customer: CustomerId,
): Promise<CartLine[]> {
  return withTax(shop, await cartStore.list(shop.db, customer), shop.settings())
}

/**
 * In a shop with a tax table, adds to each line the tax rate that checkout will charge. Otherwise returns the lines as
 * they are.
 */
export async function withTax(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  lines: CartLine[],
  settings: Settings,
): Promise<CartLine[]> {
  const table = settings['tax.table']
  if (table.length === 0) return lines
  const codes = await findHsnCodes(
    db,
    lines.map(({ productId }) => productId._id),
  )
  const day = indianDay(clock.now())
  return lines.map((line) => {
    const hsn = codes.get(line.productId._id) ?? settings['tax.hsn']
    const price = paise(Math.round(line.productId.price * 100))
    return { ...line, taxPercent: rateOfPiece(itemBands(settings, { hsn, day }), price, settings['tax.pricesInclude']) }
  })
}
