import { indianDay } from '#platform/india-time.ts'
import { formatRupees, paise, toRupees } from '#platform/money.ts'
import { orderNumber } from '../orders/rules.ts'
import { type CartItem, itemBands, priceCart, rateOfPiece } from '../pricing/rules.ts'
import type { Shop } from '../shop.server.ts'
import { readGoods } from './grant.server.ts'
import { grantOffers, isMeant } from './grant-rules.ts'
import { type PaidCart, readPaidCarts, readPrices } from './preview-sql.server.ts'
import { classOf, codeKey, type Offer } from './rules.ts'
import type { OfferPreview } from './staff-contract.ts'
import { type Terms, termsOf } from './terms.ts'

type Context = Pick<Shop, 'db' | 'clock' | 'settings' | 'index' | 'offers'>

const CARTS = 10
/** Products that are looked through for a price that the offer brings just under the end of a tax rate. */
const PRODUCTS = 500
/** Rupees. */
const JUST_UNDER = 50

/**
 * What an offer would have made of the last ten carts, by itself and beside those that run, and what to know before it's
 * started. `id`: the offer that it's a change of, which doesn't count beside it.
 */
export async function previewOffer(shop: Context, terms: Terms, id?: string): Promise<OfferPreview> {
  const offer = asRunning(terms)
  const carts = await readPaidCarts(shop.db, CARTS)
  const settings = shop.settings()
  const day = indianDay(shop.clock.now())
  const listsOf = await readGoods(
    shop,
    carts.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
  )
  const bandsOf = (hsn: string | null) => itemBands(settings, { hsn: hsn ?? settings['tax.hsn'], day })
  const price = ({ lines, delivery, included }: PaidCart, offers: readonly Offer[]) => {
    const items: CartItem[] = lines.map((line) => ({
      key: line.sku,
      price: paise(line.price),
      quantity: line.quantity,
      bands: bandsOf(line.hsn),
    }))
    const cart = { items, delivery: paise(delivery), included }
    const goods = lines.map((line) => ({ productId: line.productId, lists: listsOf(line) }))
    const { discounts } = grantOffers(cart, goods, {
      day,
      method: 'online',
      automatic: offers,
      codes: [],
      email: null,
      hasOrdered: false,
      uses: () => ({ used: 0, spent: paise(0), byCustomer: 0 }),
    })
    return priceCart({ ...cart, discounts })
  }
  const others = shop.offers
    .current()
    .filter((one) => one.id !== id)
    .map((one) => asRunning(termsOf(one)))
    .filter((other) => combine(offer, other) && !haveOneCode(offer, other))
  const together = carts.map((cart) => price(cart, [offer, ...others]))
  const isFree = carts.some((cart) => price(cart, [offer]).items.some(({ net, discount }) => net === 0 && discount > 0))
  const isHalf =
    shareOfPrice(offer) + (1 - shareOfPrice(offer)) * Math.max(0, ...others.map(shareOfPrice)) > 0.5 ||
    together.some(({ items, goods }) => 2 * items.reduce((sum, { discount }) => sum + discount, 0) > goods)
  const warnings = [
    terms.from !== null && terms.to !== null && terms.to < terms.from
      ? 'Its last day is before its first, so it can’t be started.'
      : null,
    isFree || givesFree(offer) ? 'It makes a piece free.' : null,
    isHalf ? 'It takes more than half off, alone or together with offers that it combines with.' : null,
    await justUnder(shop, offer, bandsOf),
  ]
  return {
    carts: carts.map((cart) => ({
      order: cart.order,
      number: orderNumber(cart.number, settings),
      before: toRupees(price(cart, []).total),
      after: toRupees(price(cart, [offer]).total),
    })),
    warnings: warnings.filter((one) => one !== null),
  }
}

/** The offer as everybody would get it now. */
function asRunning({ name, kind, value, buy, of, products, minimum, combines, code }: Terms): Offer {
  return {
    id: `preview ${name}`,
    createdAt: '',
    state: 'running',
    codes: 'none',
    name,
    kind,
    value,
    of,
    combines,
    ...(buy && { buy }),
    ...(products && { products }),
    ...(minimum && { minimum }),
    ...(code !== null && { code }),
  }
}

const combine = (one: Offer, other: Offer) =>
  one.combines.includes(classOf(other)) && other.combines.includes(classOf(one))

/** One that is tried without its id is told by its code. */
const haveOneCode = (one: Offer, other: Offer) =>
  one.code !== undefined && other.code !== undefined && codeKey(one.code) === codeKey(other.code)

/** A piece costs nothing beside others, which its value is divided among. */
const givesFree = ({ kind, value }: Offer) => (kind === 'buy' || kind === 'percent') && value === 100

/** The part of a price that an offer takes off, as far as it says. */
function shareOfPrice({ kind, value, buy }: Offer): number {
  if (kind === 'percent') return value / 100
  return kind === 'buy' && buy ? ((value / 100) * buy.free) / (buy.quantity + buy.free) : 0
}

/** Of a product that another tax rate counts for at its price with the offer, at most so many rupees under that rate's end. */
async function justUnder(
  shop: Context,
  offer: Offer,
  bandsOf: (hsn: string | null) => CartItem['bands'],
): Promise<string | null> {
  if (offer.kind !== 'percent') return null
  const included = shop.settings()['tax.pricesInclude']
  const products = await readPrices(shop.db, PRODUCTS)
  const listsOf = offer.products
    ? await readGoods(
        shop,
        products.map(({ productId }) => productId),
      )
    : null
  for (const { productId, name, price, hsn } of products) {
    const lists = listsOf?.({ productId, color: '', size: '' }) ?? {}
    if (!isMeant(offer.products, paise(price), { productId, lists })) continue
    const bands = bandsOf(hsn)
    const rate = (at: number) => rateOfPiece(bands, paise(at), included)
    const now = price - Math.floor((price * Math.round(offer.value * 100) + 5000) / 10_000)
    const [before, after, above] = [rate(price), rate(now), rate(now + JUST_UNDER * 100)]
    if (before !== after && after !== above)
      return `${name} would cost ${formatRupees(toRupees(paise(now)))}, just under the price from which GST is ${above} %: its GST would be ${after} % instead of ${before} %.`
  }
  return null
}
