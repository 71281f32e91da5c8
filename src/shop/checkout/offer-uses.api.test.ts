import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  findOrder,
  newShopper,
  order,
  ordersOf,
  runJobsAfter,
  type Shopper,
  stateOf,
  tee,
  tote,
  verify,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import { randomNumbers } from '../../../tests/support/random-carts.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { readInvoice } from '../invoices/issue.server.ts'
import { sumLines } from '../invoices/rules.ts'
import { refundOrder } from '../refunds/staff.server.ts'

let shop: TestShop

withCheckoutShop((fixture) => ({ shop } = fixture), {
  products: [
    { id: 'boxy-tee', price: 1299, stock: { Black: { M: 20 } } },
    { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 400 } } },
  ],
})

afterEach(() => stopOffers(shop))

async function totalWith(who: Shopper, lines: Wanted[], codes: string[]) {
  const quote = await who.api('POST /user/quote', {
    body: { userId: who.id, addressId: who.addressId, productDetails: lines, codes },
  })
  if (!quote.ok) throw new Error(quote.message)
  return quote.data
}

/** Orders with a code, at the total that the server quotes. */
async function orderWith(who: Shopper, code: string, lines: Wanted[] = [tote]) {
  const { total } = await totalWith(who, lines, [code])
  return order(who, lines, { totalPrice: total, codes: [code] })
}

async function openWith(who: Shopper, code: string, lines: Wanted[] = [tote]) {
  const created = await orderWith(who, code, lines)
  if (!created.ok) throw new Error(created.message)
  return created.data
}

async function buyWith(who: Shopper, code: string, lines: Wanted[] = [tote]) {
  const open = await openWith(who, code, lines)
  expect(await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ ok: true })
  return open.orderId
}

const usedOf = async (offer: string) =>
  shop.shop.db.selectFrom('offers').select(['used', 'spent_paise']).where('id', '=', offer).executeTakeFirstOrThrow()

/** A shopper with a phone and an address of their own. */
async function stranger(name: string, phoneNumber: string, streetAddress: string): Promise<Shopper> {
  const who = await newShopper(shop, name)
  const body = { userId: who.id, addressId: who.addressId, updatedDetails: { phoneNumber, streetAddress } }
  expect(await who.api('POST /user/updateAddress', { body })).toMatchObject({ ok: true })
  return who
}

test('two steps of paying take one use (Saleor 8219), and the order, its invoice and its mail have what was paid', async () => {
  const offer = await addOffer(shop, { code: 'ONCE', limit_per_customer: 1 })
  const who = await stranger('Ria', '98200 10001', '1, Hill Road')
  const open = await openWith(who, 'ONCE', [{ ...tee, quantity: 2 }])
  expect(await usedOf(offer)).toEqual({ used: 1, spent_paise: 25_980 })
  expect((await openWith(who, 'ONCE', [{ ...tee, quantity: 2 }])).orderId).toBe(open.orderId)
  await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))
  expect(await usedOf(offer)).toMatchObject({ used: 1 })
  expect(await findOrder(who, open.orderId)).toMatchObject({
    discounts: [{ offer, code: 'ONCE', amount: 259.8 }],
    totals: { goods: 2598, total: 2495.11 },
  })
  const { lines = [] } = (await readInvoice(shop.shop, open.orderId))?.document ?? {}
  expect(sumLines(lines).total).toBe(open.amount)
  const refused = await orderWith(who, 'ONCE')
  expect(refused).toMatchObject({
    status: 409,
    code: 'total_changed',
    problem: { quote: { refusedCodes: [{ code: 'ONCE', reason: 'offer_used_up' }] } },
  })
})

test('one shopper is an account, a phone and an address', async () => {
  await addOffer(shop, { code: 'MINE', limit_per_customer: 1 })
  await addOffer(shop, { code: 'FIRST', who: 'first_order' })
  const first = await stranger('Ria', '98200 20001', '2, Hill Road')
  await openWith(first, 'MINE')
  const samePhone = await stranger('Ria K', '+91 98200-20001', '3, Hill Road')
  const sameAddress = await stranger('Ria L', '98200 20009', '2 HILL road')
  const other = await stranger('Uma', '98200 20002', '4, Hill Road')
  for (const code of ['MINE', 'FIRST']) {
    const reason = code === 'MINE' ? 'offer_used_up' : 'offer_not_yours'
    for (const who of [samePhone, sameAddress])
      expect((await totalWith(who, [tote], [code])).refusedCodes, code).toMatchObject([{ reason }])
    expect((await totalWith(other, [tote], [code])).refusedCodes).toEqual([])
  }
})

