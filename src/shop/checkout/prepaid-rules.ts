import { type Paise, paise, percentOf } from '#platform/money.ts'
import { creditFor } from '../credit/rules.ts'
import { paidForLine } from '../orders/rules.ts'
import { type CartItem, type Discount, priceCart } from '../pricing/rules.ts'

/** A discount as its order stores it. */
interface StoredDiscount {
  offer: string | null
  name: string
  code: string | null
  amount: number
}

/** An order in cash as it was priced, in paise. */
export interface PricedInCash {
  delivery_paise: number
  delivery_discount_paise: number
  total_paise: number
  credit_paise: number
  prices_include_tax: boolean
  discounts: readonly StoredDiscount[]
  lines: readonly {
    id: string
    price_paise: number
    quantity: number
    discount_paise: number
    tax_percent: number
  }[]
}

/** What an order in cash costs once it's paid online, in paise. */
export interface PrepaidPrice {
  total: number
  tax: number
  /** What store credit pays of it. */
  credit: number
  /** Off all lines. */
  discount: number
  discounts: StoredDiscount[]
  /** `discount` is off the whole line. */
  lines: { id: string; discount: number; taxPercent: number }[]
}

/**
 * Prices an order in cash as one paid online: the fee for cash goes, and so many per cent come off the goods under this name.
 * All else is as frozen: its offers' discounts, its delivery, and the rates of lines that cost the same. No offer comes, since the
 * uses of offers were taken when it was placed. Store credit that it no longer needs goes back: Re. 1 is left to pay at least.
 */
export function priceOnline(
  order: PricedInCash,
  { percent, name, bandsOf }: { percent: number; name: string; bandsOf: (lineId: string) => CartItem['bands'] },
): PrepaidPrice {
  const { lines, discounts } = order
  const parts = lines.map((line) => percentOf(paidForLine(line), percent))
  const frozen: Discount = {
    offer: null,
    name: '',
    code: null,
    parts: lines.map((line) => line.discount_paise),
    delivery: order.delivery_discount_paise,
  }
  const paidOnline: Discount = { offer: null, name, code: null, parts, delivery: 0 }
  const priced = priceCart({
    items: lines.map((line, index) => ({
      key: line.id,
      price: paise(line.price_paise),
      quantity: line.quantity,
      bands: parts[index] === 0 ? [{ percent: line.tax_percent }] : bandsOf(line.id),
    })),
    discounts: [frozen, paidOnline],
    delivery: paise(order.delivery_paise),
    included: order.prices_include_tax,
  })
  const off = priced.discounts.find((one) => one.name === name)?.amount ?? 0
  return {
    total: priced.total,
    tax: priced.tax,
    credit: creditLeft(priced.total, order.credit_paise),
    discount: priced.items.reduce((sum, item) => sum + item.discount, 0),
    discounts: [...discounts, ...(off > 0 ? [{ offer: null, name, code: null, amount: off }] : [])],
    lines: lines.map(({ id }, index) => ({
      id,
      discount: priced.items[index]?.discount ?? 0,
      taxPercent: priced.items[index]?.taxPercent ?? 0,
    })),
  }
}

const creditLeft = (total: number, used: number): Paise => creditFor(total, Math.min(used, total - 1))
