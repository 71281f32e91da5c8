import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { sha256 } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { type Paise, paise, percentOf, toPaise, toRupees } from '#platform/money.ts'
import { refuseGstin } from '../addresses/handlers.server.ts'
import { deliveryProblems } from '../addresses/rules.ts'
import { belowMinimum, notEnough, PRODUCT_NOT_FOUND } from '../cart/messages.ts'
import { refuseVariant } from '../cart/set-line.server.ts'
import type { Variant } from '../cart/sql.server.ts'
import { creditFor } from '../credit/rules.ts'
import { findCreditBalance } from '../credit/sql.server.ts'
import { chargesTo, takesCash, unreachable } from '../delivery/directory.server.ts'
import { type AppliedOffers, type ReadOffers, readOffers } from '../offers/grant.server.ts'
import type { Buyer } from '../offers/uses-sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { supplyOf } from '../orders/supply.server.ts'
import {
  type Cart,
  cartCharges,
  type Discount,
  itemBands,
  type PricedCart,
  type PricedItem,
  priceCart,
  SMALLEST_TOTAL,
} from '../pricing/rules.ts'
import type { Settings } from '../settings/rules.ts'
import { countRefusals } from '../shipping/refusals-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { type CashRefusal, refuseCash } from './cash-rules.ts'
import { countOpenCash } from './cash-sql.server.ts'
import type { OrderRequest, QuoteAnswer, QuoteRequest } from './contract.ts'
import {
  ADDRESS_INCOMPLETE,
  ADDRESS_NOT_FOUND,
  PAID_ONLINE,
  SHOP_CLOSED,
  TOTAL_CHANGED,
  TOTAL_TOO_LARGE,
  TOTAL_TOO_SMALL,
} from './messages.ts'
import { LARGEST_TOTAL, sumRepeatedLines } from './rules.ts'
import { findAddress, sumOwnCreditHolds } from './sql.server.ts'
import { type CatalogLine, findCatalogLines } from './stock-sql.server.ts'

/** A requested line with its current price and stock. */
export interface UnpricedLine extends Variant, Pick<CatalogLine, 'pictures' | 'available' | 'own'> {
  sku: string
  name: string
  price: Paise
  quantity: number
  mrp: Paise | null
  hsn: string
  /** It can't be paid in cash at the door. */
  noCash: boolean
}

/** The same with what it costs. */
export type QuotedLine = UnpricedLine & PricedItem

/** A priced order before it's created. Nothing in it comes unchecked from the client. */
export interface Quote {
  lines: QuotedLine[]
  totals: PricedCart
  /** With the second phone number. */
  address: OrderAddress
  note: string
  /** A business buyer's, or empty. */
  gstin: string
  /** What store credit pays of the total. */
  credit: Paise
  paymentMethod: string
  exchangeDays: number
  pricesIncludeTax: boolean
  /** Equal for the same goods, address id and total. Two requests with one fingerprint are one order. */
  fingerprint: string
}

/** Why a request has no price, or can't be ordered. */
type PriceRefusal = 'invalid_input' | 'order_too_large' | 'not_found'
type QuoteRefusal =
  | PriceRefusal
  | 'below_minimum_order'
  | 'insufficient_stock'
  | 'shop_closed'
  | 'total_changed'
  | 'address_incomplete'
  | 'wrong_gstin'
  | 'method_not_allowed'

/** Where a cart goes, as far as it's known. */
type Place = Pick<OrderAddress, 'zipCode' | 'state' | 'country'>

/**
 * What a cart costs now. Refused: an unknown address or product (404), a colour or size that isn't made or a total that is
 * too large (400). What couldn't be ordered, such as a sold-out line, has a price, too.
 */
