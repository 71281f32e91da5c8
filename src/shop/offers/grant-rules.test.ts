import { describe, expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import { offersByHand } from '../../../tests/support/price-oracle.ts'
import { randomCart, randomNumbers } from '../../../tests/support/random-carts.ts'
import { type Cart, priceCart } from '../pricing/rules.ts'
import { grantOffers, type OfferContext, type OfferGoods } from './grant-rules.ts'
import type { Offer } from './rules.ts'

const DAY = '2026-11-29'

let created = 0
const offer = (fields: Partial<Offer>): Offer => {
  created += 1
  return {
    id: `o${created}`,
    name: `Offer ${created}`,
    kind: 'percent',
    value: 10,
    of: 'order',
    codes: 'none',
    combines: [],
    state: 'running',
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, created)).toISOString(),
    ...fields,
  }
}

const bands = [{ percent: 5 }]
const line = (key: string, rupees: number, quantity = 1) => ({
  key,
  price: paise(Math.round(rupees * 100)),
  quantity,
  bands,
})

/** Each line is a product of its own, called by its key, unless `goods` says more. */
function grant(
  items: Cart['items'],
  automatic: Offer[],
  more: Partial<OfferContext> & { cart?: Partial<Cart>; goods?: OfferGoods[] } = {},
) {
  const { cart: cartMore, goods = items.map(({ key }) => ({ productId: key, lists: {} })), ...context } = more
  const cart = { items, delivery: paise(4000), included: false, ...cartMore }
  const granted = grantOffers(cart, goods, {
    day: DAY,
    method: 'online',
    automatic,
    codes: [],
    email: null,
    hasOrdered: false,
    uses: () => ({ used: 0, spent: paise(0), byCustomer: 0 }),
    ...context,
  })
  return { ...granted, priced: priceCart({ ...cart, discounts: granted.discounts }) }
}

const amounts = (result: ReturnType<typeof grant>) =>
  result.priced.discounts.map(({ name, parts, delivery }) => ({ name, parts, delivery }))

const asked = (one: Offer | null, typed = 'CODE') => ({ typed, code: typed.toUpperCase(), offer: one })

describe('what an offer takes off', () => {
  test('percent: of each line, half a paisa up', () => {
    expect(grant([line('a', 999, 2), line('b', 0.05)], [offer({})]).discounts[0]?.parts).toEqual([19_980, 1])
    expect(grant([line('a', 333.33)], [offer({ value: 12.5 })]).discounts[0]?.parts).toEqual([4167])
  })

  test('amount: once, split by the lines’ values', () => {
    const off = offer({ kind: 'amount', value: 100 })
    expect(grant([line('a', 200), line('b', 100)], [off]).discounts[0]?.parts).toEqual([6667, 3333])
    expect(grant([line('a', 30), line('b', 10)], [off]).priced.total).toBe(4000)
  })

  test('N for a price: the dearest pieces make the groups, and what is left over costs what it costs', () => {
    const three = offer({ kind: 'price', value: 999, buy: { quantity: 3, free: 0 }, of: 'products' })
    expect(grant([line('a', 500, 2), line('b', 400, 2)], [three]).discounts[0]?.parts).toEqual([28_643, 11_457])
    expect(grant([line('a', 300, 3)], [three]).discounts).toEqual([])
  })

  test('buy X get Y: the cheapest of each group are free, its value spread over the group (GST)', () => {
    const two = offer({ kind: 'buy', value: 100, buy: { quantity: 2, free: 1 }, of: 'products' })
    const items = [line('a', 1000), line('b', 600), line('c', 400), line('d', 100)]
    expect(grant(items, [two]).discounts[0]?.parts).toEqual([20_000, 12_000, 8000, 0])
    const half = offer({ kind: 'buy', value: 50, buy: { quantity: 1, free: 1 }, of: 'products' })
    expect(grant([line('a', 1.01, 2)], [half]).discounts[0]?.parts).toEqual([51])
  })

  test('delivery: the fee, and a line of discounts', () => {
    expect(amounts(grant([line('a', 100)], [offer({ kind: 'delivery', value: 0 })]))).toMatchObject([
      { parts: [0], delivery: 4000 },
    ])
  })

  test('only the pieces that it means, by the listing’s lists and prices', () => {
    const red = offer({ of: 'products', products: { colors: ['Red', 'Pink'], fabric: ['Cotton'], maxPrice: 500 } })
    const goods = [
      { productId: 'a', lists: { colors: ['Rust', 'Red'], fabric: ['Cotton'] } },
      { productId: 'a', lists: { colors: ['Blue'], fabric: ['Cotton'] } },
      { productId: 'b', lists: { colors: ['Red'], fabric: ['Silk'] } },
      { productId: 'c', lists: { colors: ['Red'], fabric: ['Cotton'] } },
    ]
    const items = [line('1', 500), line('2', 500), line('3', 500), line('4', 500.01)]
    expect(grant(items, [red], { goods }).discounts[0]?.parts).toEqual([5000, 0, 0, 0])
  })

  test('stops at a total of Re. 1', () => {
    expect(
      grant([line('a', 100)], [offer({ value: 100 })], { cart: { delivery: paise(0), included: true } }).priced.total,
    ).toBe(100)
  })
})

