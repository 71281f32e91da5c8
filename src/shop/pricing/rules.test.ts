import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import { priceByHand } from '../../../tests/support/price-oracle.ts'
import { priceLines } from '../../../tests/support/priced-lines.ts'
import { type RandomCart, RECORDED_DAY, randomCart, randomNumbers } from '../../../tests/support/random-carts.ts'
import { taxedLines } from '../invoices/rules.ts'
import { splitOf } from '../refunds/rules.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { type Cart, type Discount, itemBands, type PricedCart, priceCart, rupeeTotals, splitAmount } from './rules.ts'

const carts = fc.array(
  fc.record({ price: fc.integer({ min: 0, max: 2_000_000 }), quantity: fc.integer({ min: 1, max: 50 }) }),
  { minLength: 1, maxLength: 20 },
)

describe('without offers', () => {
  test('totals are SPEC 9’s: goods, Rs. 40, 5 % with half a paisa up', { tags: 'C3.47' }, () => {
    fc.assert(
      fc.property(carts, (lines) => {
        const totals = priceLines(
          lines.map((line) => ({ ...line, price: paise(line.price), percent: 5 })),
          DEFAULT_SETTINGS,
        )
        const goods = lines.reduce((sum, line) => sum + BigInt(line.price) * BigInt(line.quantity), 0n)
        const tax = (goods * 5n + 50n) / 100n
        expect([totals.tax, totals.total].map(BigInt)).toEqual([tax, goods + 4000n + tax])
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    [2.3, 42.42],
    [4.1, 44.31],
    [27, 68.35],
    [1199, 1298.95],
  ])('one item for Rs. %d comes to Rs. %d, also on the screen', (price, total) => {
    expect(rupeeTotals([{ price, quantity: 1 }], DEFAULT_SETTINGS).total).toBe(total)
  })

  test('150 carts cost, are invoiced and are refunded as recorded before there was one function', () => {
    const recorded: unknown = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../tests/support/recorded-prices.json'), 'utf8'),
    )
    const random = randomNumbers(52)
    const now = Array.from({ length: 150 }, () => recordOf(randomCart(random)))
    expect(now).toEqual(recorded)
  })
})

function cartOf({ lines, delivery, taxPercent, included, parts, table }: RandomCart): Cart {
  const settings = { 'tax.table': table, 'order.taxPercent': taxPercent }
  return {
    items: lines.map(({ price, quantity, hsn }, index) => ({
      key: `line ${index}`,
      price: paise(price),
      quantity,
      bands: itemBands(settings, { hsn, day: RECORDED_DAY }),
    })),
    delivery: paise(delivery),
    included,
    taxParts: parts,
  }
}

/** What the fixture has of a cart: rates, totals, the invoice's lines and a refund of some pieces. */
function recordOf(cart: RandomCart) {
  const priced = priceCart(cartOf(cart))
  const lines = cart.lines.map((line, index) => ({
    description: String(index),
    hsn: line.hsn,
    quantity: line.quantity,
    price: paise(line.price),
    percent: priced.items[index]?.taxPercent ?? 0,
  }))
  const { delivery, tax } = priced
  const charged = { lines, delivery, tax, pricesInclude: cart.included, interstate: cart.parts === 1 }
  const sold = lines.map(({ price, quantity, percent }, index) => ({
    sku: String(index),
    price_paise: price,
    discount_paise: 0,
    quantity,
    cancelled: index % 2 === 0 ? 0 : Math.floor(quantity / 2),
    tax_percent: percent,
  }))
  const pieces = sold.map(({ sku, quantity, cancelled }, index) => ({
    sku,
    count: index % 3 === 2 ? 0 : quantity - cancelled,
  }))
  return {
    rates: priced.items.map(({ taxPercent }) => taxPercent),
    totals: [priced.goods, delivery, tax, priced.total, priced.taxIncluded],
    invoice: taxedLines(charged).map(({ taxable, cgst, sgst, igst, total }) => [taxable, cgst, sgst, igst, total]),
    refund: splitOf(
      { tax_paise: tax, delivery_paise: delivery, delivery_discount_paise: 0, cash_fee_paise: 0 },
      sold,
      pieces,
    ).map((share) => [share.goods, share.tax, share.delivery]),
  }
}

describe('random carts, with discounts, free delivery and a cash fee', () => {
  const compare = (seed: number, count: number) => {
    const random = randomNumbers(seed)
    for (let index = 0; index < count; index += 1) {
      const cart = withDiscounts(randomCart(random), random)
      const priced = priceCart(cart)
      expect(inOracleTerms(cart, priced), `cart ${index} of seed ${seed}`).toEqual(priceByHand(cart))
      expectWhole(cart, priced)
      const shuffled = shuffle(cart, random)
      expect(byKey(shuffled, priceCart(shuffled)), `cart ${index} of seed ${seed}`).toEqual(byKey(cart, priced))
    }
  }

  test('3,000 equal a second calculation, add up, and don’t depend on the order of the lines', () => {
    compare(1, 3000)
  })

  test('so do 100,000', { tags: 'nightly' }, () => {
    compare(2, 100_000)
  })

  test('a split gives every paisa away, in whatever order the parts come', () => {
    const parts = [
      { key: 'b', weight: 100 },
      { key: 'a', weight: 100 },
      { key: 'c', weight: 100 },
    ]
    expect(splitAmount(paise(200), parts)).toEqual([67, 67, 66])
    expect(splitAmount(paise(100), parts)).toEqual([33, 34, 33])
    expect(splitAmount(paise(100), [...parts].reverse())).toEqual([33, 34, 33])
    expect(splitAmount(paise(5), [{ key: 'a', weight: 0 }])).toEqual([0])
  })
})

describe('a discount', () => {
  const offer = { offer: 'o1', name: 'Festival', code: 'FESTIVAL' }
  const TABLE = [
    { hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' },
    { hsn: '61', percent: 18, from: '2025-09-22' },
  ]
  const bands = itemBands({ 'tax.table': TABLE, 'order.taxPercent': 5 }, { hsn: '6109', day: '2026-11-29' })
  const shirt = (rupees: number, quantity = 1) => ({ key: 'shirt', price: paise(rupees * 100), quantity, bands })
  const price = (items: Cart['items'], parts: number[], more: Partial<Cart> = {}) =>
    priceCart({
      items,
      discounts: [{ ...offer, parts, delivery: 0 }],
      delivery: paise(4000),
      included: false,
      ...more,
    })

  test('decides the tax band: Rs. 3,000 less Rs. 599 is taxed at 5 instead of 18 %', () => {
    expect(price([shirt(3000)], []).items[0]).toMatchObject({ taxPercent: 18, tax: 54_000 })
    expect(price([shirt(3000)], [59_900])).toMatchObject({
      items: [{ discount: 59_900, net: 240_100, taxPercent: 5, tax: 12_005 }],
      total: 240_100 + 12_005 + 4000,
    })
  })

  test('decides it by one piece, however many are bought', () => {
    expect(price([shirt(3000, 2)], [99_999]).items[0]?.taxPercent).toBe(18)
    expect(price([shirt(3000, 2)], [100_000]).items[0]?.taxPercent).toBe(5)
  })

  test('counts contained tax: the lowest band that holds the price less that band’s own tax', () => {
    const included = (off: number) => price([shirt(3000)], [off], { included: true }).items[0]?.taxPercent
    expect(included(37_500)).toBe(5)
    expect(included(37_300)).toBe(18)
  })

  test('counts before free delivery, which counts before tax', () => {
    const free = (parts: number[]) => price([shirt(1000)], parts, { freeFrom: paise(79_900) })
    expect(free([20_100])).toMatchObject({ delivery: 0, freeDelivery: { from: 79_900, missing: 0 } })
    expect(free([20_101])).toMatchObject({ delivery: 4000, freeDelivery: { from: 79_900, missing: 1 } })
    expect(price([shirt(1000)], []).freeDelivery).toBeNull()
    expect(price([shirt(1000)], [], { freeFrom: paise(1), delivery: paise(0) }).freeDelivery).toBeNull()
  })

  test('on delivery takes the fee, and saves nothing if there is none', () => {
    const discounts = [{ ...offer, parts: [], delivery: Number.POSITIVE_INFINITY }]
    expect(price([shirt(1000)], [], { discounts })).toMatchObject({
      delivery: 4000,
      discounts: [{ code: 'FESTIVAL', amount: 4000 }],
      total: 105_000,
    })
    expect(price([shirt(1000)], [], { discounts, freeFrom: paise(100) }).discounts).toEqual([])
  })

  test('stops at a total of Re. 1', () => {
    const free = { delivery: paise(0), included: true }
    expect(price([shirt(1000)], [100_000], free)).toMatchObject({ total: 100, discounts: [{ amount: 99_900 }] })
    expect(price([shirt(0.5)], [50], free)).toMatchObject({ total: 50, discounts: [] })
  })
})

function withDiscounts(cart: RandomCart, random: () => number): Cart {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const priced = cartOf(cart)
  const discount = (index: number): Discount => {
    const share = random() < 0.15 ? 1.2 : random()
    return {
      offer: `offer ${index}`,
      name: 'Offer',
      code: null,
      parts: cart.lines.map(({ price, quantity }) => (random() < 0.3 ? 0 : Math.floor(price * quantity * share))),
      delivery: random() < 0.8 ? 0 : random() < 0.5 ? upTo(5000) : Number.POSITIVE_INFINITY,
    }
  }
  return {
    ...priced,
    discounts: Array.from({ length: upTo(3) }, (_, index) => discount(index)),
    freeFrom: paise(random() < 0.6 ? 0 : upTo(1_000_000)),
    cashFee: paise(random() < 0.8 ? 0 : upTo(9900)),
  }
}

function inOracleTerms(cart: Cart, priced: PricedCart) {
  return {
    lines: priced.items.map(({ discount, taxPercent, tax }, line) => ({
      key: cart.items[line]?.key,
      discount: BigInt(discount),
      percent: taxPercent,
      tax: BigInt(tax),
    })),
    goods: BigInt(priced.goods),
    discounts: priced.discounts.map(({ amount }) => BigInt(amount)),
    delivery: BigInt(priced.delivery),
    tax: BigInt(priced.tax),
    taxIncluded: BigInt(priced.taxIncluded),
    total: BigInt(priced.total),
  }
}

/** Parts add up to the paisa, and nothing is below zero. */
function expectWhole(cart: Cart, priced: PricedCart) {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const { items, goods, discounts, delivery, cashFee, tax, total, taxIncluded } = priced
  expect(goods - sum(discounts.map(({ amount }) => amount)) + delivery + cashFee + tax).toBe(total)
  for (const { amount, parts, delivery: off } of discounts) expect(sum(parts) + off).toBe(amount)
  for (const [line, { discount, net }] of items.entries()) {
    expect(sum(discounts.map(({ parts }) => parts[line] ?? 0))).toBe(discount)
    expect(net + discount).toBe((cart.items[line]?.price ?? 0) * (cart.items[line]?.quantity ?? 0))
  }
  if (!cart.included) expect(sum(items.map((item) => item.tax))).toBe(tax)
  const all = [goods, delivery, cashFee, tax, total, taxIncluded, ...items.flatMap((item) => [item.net, item.tax])]
  expect(Math.min(...all, ...discounts.flatMap(({ amount, parts }) => [amount, ...parts]))).toBeGreaterThanOrEqual(0)
}

function shuffle(cart: Cart, random: () => number): Cart {
  const order = cart.items
    .map((_, line) => ({ line, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ line }) => line)
  return {
    ...cart,
    items: order.flatMap((line) => cart.items[line] ?? []),
    discounts: (cart.discounts ?? []).map((one) => ({ ...one, parts: order.map((line) => one.parts[line] ?? 0) })),
  }
}

/** A price whose lines are in the order of their keys. */
function byKey(cart: Cart, { items, discounts, ...priced }: PricedCart) {
  const sorted = <T>(values: readonly T[]) =>
    values
      .map((value, line) => ({ key: cart.items[line]?.key ?? '', value }))
      .sort((one, other) => one.key.localeCompare(other.key))
  return {
    ...priced,
    items: sorted(items),
    discounts: discounts.map(({ parts, ...one }) => ({ ...one, parts: sorted(parts) })),
  }
}
