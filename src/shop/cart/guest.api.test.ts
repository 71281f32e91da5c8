import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestShop, type SignedIn, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  await changeSettings(shop.shop, STAFF, { 'cart.guests': true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await shop.signIn()
})

const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
/** Five are in stock. */
const few = { ...tee, size: 'L' }
const soldOut = { ...tee, color: 'White', size: 'L' }
const gone = { ...tee, productId: 'no-such-thing' }

async function merge(lines: (typeof tee)[], who = asha): Promise<string[]> {
  const response = await who.api('POST /user/mergeCart', { body: { userId: who.id, lines } })
  if (!response.ok) throw new Error(response.message)
  return response.data.notices
}

async function cartOf(who: SignedIn): Promise<string[]> {
  const response = await who.api('GET /user/getCartProduct/{userId}', { params: { userId: who.id } })
  if (!response.ok) throw new Error(response.message)
  return response.data.cart.map(({ quantity, color, size }) => `${quantity} ${color} ${size}`)
}

describe('POST /user/guestCart', () => {
  test('returns a visitor’s lines like those of a customer’s cart, in the order sent, at the shop’s prices', async () => {
    const lines = [soldOut, { ...few, quantity: 9 }, tee]
    const response = await shop.api('POST /user/guestCart', { body: { lines } })
    const shown = { name: 'Boxy Tee', price: 1299, mrp: null, images: expect.any(Array) }
    expect(response).toMatchObject({
      ok: true,
      data: {
        cart: [
          { ...soldOut, productId: { _id: 'boxy-tee', ...shown }, available: 0 },
          { ...few, productId: { _id: 'boxy-tee', ...shown }, quantity: 9, available: 5 },
          { ...tee, productId: { _id: 'boxy-tee', ...shown }, available: 20 },
        ],
      },
    })
    const body = { userId: asha.id, ...tee }
    const own = await asha.api('POST /user/addToCart', { body })
    if (!own.ok || !response.ok) throw new Error('no cart')
    expect({ ...response.data.cart[2], _id: '' }).toEqual({ ...own.data.cart[0], _id: '' })
    expect(new Set(response.data.cart.map(({ _id }) => _id)).size).toBe(3)
  })

  test('leaves out unknown and hidden products, and shows an unknown colour or size as sold out', async () => {
    const lines = [gone, tee, { ...tee, size: 'XXL' }]
    const response = await shop.api('POST /user/guestCart', { body: { lines } })
    expect(response).toMatchObject({ data: { cart: [{ size: 'M' }, { size: 'XXL', available: 0 }] } })
    await shop.shop.db.updateTable('products').set({ state: 'hidden' }).where('id', '=', 'boxy-tee').execute()
    expect(await shop.api('POST /user/guestCart', { body: { lines } })).toMatchObject({ data: { cart: [] } })
    await shop.shop.db.updateTable('products').set({ state: 'published' }).where('id', '=', 'boxy-tee').execute()
  })

  test('accepts at most 50 lines, each with a quantity of at least 1', async () => {
    const price = (lines: (typeof tee)[]) => shop.api('POST /user/guestCart', { body: { lines } })
    expect(await price(Array.from({ length: 50 }, () => tee))).toMatchObject({ ok: true })
    expect(await price(Array.from({ length: 51 }, () => tee))).toMatchObject({
      status: 400,
      message: expect.stringContaining('50 different items'),
    })
    expect(await price([{ ...tee, quantity: 0 }])).toMatchObject({
      status: 400,
      message: 'Quantity cannot be less than 1',
    })
  })

  test('responds 404 unless the owner turned on guest carts', async () => {
    await changeSettings(shop.shop, STAFF, { 'cart.guests': null })
    expect(await shop.api('POST /user/guestCart', { body: { lines: [tee] } })).toMatchObject({ status: 404 })
    await changeSettings(shop.shop, STAFF, { 'cart.guests': true })
  })

  test('returns the rates of a tax table, like a customer’s cart', async () => {
    await changeSettings(shop.shop, STAFF, { 'tax.table': [{ hsn: '6109', percent: 12, from: '2020-01-01' }] })
    const response = await shop.api('POST /user/guestCart', { body: { lines: [tee] } })
    expect(response).toMatchObject({ data: { cart: [{ taxPercent: 12 }] } })
    await changeSettings(shop.shop, STAFF, { 'tax.table': null })
  })
})

describe('POST /user/mergeCart', () => {
  test('keeps the larger quantity of a line, and the same merge again changes nothing', async () => {
    await asha.api('POST /user/addToCart', { body: { userId: asha.id, ...tee, quantity: 3 } })
    expect(
      await merge([
        { ...few, quantity: 2 },
        { ...tee, quantity: 2 },
      ]),
    ).toEqual([])
    expect(await cartOf(asha)).toEqual(['3 Black M', '2 Black L'])
    await merge([{ ...few, quantity: 4 }])
    await merge([{ ...few, quantity: 4 }])
    expect(await cartOf(asha)).toEqual(['3 Black M', '4 Black L'])
  })

  test('reports lines that are discontinued, sold out or short, and adds what is left', async () => {
    expect(await merge([gone, soldOut, { ...few, quantity: 9 }, tee])).toEqual([
      'An item in your cart is no longer sold and has been removed.',
      'Boxy Tee (White, L) is sold out.',
      'Only 5 left of Boxy Tee (Black, L).',
    ])
    expect(await cartOf(asha)).toEqual(['5 Black L', '1 Black M'])
  })

  test('ten parallel merges, in any order of lines, give the same cart', async () => {
    const lines = [tee, { ...few, quantity: 2 }, { ...tee, size: 'S', quantity: 3 }]
    const merges = Array.from({ length: 10 }, (_, turn) => merge(turn % 2 === 0 ? lines : lines.toReversed()))
    expect((await Promise.all(merges)).flat()).toEqual([])
    expect((await cartOf(asha)).sort()).toEqual(['1 Black M', '2 Black L', '3 Black S'])
  })

  test('works after the owner turned guest carts off: no line is lost', async () => {
    await changeSettings(shop.shop, STAFF, { 'cart.guests': null })
    expect(await merge([tee])).toEqual([])
    expect(await cartOf(asha)).toEqual(['1 Black M'])
    await changeSettings(shop.shop, STAFF, { 'cart.guests': true })
  })
})
