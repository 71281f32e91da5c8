import { indianDay } from '#platform/india-time.ts'
import { paise } from '#platform/money.ts'
import type { Cart, Discount } from '../pricing/rules.ts'
import type { Shop } from '../shop.server.ts'
import { grantOffers, type OfferGoods, type RefusedCode } from './grant-rules.ts'
import { refusedCodeText } from './messages.ts'
import { codeKey, type Offer } from './rules.ts'
import { findAutomaticOffers } from './sql.server.ts'
import { type Buyer, type BuyerFacts, readBuyerFacts, readCodes } from './uses-sql.server.ts'

/** A line of a cart as offers see it. */
interface OfferLine {
  productId: string
  color: string
  size: string
}

/** Who asks, with which codes. */
export interface OfferRequest {
  buyer: Buyer
  /** As typed. */
  codes: readonly string[]
  method: 'online' | 'cash'
}

/** What the offers take off a cart. */
export interface AppliedOffers {
  discounts: Discount[]
  refusedCodes: (Pick<RefusedCode, 'code' | 'reason'> & { message: string })[]
}

/** Everything that the offers need to know of a request. It takes no statement if no offer runs and no code is given. */
export type ReadOffers = (cart: Omit<Cart, 'discounts'>, lines: readonly OfferLine[]) => AppliedOffers

const NO_USES = { used: 0, spent: paise(0), byCustomer: 0 }
const NO_FACTS: BuyerFacts = { email: null, hasOrdered: false, uses: new Map() }
const NONE: AppliedOffers = { discounts: [], refusedCodes: [] }

/** Reads what the offers of a request depend on. What it returns prices its cart, which may be read meanwhile. */
export async function readOffers(
  shop: Pick<Shop, 'db' | 'clock' | 'index' | 'offers'>,
  { buyer, codes, method }: OfferRequest,
  productIds: readonly string[],
): Promise<ReadOffers> {
  const kept = buyer.replaces?.offers ?? []
  const running = shop.offers.current().filter((offer) => offer.codes === 'none' && !kept.includes(offer.id))
  const automatic = [...(await findAutomaticOffers(shop.db, kept)).map(keepOn), ...running]
  const plain = codes.map(codeKey)
  // Each once, however often and in whatever way it was typed.
  const typed = codes.filter((_, index) => plain.indexOf(plain[index] ?? '') === index)
  if (automatic.length === 0 && typed.length === 0) return () => NONE
  const known = await readCodes(shop.db, plain, buyer)
  const all = [...automatic, ...[...known.values()].map(({ offer }) => offer)]
  const limited = all.filter((offer) => offer.limits !== undefined || (offer.who ?? 'everyone') !== 'everyone')
  const [facts, listsOf] = await Promise.all([
    limited.length === 0
      ? NO_FACTS
      : readBuyerFacts(
          shop.db,
          buyer,
          limited.map(({ id }) => id),
        ),
    all.some(({ products }) => products !== undefined) ? readGoods(shop, productIds) : () => ({}),
  ] as const)
  return (cart, lines) => {
    const granted = grantOffers(
      cart,
      lines.map((line) => ({ productId: line.productId, lists: listsOf(line) })),
      {
        day: indianDay(shop.clock.now()),
        method,
        automatic,
        codes: typed.map((code) => {
          const { offer = null, written = code, isUsed = false } = known.get(codeKey(code)) ?? {}
          const asked = offer && kept.includes(offer.id) ? keepOn(offer) : offer
          return { typed: code, code: written, offer: asked, isUsed }
        }),
        email: facts.email,
        hasOrdered: facts.hasOrdered,
        uses: ({ id }) => facts.uses.get(id) ?? NO_USES,
      },
    )
    return {
      discounts: granted.discounts,
      refusedCodes: granted.refused.map((one) => ({
        code: one.code,
        reason: one.reason,
        message: refusedCodeText(one),
      })),
    }
  }
}

/** An offer that an order already has counts for it whatever became of the offer. */
const keepOn = (offer: Offer): Offer => ({ ...offer, state: 'running', from: undefined, to: undefined })

/** What each line is in the listing's lists, as its filters have it. A product that isn't published is in none. */
export async function readGoods(
  { index }: Pick<Shop, 'index'>,
  productIds: readonly string[],
): Promise<(line: OfferLine) => OfferGoods['lists']> {
  const products = new Map((await index.getMany([...new Set(productIds)])).map((product) => [product._id, product]))
  return ({ productId, color, size }) => {
    const product = products.get(productId)
    if (!product) return {}
    const { categories, subcategory, pattern, fabric, fit, collection, colorFamilies = {} } = product
    return {
      categories: [categories],
      subcategory: [subcategory],
      colors: [color, colorFamilies[color] ?? color],
      sizes: [size],
      pattern: [pattern],
      fabric: [fabric],
      fit: [fit],
      collection: collection === undefined ? [] : [collection],
    }
  }
}