describe('offers together', () => {
  const all = ['products', 'order', 'delivery'] as const

  test('on products first, then on what is left of the order, then on delivery', () => {
    const order = offer({ name: 'order', value: 10, combines: all })
    const delivery = offer({ name: 'delivery', kind: 'delivery', value: 0, combines: all })
    const products = offer({ name: 'products', value: 20, of: 'products', combines: all })
    expect(amounts(grant([line('a', 100)], [order, delivery, products]))).toEqual([
      { name: 'products', parts: [2000], delivery: 0 },
      { name: 'order', parts: [800], delivery: 0 },
      { name: 'delivery', parts: [0], delivery: 4000 },
    ])
  })

  test('if they don’t combine the greater counts, of equal ones the older', () => {
    const [older, newer] = [offer({ name: 'older' }), offer({ name: 'newer' })]
    const greater = offer({ name: 'greater', value: 11, combines: ['order'] })
    expect(amounts(grant([line('a', 100)], [newer, older]))).toMatchObject([{ name: 'older' }])
    expect(amounts(grant([line('a', 100)], [older, newer, greater]))).toMatchObject([{ name: 'greater' }])
  })

  test('two small ones that combine beat one of the middle', () => {
    const small = () => offer({ value: 6, combines: ['order'] })
    expect(grant([line('a', 100)], [offer({ value: 10 }), small(), small()]).discounts).toHaveLength(2)
  })

  test('a line has at most one offer on products', () => {
    const ten = offer({ name: 'ten', value: 10, of: 'products', combines: ['products'] })
    const twenty = offer({
      name: 'twenty',
      value: 20,
      of: 'products',
      combines: ['products'],
      products: { ids: ['a'] },
    })
    expect(amounts(grant([line('a', 100)], [ten, twenty]))).toMatchObject([{ name: 'twenty', parts: [2000] }])
  })

  test('with many that exclude each other it stays fast, and the greatest counts', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      offer({ of: 'products', combines: ['products'], value: 5 + (index % 20), name: String(index) }),
    )
    const items = Array.from({ length: 100 }, (_, index) => line(String(index), 100 + index))
    expect(amounts(grant(items, many))).toMatchObject([{ name: '19' }])
  })
})

