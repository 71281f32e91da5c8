import type { Offer } from '#shop/offers/rules.ts'
import type { Cart } from '#shop/pricing/rules.ts'

/*
 * The price of a cart, worked out a second time and in another way: with fractions of any size, paise handed out one by
 * one. It shares no code with the shop.
 */

type Fraction = readonly [bigint, bigint]

const over = (top: bigint, bottom: bigint): Fraction => [top, bottom]
const isMore = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b
const isEqual = ([a, b]: Fraction, [c, d]: Fraction) => a * d === c * b
/** The nearest whole number, halves up. Of positive fractions only. */
const nearest = ([a, b]: Fraction) => (a + a + b) / (b + b)
const total = (numbers: readonly bigint[]) => numbers.reduce((sum, one) => sum + one, 0n)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

export interface OraclePrice {
  lines: { key: string; discount: bigint; percent: number; tax: bigint }[]
  goods: bigint
  discounts: bigint[]
  delivery: bigint
  tax: bigint
  taxIncluded: bigint
  total: bigint
}

/** Hands out an amount paisa by paisa, each to whoever lacks most of their exact share. */
function handOut(amount: bigint, people: readonly { key: string; weight: bigint }[]): bigint[] {
  const all = total(people.map(({ weight }) => weight))
  if (all === 0n) return people.map(() => 0n)
  const given = people.map(({ weight }) => (amount * weight) / all)
  const lacks = (index: number): Fraction =>
    over(amount * (people[index]?.weight ?? 0n) - (given[index] ?? 0n) * all, all)
  const isBefore = (one: number, other: number) => {
    if (!isEqual(lacks(one), lacks(other))) return isMore(lacks(one), lacks(other))
    const [first, second] = [people[one], people[other]]
    if (!first || !second) return false
    return first.weight === second.weight ? first.key < second.key : first.weight > second.weight
  }
  while (total(given) < amount) {
    let next = 0
    for (const index of people.keys()) if (isBefore(index, next)) next = index
    given[next] = (given[next] ?? 0n) + 1n
  }
  return given
}

function rateOf(bands: Cart['items'][number]['bands'], piece: bigint, included: boolean): number {
  for (const { upTo, percent } of bands) {
    const own = included ? nearest(over(piece * BigInt(percent), 100n + BigInt(percent))) : 0n
    if (upTo === undefined || piece - own <= BigInt(Math.round(upTo * 100))) return percent
  }
  return 0
}

const contained = (amount: bigint, percent: number, parts: bigint) =>
  parts * nearest(over(amount * BigInt(percent), parts * (100n + BigInt(percent))))

/** What the cart costs. `off` is what each discount takes of each line, and of the delivery. */
export function priceByHand(cart: Cart): OraclePrice {
  return priceAndTaken(cart).price
}

function priceAndTaken(cart: Cart) {
  let off = (cart.discounts ?? []).map(({ parts, delivery }) => ({
    lines: cart.items.map((_, line) => BigInt(parts[line] ?? 0)),
    delivery: delivery === Number.POSITIVE_INFINITY ? 10n ** 18n : BigInt(delivery),
  }))
  for (;;) {
    const { price, taken } = once(cart, off)
    const saved = total(price.discounts)
    if (price.total >= 100n || saved === 0n) return { price, taken }
    let missing = 100n - price.total
    off = taken
      .toReversed()
      .map((one) => {
        const least = smaller(missing, one.delivery)
        const backOnLines = smaller(missing - least, total(one.lines))
        missing -= least + backOnLines
        const people = one.lines.map((weight, line) => ({ key: cart.items[line]?.key ?? '', weight }))
        const back = handOut(backOnLines, people)
        return { delivery: one.delivery - least, lines: one.lines.map((part, line) => part - (back[line] ?? 0n)) }
      })
      .toReversed()
  }
}