export async function quoteCart(
  shop: Shop,
  customer: CustomerId | null,
  { productDetails, addressId, pin, codes = [], paymentMethod, useCredit = false }: QuoteRequest,
): Promise<Result<QuoteAnswer, PriceRefusal>> {
  const settings = shop.settings()
  const requested = sumRepeatedLines(productDetails)
  const [address, found, available] = await Promise.all([
    customer && addressId ? findAddress(shop.db, customer, addressId) : null,
    findCatalogLines(shop.db, customer, requested),
    findUsableCredit(shop, { customer }),
  ])
  if (addressId && !address) return refuse('not_found', ADDRESS_NOT_FOUND)
  const place = address ?? (pin === undefined ? null : { zipCode: pin, state: '', country: 'India' as const })
  const read = readLines(requested, found, settings)
  if (!read.ok) return read
  const buyer = { customer, address }
  const asked = { lines: read.data, place, buyer, codes, method: methodOf(paymentMethod) }
  const [priced, noCash] = await Promise.all([priceFor(shop, asked), refuseCashFor(shop, asked)])
  if (!priced) return refuse('order_too_large', TOTAL_TOO_LARGE)
  const credit = { available, used: useCredit ? creditFor(priced.totals.total, available) : paise(0) }
  return ok(describeQuote(withPrices(read.data, priced.totals), priced, { place, settings, noCash, credit }))
}

/**
 * Prices a request. Refused: an unknown address or product (404), an undeliverable address or a wrong GSTIN (422, with the fields), a
 * way to pay that isn't allowed (422), a colour or size that isn't made or a total that is too large (400), too little stock for such a total, a closed shop,
 * goods below the minimum order, a total below the provider's minimum, or a total other than the server's or a code that
 * doesn't count (409, the last with the right total and the quote).
 */
export async function quoteOrder(
  shop: Shop,
  customer: CustomerId,
  request: OrderRequest,
  { countsOwnHolds = false } = {},
): Promise<Result<Quote, QuoteRefusal>> {
  const wrong = refuseGstin(request.gstin, 'gstin')
  if (wrong) return wrong
  const requested = sumRepeatedLines(request.productDetails)
  const settings = shop.settings()
  const [saved, found, available] = await Promise.all([
    findAddress(shop.db, customer, request.addressId),
    findCatalogLines(shop.db, customer, requested),
    request.useCredit ? findUsableCredit(shop, { customer, countsOwnHolds }) : paise(0),
  ])
  if (!saved) return refuse('not_found', ADDRESS_NOT_FOUND)
  const { gstin, ...address } = saved
  const [elsewhere, lacking] = [unreachable(address, settings), deliveryProblems(address)]
  const problems = Object.entries({ ...lacking, ...elsewhere })
  if (problems.length > 0) {
    const errors = problems.map(([path, message]) => ({ path, message }))
    // What can't be reached isn't reached by completing it.
    return refuse('address_incomplete', elsewhere.country ?? elsewhere.zipCode ?? ADDRESS_INCOMPLETE, { errors })
  }
  const read = readLines(requested, found, settings)
  if (!read.ok) return read
  const { codes = [], note = '', phone2 = '', paymentMethod, useCredit = false } = request
  const buyer = { customer, address, countsOwnHolds }
  const asked = { lines: read.data, place: address, buyer, codes, method: methodOf(paymentMethod) }
  const [priced, noCash] = await Promise.all([priceFor(shop, asked), refuseCashFor(shop, asked)])
  if (noCash && asked.method === 'cash')
    return refuse('method_not_allowed', noCash.message, { extra: { reason: noCash.reason } })
  if (!priced) return refuseShortage(read.data) ?? refuse('order_too_large', TOTAL_TOO_LARGE)
  const { totals } = priced
  if (!settings['shop.open']) return refuse('shop_closed', SHOP_CLOSED)
  const minimum = settings['order.minimum']
  if (toRupees(totals.goods) < minimum) return refuse('below_minimum_order', belowMinimum(minimum))
  if (totals.total < SMALLEST_TOTAL) return refuse('below_minimum_order', TOTAL_TOO_SMALL)
  const lines = withPrices(read.data, totals)
  const credit = { available, used: useCredit ? creditFor(totals.total, available) : paise(0) }
  const quote = describeQuote(lines, priced, { place: address, settings, noCash, credit })
  if (toPaise(request.totalPrice) !== totals.total || quote.refusedCodes.length > 0)
    return refuse('total_changed', TOTAL_CHANGED, { extra: { total: quote.total, quote } })
  const goods = lines.map(({ sku, quantity }) => [sku, quantity]).sort()
  const same = [
    goods,
    request.addressId,
    totals.total,
    ...(asked.method === 'cash' ? ['cash'] : []),
    ...totals.discounts.map(({ offer, code }) => [offer, code]),
    ...(credit.used > 0 ? ['credit', credit.used] : []),
  ]
  return ok({
    lines,
    totals,
    address: { ...address, phone2 },
    note,
    gstin: request.gstin ?? gstin,
    credit: credit.used,
    paymentMethod,
    exchangeDays: settings['exchange.days'],
    pricesIncludeTax: settings['tax.pricesInclude'],
    fingerprint: sha256(JSON.stringify(same)).toString('base64url'),
  })
}