test('a shopper who changes the cart before paying keeps the use; the older unpaid order gives it up', async () => {
  const offer = await addOffer(shop, { code: 'WELCOME', who: 'first_order', limit_per_customer: 1, limit_total: 1 })
  const who = await stranger('Ria', '98200 30001', '5, Hill Road')
  const first = await openWith(who, 'WELCOME')
  const second = await openWith(who, 'WELCOME', [{ ...tote, quantity: 2 }])
  expect(await stateOf(shop, first.orderId)).toBe('expired')
  expect(await usedOf(offer)).toMatchObject({ used: 1 })
  await verify(who, second, await shop.sandbox.pay(second.razorpayOrderId))
  expect(await usedOf(offer)).toMatchObject({ used: 1 })
})

test('an order that lapses, or that the provider never got, gives its use back (Saleor 8796, Woo 12096)', async () => {
  const offer = await addOffer(shop, { code: 'LAPSE', limit_total: 1 })
  const who = await stranger('Ria', '98200 40001', '6, Hill Road')
  const other = await stranger('Uma', '98200 40002', '7, Hill Road')
  const open = await openWith(who, 'LAPSE')
  expect((await totalWith(other, [tote], ['LAPSE'])).refusedCodes).toMatchObject([{ reason: 'offer_used_up' }])
  await runJobsAfter(shop, 3600, open.orderId)
  expect(await stateOf(shop, open.orderId)).toBe('expired')
  expect(await usedOf(offer)).toEqual({ used: 0, spent_paise: 0 })
  await shop.sandbox.scenario({ scenario: 'rest_500', next: 3 })
  expect(await orderWith(other, 'LAPSE')).toMatchObject({ status: 502 })
  expect(await usedOf(offer)).toEqual({ used: 0, spent_paise: 0 })
  await buyWith(other, 'LAPSE')
  // Whoever pays for the lapsed order now gets the money back: its use is somebody else's.
  const late = await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))
  expect(late).toMatchObject({ ok: false, code: 'payment_returned' })
})

test('a late payment takes its use again while there is one', async () => {
  const offer = await addOffer(shop, { code: 'LATE', limit_total: 1 })
  const who = await stranger('Ria', '98200 50001', '8, Hill Road')
  const open = await openWith(who, 'LATE')
  await runJobsAfter(shop, 3600, open.orderId)
  expect(await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ ok: true })
  expect(await usedOf(offer)).toMatchObject({ used: 1 })
})

test('cancelled before it ships gives the use back (Vendure 1466); a cancelled line moves no discount (Vendure 4811)', async () => {
  const offer = await addOffer(shop, { code: 'CANCEL' })
  const who = await stranger('Ria', '98200 60001', '9, Hill Road')
  const orderId = await buyWith(who, 'CANCEL', [{ ...tee, quantity: 2 }, tote])
  const before = await discountsOf(orderId)
  const context = { ...shop.shop, actor: STAFF }
  const pieces = [{ sku: await skuOf(orderId, tee), count: 1 }]
  const part = await refundOrder(context, orderId, { wanted: { pieces }, reason: 'None left', restock: true })
  expect(part).toMatchObject({ ok: true })
  expect(await discountsOf(orderId)).toEqual(before)
  expect((await ordersOf(who))[0]?.refunds).toMatchObject([{ amount: 1247.35 }])
  expect(await usedOf(offer)).toMatchObject({ used: 1 })
  const body = { userId: who.id, orderId, reason: 'Changed my mind' }
  expect(await who.api('POST /user/cancelOrder', { body })).toMatchObject({ ok: true })
  expect(await usedOf(offer)).toEqual({ used: 0, spent_paise: 0 })
})

