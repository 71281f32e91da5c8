import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addOffer } from '../../tests/support/offer-fixture.ts'
import { openTestShop, type SignedIn, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  asha = await shop.signIn()
})
afterAll(() => shop.close())

/**
 * How often a call waits for the database. Statements under way at the same time are one round trip. The call is made
 * once before, because the first one also prepares its statements.
 */
async function roundTrips(call: () => Promise<unknown>): Promise<number> {
  await call()
  let running = 0
  let trips = 0
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (running++ === 0) trips++
    const done = Reflect.apply(query, this, args) as Promise<unknown>
    const end = () => void running--
    done.then(end, end)
    return done
  } as never)
  try {
    await call()
  } finally {
    spy.mockRestore()
  }
  return trips
}

test('reading a cart, a wishlist or the orders takes two round trips', async () => {
  const params = { userId: asha.id }
  expect(await roundTrips(() => asha.api('GET /user/getCartProduct/{userId}', { params }))).toBe(2)
  expect(await roundTrips(() => asha.api('GET /user/wishlist/{userId}', { params }))).toBe(2)
  expect(await roundTrips(() => asha.api('GET /user/user-orders/{userId}', { params }))).toBe(2)
})

const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }

test('adding to cart or wishlist takes three', async () => {
  const body = { userId: asha.id, ...tee }
  expect(await roundTrips(() => asha.api('POST /user/addToCart', { body }))).toBe(3)
  expect(await roundTrips(() => asha.api('POST /user/addToWishlist', { body }))).toBe(3)
})

test('“sold out” takes two, and stores nothing', async () => {
  const body = { userId: asha.id, ...tee, color: 'White', size: 'L' }
  expect(await roundTrips(() => asha.api('POST /user/addToCart', { body }))).toBe(2)
})

test('without an offer a quote takes two, as before there were any; one with a limit takes one more', async () => {
  const body = { userId: asha.id, productDetails: [tee] }
  const quote = () => asha.api('POST /user/quote', { body })
  expect(await roundTrips(quote)).toBe(2)
  await addOffer(shop)
  expect(await roundTrips(quote)).toBe(2)
  await addOffer(shop, { limit_per_customer: 1 })
  expect(await roundTrips(quote)).toBe(3)
})
