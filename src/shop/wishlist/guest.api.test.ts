import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type SignedIn, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  await changeSettings(shop.shop, STAFF, { 'wishlist.guests': true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await shop.signIn()
})

const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
const soldOut = { ...tee, color: 'White', size: 'L' }
const notMade = { ...tee, size: 'XXL' }
const gone = { ...tee, productId: 'no-such-thing' }

async function merge(lines: (typeof tee)[]): Promise<string[]> {
  const response = await asha.api('POST /user/mergeWishlist', { body: { userId: asha.id, lines } })
  if (!response.ok) throw new Error(response.message)
  return response.data.notices
}

async function wishes(): Promise<string[]> {
  const response = await asha.api('GET /user/wishlist/{userId}', { params: { userId: asha.id } })
  if (!response.ok) throw new Error(response.message)
  return response.data.wishlist.map(({ quantity, color, size }) => `${quantity} ${color} ${size}`)
}

test('a visitor’s wishes are returned in the order sent, without what is no longer sold', async () => {
  const lines = [soldOut, gone, tee]
  expect(await shop.api('POST /user/guestWishlist', { body: { lines } })).toMatchObject({
    ok: true,
    data: {
      wishlist: [
        { ...soldOut, productId: { _id: 'boxy-tee', name: 'Boxy Tee', price: 1299 }, available: 0 },
        { ...tee, productId: { _id: 'boxy-tee' }, available: 20 },
      ],
    },
  })
})

test('at most 50 wishes are accepted, and none unless the owner turned guest wishlists on', async () => {
  const ask = (lines: (typeof tee)[]) => shop.api('POST /user/guestWishlist', { body: { lines } })
  expect(await ask(Array.from({ length: 51 }, () => tee))).toMatchObject({
    status: 400,
    message: expect.stringContaining('50 different items until you log in'),
  })
  await changeSettings(shop.shop, STAFF, { 'wishlist.guests': null })
  expect(await ask([tee])).toMatchObject({ status: 404 })
  // What was put on the device before isn't lost.
  expect(await merge([tee])).toEqual([])
  expect(await wishes()).toEqual(['1 Black M'])
  await changeSettings(shop.shop, STAFF, { 'wishlist.guests': true })
})

test('a merge keeps the larger quantity, and the same merge again changes nothing', async () => {
  await asha.api('POST /user/addToWishlist', { body: { userId: asha.id, ...tee, quantity: 3 } })
  const lines = [{ ...tee, size: 'L', quantity: 2 }, tee]
  expect(await merge(lines)).toEqual([])
  expect(await merge(lines)).toEqual([])
  expect(await wishes()).toEqual(['3 Black M', '2 Black L'])
})

test('a merge says what is no longer sold or made; one piece of what is sold out stays, as in an account', async () => {
  expect(await merge([gone, notMade, { ...soldOut, quantity: 2 }, { ...tee, size: 'L', quantity: 9 }])).toEqual([
    '2 items on your wishlist are no longer sold and have been removed.',
    'Boxy Tee (White, L) is sold out.',
    'Only 5 left of Boxy Tee (Black, L).',
  ])
  expect(await wishes()).toEqual(['1 White L', '5 Black L'])
})

test('a full wishlist takes no more, and says so once', async () => {
  const colors = Array.from({ length: 100 }, (_, number) => ({
    id: `full-${number}`,
    customer_id: asha.id,
    product_id: 'boxy-tee',
    color: `Colour ${number}`,
    size: 'M',
    quantity: 1,
  }))
  await shop.shop.db.insertInto('wishlist_lines').values(colors).execute()
  expect(await merge([tee, { ...tee, size: 'L' }])).toEqual([
    'Your wishlist can hold 100 different items. Please remove one first.',
  ])
  expect(await wishes()).toHaveLength(100)
})

test('ten parallel merges give the same list', async () => {
  const lines = [tee, { ...tee, size: 'L', quantity: 2 }]
  const merges = Array.from({ length: 10 }, (_, turn) => merge(turn % 2 === 0 ? lines : lines.toReversed()))
  expect((await Promise.all(merges)).flat()).toEqual([])
  expect((await wishes()).sort()).toEqual(['1 Black M', '2 Black L'])
})