const discountsOf = async (orderId: string) =>
  shop.shop.db
    .selectFrom('order_lines')
    .select(['sku', 'discount_paise'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

const skuOf = async (orderId: string, { productId }: Wanted) =>
  (
    await shop.shop.db
      .selectFrom('order_lines')
      .select('sku')
      .where('order_id', '=', orderId)
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
  ).sku

test('of a thousand who ask at once for a code with ten uses, and for a budget, so many get it (Woo 13505)', async () => {
  const offer = await addOffer(shop, { code: 'RUSH', limit_total: 10, combines: ['order'] })
  const budget = await addOffer(shop, { code: 'MONEY', limit_budget_paise: 1000, combines: ['order'] })
  const single = await addOffer(shop, { batch: ['SINGLE1'] })
  const people = await Promise.all(
    Array.from({ length: 40 }, (_, at) => stranger(`P${at}`, `98300 ${10_000 + at}`, `${at}, Long Lane`)),
  )
  const { total } = await totalWith(people[0] as Shopper, [tote], ['RUSH'])
  for (const [code, id, most] of [
    ['RUSH', offer, 10],
    // 10 % of Rs. 27 are Rs. 2.70.
    ['MONEY', budget, 3],
    ['SINGLE1', single, 1],
  ] as const) {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        order(people[at % 40] as Shopper, [tote], { totalPrice: total, codes: [code] }),
      ),
    )
    const orders = new Set(results.flatMap((result) => (result.ok ? [result.data.orderId] : [])))
    expect(orders.size, code).toBe(most)
    expect(await usedOf(id)).toMatchObject({ used: most })
    for (const result of results) if (!result.ok) expect([409, 503]).toContain(result.status)
  }
})

test('a code for a hundred uses gives a hundred to a thousand who ask at once', {
  tags: 'nightly',
  timeout: 300_000,
}, async () => {
  const offer = await addOffer(shop, { code: 'HUNDRED', limit_total: 100 })
  const people = await Promise.all(
    Array.from({ length: 200 }, (_, at) => stranger(`H${at}`, `98600 ${10_000 + at}`, `${at}, Wide Lane`)),
  )
  const { total } = await totalWith(people[0] as Shopper, [tote], ['HUNDRED'])
  // Each from five tabs; whoever hears that the shop is busy asks again, as the browser does.
  async function ask(who: Shopper): ReturnType<typeof order> {
    const answer = await order(who, [tote], { totalPrice: total, codes: ['HUNDRED'] })
    return answer.ok || answer.status !== 503 ? answer : ask(who)
  }
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, at) => ask(people[at % 200] as Shopper)))
  const given = new Set(answers.flatMap((answer) => (answer.ok ? [answer.data.orderId] : [])))
  expect(given.size).toBe(100)
  expect(await usedOf(offer)).toMatchObject({ used: 100 })
  for (const answer of answers)
    if (!answer.ok)
      expect(answer).toMatchObject({ status: 409, problem: { quote: { refusedCodes: [{ code: 'HUNDRED' }] } } })
})

test('random histories leave ledger, uses and documents in agreement', async () => {
  await addOffer(shop, { value: 500, combines: ['order', 'products', 'delivery'] })
  await addOffer(shop, {
    code: 'RANDOM',
    kind: 'amount',
    value: 1500,
    limit_total: 4,
    combines: ['order', 'products', 'delivery'],
  })
  const random = randomNumbers(61)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const context = { ...shop.shop, actor: STAFF }
  for (let round = 0; round < 24; round++) {
    const who = await stranger(`R${round}`, `98400 ${10_000 + round}`, `${round}, Short Lane`)
    const created = await orderWith(who, 'RANDOM', [{ ...tote, quantity: 1 + upTo(3) }])
    if (!created.ok) {
      expect(created).toMatchObject({ code: 'total_changed' })
      continue
    }
    const open = created.data
    const [lapses, pays] = [random() < 0.4, random() < 0.7]
    if (lapses) await runJobsAfter(shop, 3600, open.orderId)
    if (pays) await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))
    if (pays && random() < 0.4) {
      const pieces = [{ sku: await skuOf(open.orderId, tote), count: 1 }]
      await refundOrder(context, open.orderId, { wanted: { pieces }, reason: 'None left', restock: random() < 0.5 })
    }
    if (pays && random() < 0.4)
      await who.api('POST /user/cancelOrder', { body: { userId: who.id, orderId: open.orderId, reason: 'No' } })
  }
  const { rows } = await sql<{
    used: number
  }>`select count(*)::integer as used from offer_uses where given_back_at is null`.execute(shop.shop.db)
  expect(rows[0]?.used).toBeGreaterThan(0)
})
