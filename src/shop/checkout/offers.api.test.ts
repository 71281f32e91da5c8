import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  newShopper,
  order,
  type Shopper,
  shirt,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

afterEach(() => stopOffers(shop))

const quote = async (body: Record<string, unknown>, who: Pick<Shopper, 'api'> = shop) => {
  const response = await who.api('POST /user/quote', { body: { productDetails: [tee], ...body } })
  if (!response.ok) throw new Error(response.message)
  return response.data
}

test('an offer that needs no code counts by itself, line by line, and create-order takes its total', async () => {
  const offer = await addOffer(shop)
  const body = { productDetails: [{ ...tee, quantity: 2 }, tote], userId: asha.id, addressId: asha.addressId }
  const quoted = await quote(body, asha)
  expect(quoted).toMatchObject({
    lines: [
      { discount: 259.8, tax: 116.91, total: 2455.11 },
      { discount: 2.7, tax: 1.22, total: 25.52 },
    ],
    goods: 2625,
    discounts: [{ offer, name: 'Festival', code: null, amount: 262.5 }],
    total: 2625 - 262.5 + 40 + 118.13,
    refusedCodes: [],
  })
  expect(await order(asha, body.productDetails)).toMatchObject({
    status: 409,
    code: 'total_changed',
    problem: { total: quoted.total, quote: { discounts: [{ amount: 262.5 }] } },
  })
  expect(await order(asha, body.productDetails, { totalPrice: quoted.total })).toMatchObject({ status: 201 })
})

test('a code counts however it’s typed, once, also for a visitor', async () => {
  const offer = await addOffer(shop, { code: 'Diwali10' })
  const [typed] = [' diwali१० ']
  expect(await quote({})).toMatchObject({ discounts: [] })
  expect(await quote({ codes: [typed, 'DIWALI10'] })).toMatchObject({
    discounts: [{ offer, code: 'Diwali10', amount: 129.9 }],
    refusedCodes: [],
  })
})

test('a code that doesn’t count says why and what is missing, in the shopper’s language', async () => {
  const all = { value: 1100, combines: ['order', 'products', 'delivery'] }
  await addOffer(shop, { ...all, code: 'BIG', minimum_goods_paise: 150_000 })
  await addOffer(shop, { ...all, code: 'LATER', from_day: '2999-11-05' })
  await addOffer(shop, { ...all, code: 'OVER', state: 'stopped' })
  await addOffer(shop, { ...all, code: 'DRAFT', state: 'draft' })
  await addOffer(shop, { ...all, code: 'FRIENDS', who: 'emails', emails: ['friend@example.com'] })
  await addOffer(shop, { ...all, code: 'SHIRTS', goal: 'products', products: { subcategory: ['No such'] } })
  await addOffer(shop, { ...all, code: 'ONLINE', online_only: true })
  await addOffer(shop, { ...all, code: 'FULL', limit_total: 1 })
  const full = { productDetails: [tote], codes: ['FULL'], userId: asha.id, addressId: asha.addressId }
  const { total: totalPrice } = await quote(full, asha)
  expect(await order(asha, [tote], { codes: ['FULL'], totalPrice })).toMatchObject({ status: 201 })
  await addOffer(shop, { value: 2000 })
  const reasons = async (more: object = {}) =>
    (
      await quote({
        codes: ['big', 'later', 'over', 'draft', 'friends', 'shirts', 'online', 'full', 'none such'],
        ...more,
      })
    ).refusedCodes.map(({ code, reason, message }) => [code, reason, message])
  expect(await reasons()).toEqual([
    ['big', 'offer_below_minimum', 'Rs. 201 more for this code.'],
    ['later', 'offer_not_started', 'This offer starts on 5 Nov.'],
    ['over', 'offer_ended', 'This offer has ended.'],
    ['draft', 'offer_unknown', 'There’s no such code.'],
    ['friends', 'offer_not_yours', 'This code isn’t for this account.'],
    ['shirts', 'offer_no_goods', 'This code saves nothing on what’s in your cart.'],
    ['online', 'offer_not_combined', 'This code can’t be combined with your other offers, which save more.'],
    ['full', 'offer_used_up', 'This code has been used as often as it can be.'],
    ['none such', 'offer_unknown', 'There’s no such code.'],
  ])
  expect(await reasons({ paymentMethod: 'cash' })).toContainEqual([
    'online',
    'offer_not_with_method',
    'This code works if you pay online.',
  ])
})

test('products are meant as the listing’s filters mean them, by the colour’s family too', async () => {
  await addOffer(shop, { goal: 'products', products: { colors: ['Blue'], sizes: ['XL'], minPrice: 2000 } })
  const { lines } = await quote({ productDetails: [tee, shirt] })
  expect(lines.map(({ discount }) => discount)).toEqual([0, 229.9])
})

test('after twenty unknown codes in an hour a quote with codes is 429; one without, and an order, go on', async () => {
  await sql`delete from limit_hits where bucket like 'offer-codes%'`.execute(shop.shop.db)
  const guesser = await newShopper(shop)
  const guess = (codes?: string[]) =>
    guesser.api('POST /user/quote', { body: { userId: guesser.id, productDetails: [tote], ...(codes && { codes }) } })
  for (let round = 0; round < 20; round++) expect(await guess([`GUESS${round}`])).toMatchObject({ status: 200 })
  expect(await guess(['GUESS20'])).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
  expect(await guess()).toMatchObject({ status: 200 })
  expect(await order(guesser, [tote])).toMatchObject({ status: 201 })
  await sql`delete from limit_hits where bucket like 'offer-codes%'`.execute(shop.shop.db)
})

test('pages know whether an offer or a code runs, from midnight in India on', async () => {
  const shown = async () => {
    const response = await shop.api('GET /user/shopSettings')
    return response.ok ? response.data.offers : null
  }
  expect(await shown()).toEqual({ running: false, codes: false })
  await addOffer(shop)
  expect(await shown()).toEqual({ running: true, codes: false })
  await addOffer(shop, { code: 'FESTIVAL' })
  expect(await shown()).toEqual({ running: true, codes: true })
  await stopOffers(shop)
  expect(await shown()).toEqual({ running: false, codes: false })
})
