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
  let off = (cart.discounts ?? []).map(({ parts, delivery }) => ({
    lines: cart.items.map((_, line) => BigInt(parts[line] ?? 0)),
    delivery: delivery === Number.POSITIVE_INFINITY ? 10n ** 18n : BigInt(delivery),
  }))
  for (;;) {
    const { price, taken } = once(cart, off)
    const saved = total(price.discounts)
    if (price.total >= 100n || saved === 0n) return price
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
