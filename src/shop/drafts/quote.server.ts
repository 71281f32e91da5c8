import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { newId } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { paise, toPaise } from '#platform/money.ts'
import { findAccount } from '../accounts/people-sql.server.ts'
import type { AddressFields } from '../addresses/contract.ts'
import { deliveryProblems, EMPTY_ADDRESS } from '../addresses/rules.ts'
import { PRODUCT_NOT_FOUND } from '../cart/messages.ts'
import { ADDRESS_INCOMPLETE, TOTAL_TOO_LARGE, TOTAL_TOO_SMALL } from '../checkout/messages.ts'
import type { Quote } from '../checkout/quote.server.ts'
import { LARGEST_TOTAL } from '../checkout/rules.ts'
import { findCatalogLines } from '../checkout/stock-sql.server.ts'
import { chargesTo, unreachable } from '../delivery/directory.server.ts'
import { type AppliedOffers, readOffers } from '../offers/grant.server.ts'
import { isAnyOnlineOnly } from '../offers/sql.server.ts'
import type { Buyer } from '../offers/uses-sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { supplyOf } from '../orders/supply.server.ts'
import { type Cart, cartCharges, itemBands, priceCart, SMALLEST_TOTAL } from '../pricing/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { DraftCustomer, StoredDraftLine } from './rules.ts'
import { type DraftFacts, type DraftRow, findVariants } from './sql.server.ts'
import type { DraftRequest } from './staff-contract.ts'

type QuoteRefusal = 'not_found' | 'address_incomplete' | 'order_too_large' | 'below_minimum_order'

/**
 * The lines with their prices: by hand, else what the same line of `before` cost, else the catalogue's. So a draft costs what
 * it did when it was entered. Refused: a SKU that isn't sold.
 */
export async function pricedLines(
  shop: Shop,
  lines: DraftRequest['lines'],
  before: readonly StoredDraftLine[] = [],
): Promise<Result<StoredDraftLine[], 'not_found'>> {
  const skus = lines.map(({ sku }) => sku)
  const variants = await findVariants(shop.db, skus)
  const unknown = skus.findIndex((sku) => !variants.has(sku))
  if (unknown !== -1) return refuseSku(unknown, skus[unknown] ?? '')
  const catalog = await findCatalogLines(
    shop.db,
    null,
    skus.flatMap((sku) => variants.get(sku) ?? []),
  )
  return ok(
    lines.map(({ sku, quantity, price, reason = '' }, index) => {
      const known = before.find((line) => line.sku === sku && line.reason === null)
      const usual = known?.price ?? catalog[index]?.price_paise ?? 0
      const own = price === undefined ? null : toPaise(price)
      return { sku, quantity, price: own ?? usual, reason: own === null ? null : reason }
    }),
  )
}

function refuseSku(index: number, sku: string) {
  const message = `There is no size with the SKU ${sku} on sale.`
  return refuse('not_found', message, { errors: [{ path: `lines.${index}.sku`, message }] })
}

/** An address as an order has it, of what was typed of it. */
export function orderAddressOf(typed: AddressFields, customer: DraftCustomer): OrderAddress {
  const { firstName = '', lastName = '', phoneNumber = '', email = '' } = typed
  const isNamed = `${firstName}${lastName}` !== ''
  const { gstin: _, ...empty } = EMPTY_ADDRESS
  const { isDefault: _default, gstin: _gstin, ...fields } = typed
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return {
    _id: '',
    ...empty,
    ...given,
    firstName: isNamed ? firstName : customer.name,
    phoneNumber: phoneNumber || customer.phone,
    email: email || customer.email,
    phone2: '',
  }
}

/** A priced draft. */
export interface DraftQuote extends Quote {
  /** Offers that its order already has, and keeps. */
  kept: readonly string[]
  /** Codes that don't count. They're in no price. */
  refusedCodes: AppliedOffers['refusedCodes']
}

/** The order that a draft's next one replaces, with the offers that it keeps: those it holds until it lapses. */
function replacedBy(before: DraftRow | null): NonNullable<Buyer['replaces']> | null {
  if (!before) return null
  const held = before.state === 'open' ? before.discounts : []
  return { order: before.order_id, offers: held.flatMap(({ offer }) => offer ?? []) }
}

/** The customer as offers know one. Their own unpaid orders count, since a draft replaces none of them. */
async function buyerOf({ db }: Shop, { email }: DraftCustomer, address: OrderAddress): Promise<Buyer> {
  const known = canonicalEmail(email)
  // Safe cast: the draft's order will be this account's.
  const customer = known === null ? null : ((await findAccount(db, known)) as CustomerId | null)
  return { customer, address, countsOwnHolds: true, email: known?.toLowerCase() ?? null }
}