/** The requested lines as the catalogue has them. */
function readLines(
  requested: ReturnType<typeof sumRepeatedLines>,
  found: readonly CatalogLine[],
  settings: Settings,
): Result<UnpricedLine[], 'not_found' | 'invalid_input'> {
  const lines: UnpricedLine[] = []
  for (const [index, line] of requested.entries()) {
    const catalog = found[index]
    if (!catalog || catalog.name === null) return refuse('not_found', PRODUCT_NOT_FOUND)
    const { sku, name, pictures, available, own, no_cash: noCash } = catalog
    if (sku === null) return refuseVariant({ ...catalog, name }, line, `productDetails.${index}.`)
    const hsn = catalog.hsn ?? settings['tax.hsn']
    const mrp = catalog.mrp_paise === null ? null : paise(catalog.mrp_paise)
    lines.push({ ...line, sku, name, price: paise(catalog.price_paise), mrp, hsn, noCash, pictures, available, own })
  }
  return ok(lines)
}

const productIdsOf = (lines: readonly Variant[]) => lines.map(({ productId }) => productId)

type Method = 'online' | 'cash'

const methodOf = (paymentMethod: QuoteRequest['paymentMethod']): Method =>
  paymentMethod === 'cash' ? 'cash' : 'online'

/** What a price is asked for. */
interface PriceRequest {
  lines: readonly UnpricedLine[]
  place: Place | null
  buyer: Buyer
  codes: readonly string[]
  method: Method
}

/** What lines cost if they're paid in this way. Null if the total is too large. */
async function priceFor(shop: Shop, { lines, place, buyer, codes, method }: PriceRequest): Promise<PricedLines | null> {
  const offers = await readOffers(shop, { buyer, codes, method }, productIdsOf(lines))
  return priceLines(lines, place, shop, offers, method)
}

/** Why an order can't be paid in cash, or null if it can. Without cash it takes no statement. */
async function refuseCashFor(shop: Shop, asked: PriceRequest): Promise<CashRefusal | null> {
  const settings = shop.settings()
  const { lines, place, buyer } = asked
  const known = {
    settings,
    place,
    isTakenThere: place === null || takesCash(place, settings),
    product: lines.find((line) => line.noCash)?.name ?? null,
  }
  if (!settings['cash.on']) return refuseCash({ ...known, total: paise(0), openOrders: 0, refusals: 0 })
  const [priced, openOrders, refusals] = await Promise.all([
    priceFor(shop, { ...asked, method: 'cash' }),
    countOpenCash(shop.db, buyer),
    countRefusals(shop.db, buyer.address),
  ])
  return refuseCash({ ...known, total: priced?.totals.total ?? paise(LARGEST_TOTAL), openOrders, refusals })
}

/** A cart's price, and the codes that it doesn't count. */
interface PricedLines extends Pick<AppliedOffers, 'refusedCodes'> {
  totals: PricedCart
}