describe('why a code doesn’t count', () => {
  const reason = (one: Offer | null, more: Parameters<typeof grant>[2] = {}) =>
    grant([line('a', 499)], [], { codes: [asked(one)], ...more }).refused[0]

  test('unknown, ended, stopped, not started', () => {
    expect(reason(null)?.reason).toBe('offer_unknown')
    expect(reason(offer({ state: 'draft' }))?.reason).toBe('offer_unknown')
    expect(reason(offer({ to: '2026-11-28' }))?.reason).toBe('offer_ended')
    expect(reason(offer({ state: 'stopped' }))?.reason).toBe('offer_ended')
    expect(reason(offer({ from: '2026-11-30' }))).toMatchObject({
      reason: 'offer_not_started',
      missing: { from: '2026-11-30' },
    })
    expect(reason(offer({ from: DAY, to: DAY }))).toBeUndefined()
  })

  test('used up: by all, by this shopper, by rupees', () => {
    const uses = (used: number, spent: number, byCustomer: number) => ({
      uses: () => ({ used, spent: paise(spent), byCustomer }),
    })
    expect(reason(offer({ limits: { total: 2 } }), uses(2, 0, 0))?.reason).toBe('offer_used_up')
    expect(reason(offer({ limits: { total: 2 } }), uses(1, 0, 1))).toBeUndefined()
    expect(reason(offer({ limits: { perCustomer: 1 } }), uses(1, 0, 1))?.reason).toBe('offer_used_up')
    // 10 % of Rs. 499 are Rs. 49.90, and Rs. 50 of the budget are left, then Rs. 49.89.
    expect(reason(offer({ limits: { budget: 100 } }), uses(1, 5010, 0))).toBeUndefined()
    expect(reason(offer({ limits: { budget: 100 } }), uses(1, 5011, 0))?.reason).toBe('offer_used_up')
    expect(
      grant([line('a', 499)], [], { codes: [{ ...asked(offer({ codes: 'batch' })), isUsed: true }] }).refused,
    ).toEqual([{ code: 'CODE', reason: 'offer_used_up', missing: {} }])
  })

  test('not yours: the first order, the addresses that it is for', () => {
    expect(reason(offer({ who: 'first_order' }), { hasOrdered: true })?.reason).toBe('offer_not_yours')
    expect(reason(offer({ who: 'first_order' }))).toBeUndefined()
    const friends = offer({ who: 'emails', emails: ['asha@example.com'] })
    expect(reason(friends, { email: 'ravi@example.com' })?.reason).toBe('offer_not_yours')
    expect(reason(friends, { email: 'asha@example.com' })).toBeUndefined()
    expect(reason(friends)?.reason).toBe('offer_not_yours')
  })

  test('below its minimum, with what is missing', () => {
    expect(reason(offer({ minimum: { goods: 700 } }))).toEqual({
      code: 'CODE',
      reason: 'offer_below_minimum',
      missing: { goods: 201 },
    })
    expect(reason(offer({ minimum: { pieces: 3 } }))?.missing).toEqual({ pieces: 2 })
    expect(reason(offer({ minimum: { goods: 499 } }))).toBeUndefined()
  })

  test('nothing that it means, or nothing to save', () => {
    expect(reason(offer({ products: { ids: ['b'] } }))?.reason).toBe('offer_no_goods')
    const delivery = offer({ kind: 'delivery' })
    expect(reason(delivery, { cart: { delivery: paise(0) } })?.reason).toBe('offer_no_goods')
    const three = offer({ kind: 'price', value: 999, buy: { quantity: 3, free: 0 } })
    expect(reason(three)).toMatchObject({ reason: 'offer_no_goods', missing: { pieces: 2 } })
  })

  test('not with cash, and not with a better one', () => {
    const online = offer({ methods: ['online'] })
    expect(reason(online, { method: 'cash' })?.reason).toBe('offer_not_with_method')
    expect(reason(online)).toBeUndefined()
    expect(reason(offer({}), { automatic: [offer({ value: 20 })] })?.reason).toBe('offer_not_combined')
  })
})

describe('other shops’ faults', () => {
  test('an offer depends on the order of adding, and goes below zero (Medusa 13431, 8829)', () => {
    const two = offer({ kind: 'buy', value: 100, buy: { quantity: 1, free: 1 }, of: 'products' })
    const items = [line('a', 100), line('b', 900), line('c', 500)]
    const off = (order: number[]) => {
      const lines = order.flatMap((index) => items[index] ?? [])
      const { parts = [] } = grant(lines, [two]).discounts[0] ?? {}
      return Object.fromEntries(lines.map(({ key }, index) => [key, parts[index]]))
    }
    const expected = { a: 0, b: 32_143, c: 17_857 }
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ])
      expect(off(order)).toEqual(expected)
  })

  test('a percentage of the price before the sale makes goods free (Saleor 17453)', () => {
    const half = () => offer({ value: 50, combines: ['order'] })
    expect(grant([line('a', 100)], [half(), half()]).discounts.map(({ parts }) => parts)).toEqual([[5000], [2500]])
  })

  test('a limit is ignored without a code (Vendure 4353)', () => {
    const uses = () => ({ used: 5, spent: paise(0), byCustomer: 0 })
    expect(grant([line('a', 100)], [offer({ limits: { total: 5 } })], { uses }).discounts).toEqual([])
  })

  test('a code that gives nothing counts (Vendure 5278)', () => {
    const free = offer({ kind: 'delivery', value: 0, combines: ['order'] })
    const result = grant([line('a', 100)], [], { codes: [asked(free)], cart: { freeFrom: paise(100) } })
    expect(result).toMatchObject({ discounts: [], refused: [{ reason: 'offer_no_goods' }] })
  })
})