/**
 * Prices a draft as an order. `before`: the draft as it stands, whose offers it keeps; in cash without those for paying online only. Refused: a product that's no longer sold, an address that no parcel reaches (422, with the
 * fields below `address`), a total that's too large, or below what can be paid.
 */
export async function quoteDraft(
  shop: Shop,
  id: string,
  facts: Pick<DraftFacts, 'lines' | 'customer' | 'address' | 'pickup' | 'note' | 'codes'>,
  { before, gstin = '', method = 'online' }: { before: DraftRow | null; gstin?: string; method?: 'online' | 'cash' },
): Promise<Result<DraftQuote, QuoteRefusal>> {
  const settings = shop.settings()
  const address = facts.pickup ? null : facts.address
  if (address) {
    const problems = Object.entries({ ...deliveryProblems(address), ...unreachable(address, settings) })
    const errors = problems.map(([field, message]) => ({ path: `address.${field}`, message }))
    if (errors[0])
      return refuse('address_incomplete', errors.length === 1 ? errors[0].message : ADDRESS_INCOMPLETE, { errors })
  }
  const variants = await findVariants(
    shop.db,
    facts.lines.map(({ sku }) => sku),
  )
  const gone = facts.lines.findIndex(({ sku }) => !variants.has(sku))
  if (gone !== -1) return refuseSku(gone, facts.lines[gone]?.sku ?? '')
  const wanted = facts.lines.flatMap((line) => {
    const variant = variants.get(line.sku)
    return variant ? [{ ...line, ...variant }] : []
  })
  // Safe cast: nobody's own holds count here.
  const catalog = await findCatalogLines(shop.db, null as CustomerId | null, wanted)
  const lines = wanted.flatMap((line, index) => {
    const found = catalog[index]
    if (!found || found.name === null) return []
    const hsn = found.hsn ?? settings['tax.hsn']
    const mrp = found.mrp_paise === null ? null : paise(found.mrp_paise)
    return [
      {
        ...line,
        name: found.name,
        price: paise(line.price),
        mrp,
        hsn,
        noCash: found.no_cash,
        pictures: found.pictures,
        available: found.available,
        own: 0,
      },
    ]
  })
  if (lines.length < wanted.length) return refuse('not_found', PRODUCT_NOT_FOUND)
  if (lines.some((line) => line.quantity * line.price > LARGEST_TOTAL))
    return refuse('order_too_large', TOTAL_TOO_LARGE)
  const charges = facts.pickup
    ? { ...settings, 'order.delivery': 0 }
    : address
      ? chargesTo(address, settings)
      : settings
  const day = indianDay(shop.clock.now())
  const sentTo = address ?? orderAddressOf({}, facts.customer)
  const replaces = replacedBy(before)
  const offers = await readOffers(
    shop,
    {
      buyer: { ...(await buyerOf(shop, facts.customer, sentTo)), replaces },
      codes: facts.codes,
      method,
    },
    lines.map(({ productId }) => productId),
  )
  const cart: Omit<Cart, 'discounts'> = {
    ...cartCharges(charges),
    items: lines.map((line) => ({ ...line, key: line.sku, bands: itemBands(settings, { hsn: line.hsn, day }) })),
    taxParts: supplyOf(sentTo, settings).interstate ? 1 : 2,
  }
  const { discounts, refusedCodes } = offers(cart, lines)
  const totals = priceCart({ ...cart, discounts })
  if (totals.total > LARGEST_TOTAL) return refuse('order_too_large', TOTAL_TOO_LARGE)
  if (totals.total < SMALLEST_TOTAL) return refuse('below_minimum_order', TOTAL_TOO_SMALL)
  return ok({
    lines: lines.flatMap((line, index) => {
      const item = totals.items[index]
      return item ? [{ ...line, ...item }] : []
    }),
    totals,
    address: sentTo,
    note: facts.note,
    gstin,
    credit: paise(0),
    paymentMethod: 'credit_card',
    exchangeDays: settings['exchange.days'],
    pricesIncludeTax: settings['tax.pricesInclude'],
    kept: replaces?.offers ?? [],
    refusedCodes,
    // Each order of a draft is one of its own: nothing else joins it.
    fingerprint: `draft ${id} ${newId()}`,
  })
}

/**
 * What an open draft costs in cash, if an offer of its link counts only if it's paid online; else null, since it costs the same.
 * Refused as `quoteDraft` refuses.
 */
export async function quoteInCash(shop: Shop, draft: DraftRow): Promise<Result<DraftQuote | null, QuoteRefusal>> {
  const offers = draft.discounts.flatMap(({ offer }) => offer ?? [])
  if (draft.state !== 'open' || !(await isAnyOnlineOnly(shop.db, offers))) return ok(null)
  return quoteDraft(shop, draft.id, draft, { before: draft, gstin: draft.gstin, method: 'cash' })
}
