import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import { priceLines } from '../../../tests/support/priced-lines.ts'
import { INDIAN_STATES } from '../delivery/indian-states.ts'
import { placeOfSupply, sellerState } from '../orders/supply.server.ts'
import { stateCode, stateName } from '../settings/state-rules.ts'
import {
  amountInWords,
  creditedLines,
  documentNumber,
  isRoundOff,
  sumLines,
  type TaxableLine,
  taxedLines,
} from './rules.ts'

const line = (price: number, quantity: number, percent = 5): TaxableLine => ({
  description: 'Boxy Tee, Black, M',
  hsn: '6109',
  quantity,
  price: paise(price),
  percent,
})

test('SPEC’s order: 5 % of the goods is added, and delivery contains its tax', () => {
  const charged = { lines: [line(129_900, 1)], delivery: paise(4000), tax: paise(6495), pricesInclude: false }
  const [tee, delivery, roundOff] = taxedLines({ ...charged, interstate: false })
  expect(tee).toMatchObject({ taxable: 129_900, cgst: 3247, sgst: 3247, igst: 0, total: 136_394 })
  expect(delivery).toMatchObject({ description: 'Delivery', hsn: '6109', taxable: 3810, total: 4000 })
  expect(delivery).toMatchObject({ cgst: 95, sgst: 95 })
  expect(roundOff).toMatchObject({ description: 'Round off', taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 1 })
  const sums = sumLines(taxedLines({ ...charged, interstate: true }))
  expect(sums).toEqual({ taxable: 133_710, cgst: 0, sgst: 0, igst: 6685, total: 140_395 })
})

test('within a state each half of the tax is rounded, and the taxable value is what is left of the price', () => {
  const included = { delivery: paise(0), tax: paise(0), pricesInclude: true }
  const [socks, ...others] = taxedLines({ ...included, lines: [line(49_800, 1)], interstate: false })
  expect(socks).toMatchObject({ taxable: 47_428, cgst: 1186, sgst: 1186, igst: 0, total: 49_800 })
  expect(others).toEqual([])
  const [sent] = taxedLines({ ...included, lines: [line(49_800, 1)], interstate: true })
  expect(sent).toMatchObject({ taxable: 47_429, cgst: 0, sgst: 0, igst: 2371, total: 49_800 })
})

test('an invoice of 1.0 with unequal halves is taken back to the paisa', () => {
  const amounts = {
    taxable: paise(129_900),
    cgst: paise(3248),
    sgst: paise(3247),
    igst: paise(0),
    total: paise(136_395),
  }
  const lines = [{ ...line(129_900, 1), ...amounts }]
  const first = creditedLines(lines, [], paise(50_000))
  const second = creditedLines(lines, [first], paise(86_395))
  expect(sumLines([...first, ...second])).toEqual(amounts)
})

test('if prices include tax, the total is the price, and contains the tax', () => {
  const lines = taxedLines({
    lines: [line(105_000, 2), line(118_000, 1, 18)],
    delivery: paise(0),
    tax: paise(0),
    pricesInclude: true,
    interstate: true,
  })
  expect(lines.map(({ taxable, igst }) => [taxable, igst])).toEqual([
    [200_000, 10_000],
    [100_000, 18_000],
  ])
})

type Bought = { goods: Goods[]; delivery: number; included: boolean; interstate: boolean }
type Goods = { price: number; quantity: number; percent: number }
const goods = fc.record({
  price: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 2_000_000 })),
  quantity: fc.integer({ min: 1, max: 40 }),
  percent: fc.constantFrom(0, 3, 5, 12, 18, 28),
})
const order = fc.record({
  goods: fc.array(goods, { minLength: 1, maxLength: 12 }),
  delivery: fc.oneof(fc.constant(0), fc.constant(4000), fc.integer({ min: 0, max: 50_000 })),
  included: fc.boolean(),
  interstate: fc.boolean(),
})

/** An accountant's calculation: by rate, in fractions of a paisa, rounded at the end. */
function byHand(bought: Goods[], delivery: number, included: boolean) {
  const value = bought.reduce((sum, one) => sum + one.price * one.quantity, 0)
  let added = 0
  let inside = 0
  for (const percent of new Set(bought.map((one) => one.percent))) {
    const ofRate = bought.filter((one) => one.percent === percent)
    const sum = ofRate.reduce((total, one) => total + one.price * one.quantity, 0)
    if (included) inside += sum - sum / (1 + percent / 100)
    else added += Math.round((sum * percent) / 100 + 1e-7)
    const share = value === 0 ? 0 : (delivery * sum) / value
    inside += share - share / (1 + percent / 100)
  }
  return { paid: value + delivery + added, tax: added + inside }
}

/** The lines of a random order, and its totals as the checkout calculates them. */
function chargedFor({ goods: bought, delivery, included, interstate }: Bought) {
  const lines = bought.map((one) => line(one.price, one.quantity, one.percent))
  const totals = priceLines(
    lines,
    { 'order.delivery': delivery / 100, 'delivery.freeFrom': 0, 'order.taxPercent': 5, 'tax.pricesInclude': included },
    interstate ? 1 : 2,
  )
  const charged = { lines, delivery: totals.delivery, tax: totals.tax, pricesInclude: included }
  return { totals, charged }
}

