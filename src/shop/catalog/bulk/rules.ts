import type { ProductState } from '../rules.ts'
import { changeByPercent, type Rounding } from './price-rules.ts'

/** What a bulk change shows of a product, and changes. */
export interface ReviewedProduct {
  id: string
  price_paise: number
  mrp_paise: number | null
  state: ProductState
  /** Of its own; null: the shop's. */
  exchange_days: number | null
}

/** A product before a bulk change. */
export interface BulkProduct extends ReviewedProduct {
  name: string
  /** Null: the shop's own. */
  hsn: string | null
  /** True if a sale of it is planned or running. */
  hasPlannedPrice: boolean
  /** True if some of its sizes cost more than its price. */
  hasSizePrices: boolean
}

/** A bulk change in paise. */
export interface BulkWish {
  price?: number | { percent: number; round: Rounding } | undefined
  mrp?: number | null | undefined
  state?: ProductState | undefined
  /** Null: the shop's. */
  exchangeDays?: number | null | undefined
}

export interface BulkPlan extends Omit<ReviewedProduct, 'id'> {
  product: BulkProduct
}

/** In paise; the largest price that a product may have. */
const MAX_PRICE = 1_000_000_000

/**
 * What a bulk change makes of a product: null if nothing changes, or why it's left as it is: also if what would change isn't as it
 * was shown. The MRP is never below the price.
 */
export function planBulk(
  product: BulkProduct,
  { price, mrp, state, exchangeDays }: BulkWish,
  reviewed?: ReviewedProduct,
): BulkPlan | string | null {
  const before = product.price_paise
  const wished = typeof price === 'object' ? changeByPercent(before, price.percent, price.round) : (price ?? before)
  const wishedMrp = mrp === undefined ? product.mrp_paise : mrp
  const after = {
    product,
    price_paise: wished,
    mrp_paise: wishedMrp === null ? null : Math.max(wishedMrp, wished),
    state: state ?? product.state,
    exchange_days: exchangeDays === undefined ? product.exchange_days : exchangeDays,
  }
  const changesPrice = after.price_paise !== before || after.mrp_paise !== product.mrp_paise
  const changesDays = after.exchange_days !== product.exchange_days
  if (!changesPrice && !changesDays && after.state === product.state) return null
  if (changesPrice && product.hasPlannedPrice)
    return 'It has a sale scheduled or running. Change its price on its own page.'
  if (reviewed && changesPrice && !hasSamePrices(reviewed, product)) return 'Its price was changed since the preview.'
  if (reviewed && state !== undefined && reviewed.state !== product.state)
    return 'Its status was changed since the preview.'
  if (reviewed && changesDays && (reviewed.exchange_days ?? null) !== product.exchange_days)
    return 'Its days to exchange were changed since the preview.'
  if (after.price_paise > MAX_PRICE) return 'Its price would be above Rs. 1,00,00,000.'
  return after
}

const hasSamePrices = (one: ReviewedProduct, other: ReviewedProduct) =>
  one.price_paise === other.price_paise && one.mrp_paise === other.mrp_paise