function once(cart: Cart, off: readonly { lines: bigint[]; delivery: bigint }[]) {
  const parts = BigInt(cart.taxParts ?? 1)
  const worth = cart.items.map(({ price, quantity }) => BigInt(price) * BigInt(quantity))
  const rest = [...worth]
  const onLines = off.map(({ lines }) =>
    lines.map((wanted, line) => {
      const taken = smaller(wanted, rest[line] ?? 0n)
      rest[line] = (rest[line] ?? 0n) - taken
      return taken
    }),
  )
  const from = BigInt(cart.freeFrom ?? 0)
  const delivery = from > 0n && total(rest) >= from ? 0n : BigInt(cart.delivery)
  let fee = delivery
  const onDelivery = off.map((one) => {
    const taken = smaller(one.delivery, fee)
    fee -= taken
    return taken
  })
  fee += BigInt(cart.cashFee ?? 0)
  const percents = cart.items.map(({ bands, quantity }, line) =>
    rateOf(bands, nearest(over(rest[line] ?? 0n, BigInt(quantity))), cart.included),
  )
  const rates = [...new Set(percents)].sort((one, other) => one - other)
  const taxes = rest.map((amount, line) => (cart.included ? contained(amount, percents[line] ?? 0, parts) : 0n))
  const ofRate = (rate: number) => percents.flatMap((percent, line) => (percent === rate ? [line] : []))
  if (!cart.included)
    for (const rate of rates) {
      const lines = ofRate(rate)
      const sum = total(lines.map((line) => rest[line] ?? 0n))
      const people = lines.map((line) => ({ key: cart.items[line]?.key ?? '', weight: rest[line] ?? 0n }))
      for (const [index, share] of handOut(nearest(over(sum * BigInt(rate), 100n)), people).entries())
        taxes[lines[index] ?? 0] = share
    }
  let inside = cart.included ? total(taxes) : 0n
  if (cart.included) {
    const all = total(rest)
    let [before, weight] = [0n, 0n]
    for (const [index, rate] of rates.entries()) {
      weight += total(ofRate(rate).map((line) => rest[line] ?? 0n))
      const upTo = all === 0n ? fee : nearest(over(fee * weight, all))
      if (all > 0n || index === 0) inside += contained(upTo - before, rate, parts)
      before = upTo
    }
  }
  const tax = cart.included ? 0n : total(taxes)
  const price: OraclePrice = {
    lines: cart.items.map(({ key }, line) => ({
      key,
      discount: (worth[line] ?? 0n) - (rest[line] ?? 0n),
      percent: percents[line] ?? 0,
      tax: taxes[line] ?? 0n,
    })),
    goods: total(worth),
    discounts: off.map((_, index) => total(onLines[index] ?? []) + (onDelivery[index] ?? 0n)).filter((one) => one > 0n),
    delivery,
    tax,
    taxIncluded: inside,
    total: total(rest) + fee + tax,
  }
  return { price, taken: off.map((_, index) => ({ lines: onLines[index] ?? [], delivery: onDelivery[index] ?? 0n })) }
}

type OracleOffer = Pick<
  Offer,
  'id' | 'kind' | 'value' | 'buy' | 'of' | 'products' | 'combines' | 'createdAt' | 'minimum' | 'limits'
>

const rupeesIn = (rupees: number) => BigInt(Math.round(rupees * 100))
const classOfOffer = (offer: OracleOffer) => (offer.kind === 'delivery' ? 'delivery' : offer.of)
const isOlder = (one: OracleOffer, other: OracleOffer) =>
  `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}`

/**
 * What the offers take off, each by line: every set of offers is priced, in which any two name each other's class. Lines
 * are meant by the ids in `products`; `budget` is what is left of it.
 */
export function offersByHand(
  cart: Omit<Cart, 'discounts'>,
  products: readonly string[],
  offers: readonly OracleOffer[],
): { offer: string; parts: bigint[] }[] {
  const meant = (offer: OracleOffer) =>
    cart.items.flatMap((_, line) => (offer.products?.ids?.includes(products[line] ?? '') === false ? [] : [line]))
  const isReached = (offer: OracleOffer) => {
    const lines = meant(offer).flatMap((line) => cart.items[line] ?? [])
    const goods = total(lines.map(({ price, quantity }) => BigInt(price) * BigInt(quantity)))
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return lines.length > 0 && goods >= rupeesIn(offer.minimum?.goods ?? 0) && pieces >= (offer.minimum?.pieces ?? 0)
  }
  const oldestFirst = offers.filter(isReached).sort((one, other) => (isOlder(one, other) ? -1 : 1))
  const agree = (one: OracleOffer, other: OracleOffer) =>
    one.combines.includes(classOfOffer(other)) && other.combines.includes(classOfOffer(one))
  let best: { set: OracleOffer[]; off: { offer: string; parts: bigint[] }[]; sum: bigint } = {
    set: [],
    off: [],
    sum: 0n,
  }
  for (let mask = 1; mask < 2 ** oldestFirst.length; mask++) {
    const set = oldestFirst.filter((_, index) => Math.floor(mask / 2 ** index) % 2 === 1)
    if (set.some((one) => set.some((other) => one !== other && !agree(one, other)))) continue
    const priced = offByHand(cart, meant, set)
    const isTooMuch = (offer: OracleOffer) =>
      offer.limits?.budget !== undefined &&
      priced.some((one) => one.offer === offer.id && one.sum > rupeesIn(offer.limits?.budget ?? 0))
    if (set.some(isTooMuch)) continue
    const sum = total(priced.map((one) => one.sum))
    const giving = set.filter(({ id }) => priced.some(({ offer }) => offer === id))
    const differs = giving.findIndex((offer, index) => offer !== best.set[index])
    const [mine, its] = [giving[differs], best.set[differs]]
    const isOldestIn = mine !== undefined && its !== undefined && isOlder(mine, its)
    const isShorter = differs < 0 && giving.length < best.set.length
    if (sum > best.sum || (sum === best.sum && (isOldestIn || isShorter))) best = { set: giving, off: priced, sum }
  }
  return best.off.map(({ offer, parts }) => ({ offer, parts }))
}

