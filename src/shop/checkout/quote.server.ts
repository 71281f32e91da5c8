import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { sha256 } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { deliveryProblems } from '../addresses/rules.ts'
import { belowMinimum, notEnough, PRODUCT_NOT_FOUND } from '../cart/messages.ts'
import { refuseVariant } from '../cart/set-line.server.ts'
import type { Variant } from '../cart/sql.server.ts'
import { chargesTo, unreachable } from '../delivery/directory.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { cartCharges, itemBands, type PricedCart, priceCart, SMALLEST_TOTAL } from '../pricing/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { OrderRequest } from './contract.ts'
import {
  ADDRESS_INCOMPLETE,
  ADDRESS_NOT_FOUND,
  SHOP_CLOSED,
  TOTAL_CHANGED,
  TOTAL_TOO_LARGE,
  TOTAL_TOO_SMALL,
} from './messages.ts'
import { LARGEST_TOTAL, sumRepeatedLines } from './rules.ts'
import { findAddress } from './sql.server.ts'
import { type CatalogLine, findCatalogLines } from './stock-sql.server.ts'

/** A requested line with its current price and stock. */
export interface QuotedLine extends Variant, Pick<CatalogLine, 'pictures' | 'available' | 'own'> {
  sku: string
  name: string
  price: Paise
  quantity: number
  hsn: string
  /** Off the whole line. */
  discount: Paise
  taxPercent: number
}

type UnpricedLine = Omit<QuotedLine, 'discount' | 'taxPercent'>

/** A priced order before it's created. Nothing in it comes unchecked from the client. */
export interface Quote {
  lines: QuotedLine[]
  totals: PricedCart
  address: OrderAddress
  paymentMethod: string
  exchangeDays: number
  pricesIncludeTax: boolean
  /** Equal for the same goods, address id and total. Two requests with one fingerprint are one order. */
  fingerprint: string
}

/** Why a request has no price, or can't be ordered. */
type QuoteRefusal =
  | 'invalid_input'
  | 'order_too_large'
  | 'not_found'
  | 'below_minimum_order'
  | 'insufficient_stock'
  | 'shop_closed'
  | 'total_changed'
  | 'address_incomplete'

/**
 * Prices a request. Refused: an unknown address or product (404), an undeliverable address (422, with the fields), a
 * colour or size that isn't made or a total that is too large (400), too little stock for such a total, a closed shop,
 * goods below the minimum order, a total below the provider's minimum, or a total other than the server's (409, the last
 * with the right one in `total`).
 */
export async function quoteOrder(
  shop: Shop,
  customer: CustomerId,
  request: OrderRequest,
): Promise<Result<Quote, QuoteRefusal>> {
  const { db, clock } = shop
  const requested = sumRepeatedLines(request.productDetails)
  const settings = shop.settings()
  const [address, found] = await Promise.all([
    findAddress(db, customer, request.addressId),
    findCatalogLines(db, customer, requested),
  ])
  if (!address) return refuse('not_found', ADDRESS_NOT_FOUND)
  const [elsewhere, lacking] = [unreachable(address, settings), deliveryProblems(address)]
  const problems = Object.entries({ ...lacking, ...elsewhere })
  if (problems.length > 0) {
    const errors = problems.map(([path, message]) => ({ path, message }))
    // What can't be reached isn't reached by completing it.
    return refuse('address_incomplete', elsewhere.country ?? elsewhere.zipCode ?? ADDRESS_INCOMPLETE, { errors })
  }
  const asked: UnpricedLine[] = []
  const included = settings['tax.pricesInclude']
  const day = indianDay(clock.now())
  for (const [index, line] of requested.entries()) {
    const catalog = found[index]
    if (!catalog || catalog.name === null) return refuse('not_found', PRODUCT_NOT_FOUND)
    const { sku, name, pictures, available, own } = catalog
    if (sku === null) return refuseVariant({ ...catalog, name }, line, `productDetails.${index}.`)
    const price = paise(catalog.price_paise)
    const hsn = catalog.hsn ?? settings['tax.hsn']
    asked.push({ ...line, sku, name, price, hsn, pictures, available, own })
  }
  const items = asked.map((line) => ({ ...line, key: line.sku, bands: itemBands(settings, { hsn: line.hsn, day }) }))
  const totals = asked.every((line) => line.quantity * line.price <= LARGEST_TOTAL)
    ? priceCart({ ...cartCharges(chargesTo(address, settings)), items })
    : null
  if (!totals || totals.total > LARGEST_TOTAL)
    return refuseShortage(asked) ?? refuse('order_too_large', TOTAL_TOO_LARGE)
  const lines = asked.flatMap((line, index) => {
    const priced = totals.items[index]
    return priced ? [{ ...line, discount: priced.discount, taxPercent: priced.taxPercent }] : []
  })
  if (!settings['shop.open']) return refuse('shop_closed', SHOP_CLOSED)
  const minimum = settings['order.minimum']
  if (toRupees(totals.goods) < minimum) return refuse('below_minimum_order', belowMinimum(minimum))
  if (totals.total < SMALLEST_TOTAL) return refuse('below_minimum_order', TOTAL_TOO_SMALL)
  if (toPaise(request.totalPrice) !== totals.total)
    return refuse('total_changed', TOTAL_CHANGED, { extra: { total: toRupees(totals.total) } })
  const goods = lines.map(({ sku, quantity }) => [sku, quantity]).sort()
  const same = [goods, request.addressId, totals.total, ...totals.discounts.map(({ offer, code }) => [offer, code])]
  const fingerprint = sha256(JSON.stringify(same)).toString('base64url')
  const { paymentMethod } = request
  const exchangeDays = settings['exchange.days']
  return ok({ lines, totals, address, paymentMethod, exchangeDays, pricesIncludeTax: included, fingerprint })
}

/** Refuses lines that exceed the stock, naming the first and listing all. Null if there's enough. */
export function refuseShortage(lines: readonly UnpricedLine[]): Refusal<'insufficient_stock'> | null {
  const short = lines.filter((line) => line.quantity > line.available + line.own)
  const errors = short.map((line) => ({
    path: `productDetails.${lines.indexOf(line)}.quantity`,
    message: notEnough(line, line.available + line.own),
  }))
  return errors[0] ? refuse('insufficient_stock', errors[0].message, { errors }) : null
}