test('1,000 random orders: lines add up to the paisa, and the tax equals an independent calculation', () => {
  fc.assert(
    fc.property(order, ({ goods: bought, delivery, included, interstate }) => {
      const expected = byHand(bought, delivery, included)
      const { totals, charged } = chargedFor({ goods: bought, delivery, included, interstate })
      expect(totals.total).toBe(expected.paid)
      const lines = taxedLines({ ...charged, interstate })
      const sums = sumLines(lines)
      expect(sums.total).toBe(expected.paid)
      // The odd paisa of added tax that can't be halved.
      const odd = included || interstate ? 0 : totals.tax % 2
      expect(lines.filter(isRoundOff).map(({ total }) => total)).toEqual(odd === 1 ? [1] : [])
      expect(sums.taxable + sums.cgst + sums.sgst + sums.igst).toBe(sums.total - odd)
      // A paisa for the roundings of each line's halves, and one for those of the sums.
      const slack = 1.01 * lines.length + 1
      if (bought.some((one) => one.price > 0))
        expect(Math.abs(sums.cgst + sums.sgst + sums.igst - expected.tax)).toBeLessThan(slack)
      expect(interstate ? sums.cgst + sums.sgst : sums.igst).toBe(0)
      for (const one of lines.filter((line) => !isRoundOff(line))) {
        expect(one.taxable + one.cgst + one.sgst + one.igst).toBe(one.total)
        expect(Math.min(one.taxable, one.cgst, one.sgst, one.igst)).toBeGreaterThanOrEqual(0)
        expect(one.cgst).toBe(one.sgst)
        const exact = (one.total * one.percent) / (100 + one.percent)
        if (one.price === null || included)
          expect(Math.abs(one.total - one.taxable - exact)).toBeLessThanOrEqual(interstate ? 0.5 : 1)
        else expect(Math.abs(one.total - one.taxable - (one.taxable * one.percent) / 100)).toBeLessThan(8)
      }
      expect(totals.taxIncluded).toBe(included ? sums.cgst + sums.sgst + sums.igst : 0)
    }),
    { numRuns: 1000 },
  )
})

test('partial refunds take back each line to the paisa, and never more', () => {
  fc.assert(
    fc.property(order, fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }), (bought, shares) => {
      const { totals, charged } = chargedFor(bought)
      const lines = taxedLines({ ...charged, interstate: bought.interstate })
      const notes: ReturnType<typeof creditedLines>[] = []
      let left = totals.total
      for (const share of [...shares, 100]) {
        const amount = paise(Math.floor((left * share) / 100))
        // Every other refund is of the first line's pieces.
        const weights = share % 2 === 1 ? lines.map(({ total }, index) => (index === 0 ? total : 0)) : undefined
        const note = creditedLines(lines, notes, amount, weights)
        expect(sumLines(note).total).toBe(amount)
        for (const one of note) {
          expect(Math.min(one.cgst, one.sgst, one.igst)).toBeGreaterThanOrEqual(0)
          // Refunds of single paise may leave a paisa that has no equal halves.
          expect(one.taxable).toBeGreaterThanOrEqual(-1)
          expect(one.cgst).toBe(one.sgst)
        }
        notes.push(note)
        left = paise(left - amount)
      }
      const index = lines.length - 1
      const { total, ...amounts } = sumLines(
        notes.map((note) => note[index] ?? creditedLines([], [], paise(0))[0]).filter((one) => one !== undefined),
      )
      expect({ total, ...amounts }).toEqual(sumLines(lines.slice(index)))
    }),
    { numRuns: 300 },
  )
})

test('the place of supply is the state of the address by name or abbreviation, else that of its PIN', () => {
  const place = (state: string, pinState: string | null, country: 'India' | 'USA' = 'India') =>
    placeOfSupply({ state, country }, { pinState, seller: '27' })
  expect(place('Karnataka', null)).toBe('29')
  expect(place(' tamil  nadu', '27')).toBe('33')
  expect(place('J&K', null)).toBe('27')
  expect(place('Jammu & Kashmir', null)).toBe('01')
  expect(place('', '30')).toBe('30')
  expect(place('बिहार', '10')).toBe('10')
  expect(place('Elsewhere', null)).toBe('27')
  expect(place('New York', null, 'USA')).toBe('96')
  for (const state of INDIAN_STATES) expect(stateName(stateCode(state) ?? '')).toBe(state)
})

test('the seller’s state is that of the GSTIN, or else that of the setting', () => {
  expect(sellerState({ 'shop.gstin': '29AAPFU0939F1ZV', 'shop.state': 'Maharashtra' })).toBe('29')
  expect(sellerState({ 'shop.gstin': '', 'shop.state': 'Maharashtra' })).toBe('27')
  expect(sellerState({ 'shop.gstin': '', 'shop.state': '' })).toBe('')
})

test('a number has at most 16 characters (CGST Rules, rule 46)', () => {
  expect(documentNumber('INV', '2026-27', 42)).toBe('INV/26-27/00042')
  expect(documentNumber('INV', '2026-27', 999_999)).toHaveLength(16)
})

test.each([
  [140_395, 'Rupees One Thousand Four Hundred Three and Ninety Five Paise Only'],
  [0, 'Rupees Zero Only'],
  [1, 'One Paisa Only'],
  [10_000_000, 'Rupees One Lakh Only'],
  [
    1_234_567_890,
    'Rupees One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight and Ninety Paise Only',
  ],
  [2_000_000_000, 'Rupees Two Crore Only'],
])('%i paise in words', (amount, words) => {
  expect(amountInWords(paise(amount))).toBe(words)
})