describe('random carts with random offers', () => {
  const compare = (seed: number, count: number) => {
    const random = randomNumbers(seed)
    for (let index = 0; index < count; index += 1) {
      const { cart, goods, offers } = randomOffers(random)
      const context = (automatic: Offer[]): OfferContext => ({
        day: DAY,
        method: 'online',
        automatic,
        codes: [],
        email: null,
        hasOrdered: false,
        uses: () => ({ used: 0, spent: paise(0), byCustomer: 0 }),
      })
      const where = `cart ${index} of seed ${seed}`
      const granted = grantOffers(cart, goods, context(offers)).discounts
      const byHand = offersByHand(
        cart,
        goods.map(({ productId }) => productId),
        offers,
      )
      const priced = priceCart({ ...cart, discounts: granted })
      expect(
        priced.discounts.map(({ offer: id, parts }) => ({ offer: id, parts: parts.map(BigInt) })),
        where,
      ).toEqual(byHand)
      const back = cart.items.map((_, at) => cart.items.length - 1 - at)
      const turned = grantOffers(
        { ...cart, items: back.flatMap((at) => cart.items[at] ?? []) },
        back.flatMap((at) => goods[at] ?? []),
        context([...offers].reverse()),
      ).discounts
      expect(
        turned.map(({ offer: id, parts }) => [id, parts.toReversed()]),
        where,
      ).toEqual(granted.map(({ offer: id, parts }) => [id, parts]))
    }
  }

  test('3,000 equal a second calculation, whatever the order of lines and offers', () => {
    compare(11, 3000)
  })

  test('so do 100,000', { tags: 'nightly' }, () => {
    compare(12, 100_000)
  })
})

function randomOffers(random: () => number) {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const { lines, delivery, included, parts } = randomCart(random)
  const items = lines.map(({ price, quantity }, index) => ({
    key: `line ${index}`,
    price: paise(price),
    quantity: Math.min(quantity, 6),
    bands: random() < 0.5 ? bands : [{ upTo: 2500, percent: 5 }, { percent: 18 }],
  }))
  const one = (): Offer => {
    const kind = (['percent', 'amount', 'price', 'delivery', 'buy'] as const)[upTo(4)] ?? 'percent'
    const isShare = kind === 'percent' || kind === 'buy'
    return offer({
      kind,
      value: kind === 'delivery' ? 0 : isShare ? ([5, 10, 12.5, 33.33, 50, 100][upTo(5)] ?? 5) : upTo(200_000) / 100,
      buy: kind === 'price' || kind === 'buy' ? { quantity: 1 + upTo(2), free: 1 + upTo(1) } : undefined,
      of: random() < 0.5 ? 'order' : 'products',
      products:
        random() < 0.5 ? undefined : { ids: items.flatMap(({ key }) => (random() < 0.5 ? [key] : [])).concat('other') },
      combines: (['products', 'order', 'delivery'] as const).filter(() => random() < 0.6),
      minimum: random() < 0.8 ? undefined : { goods: upTo(3000), pieces: upTo(3) || undefined },
      limits: random() < 0.9 ? undefined : { budget: 1 + upTo(500) },
      createdAt: new Date(Date.UTC(2026, 10, 1 + upTo(3))).toISOString(),
    })
  }
  return {
    cart: {
      items,
      delivery: paise(delivery),
      freeFrom: paise(random() < 0.7 ? 0 : upTo(500_000)),
      included,
      taxParts: parts,
    },
    goods: items.map(({ key }) => ({ productId: key, lists: {} })),
    offers: Array.from({ length: upTo(4) }, one),
  }
}