/** Null if the total is too large. */
function priceLines(
  lines: readonly UnpricedLine[],
  place: Place | null,
  { clock, settings: current }: Pick<Shop, 'clock' | 'settings'>,
  offers: ReadOffers,
  method: Method,
): PricedLines | null {
  if (lines.some((line) => line.quantity * line.price > LARGEST_TOTAL)) return null
  const settings = current()
  const day = indianDay(clock.now())
  const cart = {
    ...cartCharges(place ? chargesTo(place, settings) : settings),
    ...(method === 'cash' ? { cashFee: paise(Math.round(settings['cash.fee'] * 100)) } : {}),
    items: lines.map((line) => ({ ...line, key: line.sku, bands: itemBands(settings, { hsn: line.hsn, day }) })),
    taxParts: place && !supplyOf(place, settings).interstate ? (2 as const) : (1 as const),
  }
  const { discounts, refusedCodes } = offers(cart, lines)
  const totals = priceCart({
    ...cart,
    discounts: [...discounts, ...offForPayingNow({ ...cart, discounts }, method, settings)],
  })
  return totals.total > LARGEST_TOTAL ? null : { totals, refusedCodes }
}

/** What comes off the goods for paying now, of what offers left of them. Only a shop that takes cash has it. */
function offForPayingNow(cart: Cart, method: Method, settings: Settings): Discount[] {
  const percent = settings['cash.discountOnline']
  if (method === 'cash' || percent === 0 || !settings['cash.on']) return []
  const parts = priceCart(cart).items.map(({ net }) => percentOf(net, percent))
  return [{ offer: null, name: PAID_ONLINE, code: null, parts, delivery: 0 }]
}

function withPrices(lines: readonly UnpricedLine[], { items }: PricedCart): QuotedLine[] {
  return lines.flatMap((line, index) => {
    const priced = items[index]
    return priced ? [{ ...line, ...priced }] : []
  })
}

/** What a quote is described with, beside its prices. */
interface Answered {
  place: Place | null
  settings: Settings
  noCash: CashRefusal | null
  credit: { available: Paise; used: Paise }
}

/** The store credit that a buyer's next order may use, in paise. What their unpaid orders hold is free for it, unless they count. */
async function findUsableCredit(
  { db }: Pick<Shop, 'db'>,
  { customer, countsOwnHolds = false }: Pick<Buyer, 'customer' | 'countsOwnHolds'>,
): Promise<Paise> {
  if (customer === null) return paise(0)
  const [free, held] = await Promise.all([
    findCreditBalance(db, customer),
    countsOwnHolds ? 0 : sumOwnCreditHolds(db, customer),
  ])
  return paise(free + held)
}

function describeQuote(
  lines: readonly QuotedLine[],
  { totals: priced, refusedCodes }: PricedLines,
  { place, settings, noCash, credit }: Answered,
): QuoteAnswer {
  const { freeDelivery, tax, taxIncluded } = priced
  const included = settings['tax.pricesInclude']
  const elsewhere = place ? unreachable(place, settings) : {}
  const reason = elsewhere.country ? 'country' : elsewhere.zipCode ? 'pin' : null
  return {
    lines: lines.map((line) => ({
      productId: line.productId,
      color: line.color,
      size: line.size,
      quantity: line.quantity,
      price: toRupees(line.price),
      mrp: line.mrp && toRupees(line.mrp),
      discount: toRupees(line.discount),
      taxPercent: line.taxPercent,
      tax: toRupees(line.tax),
      total: toRupees(paise(line.net + (included ? 0 : line.tax))),
    })),
    goods: toRupees(priced.goods),
    discounts: priced.discounts.map(({ offer, name, code, amount }) => ({
      offer,
      name,
      code,
      amount: toRupees(amount),
    })),
    delivery: toRupees(priced.delivery),
    freeDelivery: freeDelivery && { from: toRupees(freeDelivery.from), missing: toRupees(freeDelivery.missing) },
    cashFee: toRupees(priced.cashFee),
    tax: toRupees(included ? taxIncluded : tax),
    total: toRupees(priced.total),
    credit: { available: toRupees(credit.available), used: toRupees(credit.used) },
    due: toRupees(paise(priced.total - credit.used)),
    methods: [
      { method: 'online', allowed: reason === null, reason, message: elsewhere.country ?? elsewhere.zipCode ?? null },
      { method: 'cash', allowed: noCash === null, reason: noCash?.reason ?? null, message: noCash?.message ?? null },
    ],
    refusedCodes,
  }
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