/** What one set takes off, with the part of each that stays once the total would be less than a rupee. */
function offByHand(
  cart: Omit<Cart, 'discounts'>,
  meant: (offer: OracleOffer) => number[],
  set: readonly OracleOffer[],
) {
  const rest = cart.items.map(({ price, quantity }) => BigInt(price) * BigInt(quantity))
  const owners = new Set<number>()
  const off: { offer: string; parts: bigint[] }[] = []
  const steps = ['products', 'order', 'delivery'].flatMap((name) => set.filter((one) => classOfOffer(one) === name))
  for (const offer of steps) {
    const lines = meant(offer).filter(
      (line) => (rest[line] ?? 0n) > 0n && !(offer.of === 'products' && owners.has(line)),
    )
    const parts = rest.map(() => 0n)
    if (offer.kind === 'percent')
      for (const line of lines) parts[line] = nearest(over((rest[line] ?? 0n) * rupeesIn(offer.value), 10_000n))
    else if (offer.kind !== 'delivery') {
      const worth = new Map(lines.map((line) => [line, offer.kind === 'amount' ? (rest[line] ?? 0n) : 0n]))
      let sum = smaller(rupeesIn(offer.value), total([...worth.values()]))
      if (offer.kind !== 'amount') sum = groupByHand(offer, cart, lines, rest, worth)
      const people = lines.map((line) => ({ key: cart.items[line]?.key ?? '', weight: worth.get(line) ?? 0n }))
      for (const [index, share] of handOut(sum, people).entries()) parts[lines[index] ?? 0] = share
    }
    for (const [line, part] of parts.entries()) {
      rest[line] = (rest[line] ?? 0n) - part
      if (offer.of === 'products' && offer.kind !== 'delivery' && part > 0n) owners.add(line)
    }
    off.push({ offer: offer.id, parts })
  }
  const discounts = steps.map(({ id, kind }, index) => ({
    offer: id,
    name: id,
    code: null,
    parts: (off[index]?.parts ?? []).map(Number),
    delivery: kind === 'delivery' ? Number.POSITIVE_INFINITY : 0,
  }))
  const { taken } = priceAndTaken({ ...cart, discounts })
  return taken
    .map(({ lines, delivery }, index) => ({
      offer: steps[index]?.id ?? '',
      parts: lines,
      sum: total(lines) + delivery,
    }))
    .filter(({ sum }) => sum > 0n)
}

/** What groups of pieces save. Adds what the pieces of each line in such groups are worth. */
function groupByHand(
  { kind, value, buy }: OracleOffer,
  cart: Omit<Cart, 'discounts'>,
  lines: readonly number[],
  rest: readonly bigint[],
  worth: Map<number, bigint>,
): bigint {
  const pieces: { line: number; cost: bigint }[] = []
  for (const line of lines) {
    let [left, count] = [rest[line] ?? 0n, BigInt(cart.items[line]?.quantity ?? 0)]
    for (; count > 0n; count--) {
      const cost = (left + count - 1n) / count
      pieces.push({ line, cost })
      left -= cost
    }
  }
  const keyAt = (line: number) => cart.items[line]?.key ?? ''
  pieces.sort((one, other) =>
    one.cost === other.cost ? (keyAt(one.line) < keyAt(other.line) ? -1 : 1) : one.cost > other.cost ? -1 : 1,
  )
  const paid = buy?.quantity ?? 0
  const size = kind === 'buy' ? paid + (buy?.free ?? 0) : paid
  let saved = 0n
  while (pieces.length >= size) {
    const group = pieces.splice(0, size)
    const all = total(group.map(({ cost }) => cost))
    const gift = total(group.slice(paid).map(({ cost }) => cost))
    const here = kind === 'price' ? all - rupeesIn(value) : nearest(over(gift * rupeesIn(value), 10_000n))
    if (here <= 0n) continue
    saved += here
    for (const { line, cost } of group) worth.set(line, (worth.get(line) ?? 0n) + cost)
  }
  return saved
}
