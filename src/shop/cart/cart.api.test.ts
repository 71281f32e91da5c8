import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestShop, type SignedIn, type TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  asha = await shop.signIn()
})
afterAll(() => shop.close())

const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }

describe.each([
  { call: 'POST /user/addToCart', list: 'cart', message: 'Product added to cart successfully' },
  { call: 'POST /user/addToWishlist', list: 'wishlist', message: 'Product added to wishlist successfully' },
] as const)('$call', ({ call, list, message }) => {
  const add = async (line: Record<string, unknown>, who = asha) => {
    // Invalid bodies are tested too, which the type forbids.
    const body = { userId: who.id, ...tee, ...line } as never
    const response = await who.api(call, { body })
    return response as {
      ok: boolean
      status: number
      message?: string
      data?: Record<string, unknown>
      problem?: unknown
    }
  }

  test('creates a line with everything the screens show', { tags: ['C3.11', 'C3.25'] }, async () => {
    const response = await add({})
    expect(response).toMatchObject({ ok: true, status: 200, data: { success: true, message } })
    expect(response.data?.[list]).toEqual([
      {
        _id: expect.stringMatching(/^[\w-]{22}$/),
        productId: { _id: 'boxy-tee', name: 'Boxy Tee', price: 1299, mrp: null, images: expect.any(Array) },
        size: 'M',
        color: 'Black',
        quantity: 1,
        available: 20,
        picture: null,
      },
    ])
  })

  test('sets the quantity: the same call twice is one line', { tags: 'C3.25' }, async () => {
    await add({ quantity: 3 })
    const response = await add({ quantity: 3 })
    expect(response.data?.[list]).toMatchObject([{ quantity: 3 }])
  })

  test('twenty parallel calls create one line', async () => {
    const meena = await shop.signIn()
    await Promise.all(Array.from({ length: 20 }, () => add({ quantity: 2 }, meena)))
    const response = await add({ quantity: 2 }, meena)
    expect(response.data?.[list]).toMatchObject([{ quantity: 2 }])
  })

  test.each([0, -1, 1.5, '2', null, Number.MAX_SAFE_INTEGER])('rejects the quantity %s', async (quantity) => {
    expect(await add({ quantity })).toMatchObject({ status: 400, message: 'Quantity cannot be less than 1' })
  })

  test('rejects more than is in stock, and says how many are left', { tags: ['C3.50', 'C3.54'] }, async () => {
    expect(await add({ size: 'L', quantity: 6 })).toMatchObject({
      status: 409,
      message: 'Only 5 left of Boxy Tee (Black, L).',
    })
    const soldOut = { color: 'White', size: 'L' }
    expect(await add({ ...soldOut, quantity: 2 })).toMatchObject({ status: 409 })
    // A sold-out variant can be on the wishlist, with quantity 1.
    expect(await add(soldOut)).toMatchObject({ status: list === 'wishlist' ? 200 : 409 })
  })

  test('rejects an unknown product, colour or size', { tags: 'C3.48' }, async () => {
    expect(await add({ productId: 'no-such-thing' })).toMatchObject({ status: 404, message: 'Product not found.' })
    expect(await add({ productId: 'Not A Slug' })).toMatchObject({ status: 400 })
    expect(await add({ color: 'Red' })).toMatchObject({ status: 400, message: 'Boxy Tee isn’t available in Red.' })
    expect(await add({ size: 'XXL' })).toMatchObject({ status: 400, message: 'Boxy Tee isn’t available in size XXL.' })
    expect(await add({ color: 'White', size: 'S' })).toMatchObject({ status: 400 })
  })

  test('takes a hundred lines, which can still be changed', async () => {
    const meena = await shop.signIn()
    await add({}, meena)
    const table = sql.table(list === 'cart' ? 'cart_lines' : 'wishlist_lines')
    await sql`
      insert into ${table} (id, customer_id, product_id, color, size, quantity)
      select 'line-' || n || ${meena.id}, ${meena.id}, 'boxy-tee', 'Black', 'size ' || n, 1
      from generate_series(1, 99) as n`.execute(shop.shop.db)
    expect(await add({ size: 'S' }, meena)).toMatchObject({ status: 409, message: expect.stringContaining('100') })
    expect(await add({ quantity: 2 }, meena)).toMatchObject({ status: 200 })
  })

  test('rejects an anonymous client, and another user’s cart', async () => {
    const other = await shop.signIn()
    expect(await add({ userId: other.id })).toMatchObject({ status: 403 })
    const visitor = await shop.api(call, { body: { userId: asha.id, ...tee } })
    expect(visitor).toMatchObject({ status: 401 })
  })
})

describe.each([
  { list: 'cart', add: 'POST /user/addToCart', read: 'GET /user/getCartProduct/{userId}' },
  { list: 'wishlist', add: 'POST /user/addToWishlist', read: 'GET /user/wishlist/{userId}' },
] as const)('another colour or size in the $list', ({ list, add, read }) => {
  type Line = typeof tee
  let who: SignedIn
  beforeEach(async () => {
    who = await shop.signIn()
    for (const line of [tee, { ...tee, size: 'S', quantity: 2 }])
      await who.api(add, { body: { userId: who.id, ...line } })
  })
  const linesOf = async () => {
    const response = await who.api(read, { params: { userId: who.id } })
    if (!response.ok) throw new Error(response.message)
    return 'cart' in response.data ? response.data.cart : response.data.wishlist
  }
  const shown = async () => (await linesOf()).map(({ quantity, color, size }) => `${quantity} ${color} ${size}`)
  const replaceFirst = async (lines: Line[]) => {
    const lineId = (await linesOf())[0]?._id ?? ''
    return list === 'cart'
      ? who.api('POST /user/replaceCartLine', { body: { userId: who.id, cartItemId: lineId, lines } })
      : who.api('POST /user/replaceWishlistLine', { body: { userId: who.id, wishlistItemId: lineId, lines } })
  }

  test('the line keeps its id and its place', async () => {
    const [before] = await linesOf()
    expect(await replaceFirst([{ ...tee, size: 'L', quantity: 3 }])).toMatchObject({ ok: true })
    expect(await shown()).toEqual(['3 Black L', '2 Black S'])
    expect((await linesOf())[0]?._id).toBe(before?._id)
  })

  test('a line that is there already is taken over, and two lines take that back', async () => {
    expect(await replaceFirst([{ ...tee, size: 'S', quantity: 3 }])).toMatchObject({ ok: true })
    expect(await shown()).toEqual(['3 Black S'])
    expect(await replaceFirst([tee, { ...tee, size: 'S', quantity: 2 }])).toMatchObject({ ok: true })
    expect(await shown()).toEqual(['1 Black M', '2 Black S'])
  })

  test('nothing changes if one of the lines is refused', async () => {
    const refused = await replaceFirst([
      { ...tee, size: 'S' },
      { ...tee, size: 'L', quantity: 6 },
    ])
    expect(refused).toMatchObject({ status: 409, message: 'Only 5 left of Boxy Tee (Black, L).' })
    expect(await replaceFirst([{ ...tee, size: 'XXL' }])).toMatchObject({ status: 400 })
    expect(await shown()).toEqual(['1 Black M', '2 Black S'])
  })

  test('a second change of a line that is gone is refused and adds nothing', async () => {
    const lineId = (await linesOf())[0]?._id ?? ''
    const remove = list === 'cart' ? { cartItemId: lineId } : { wishlistItemId: lineId }
    await who.api(list === 'cart' ? 'DELETE /user/deleteCartProduct' : 'DELETE /user/deleteWishlist', {
      // Safe cast: `remove` has the field of the call that `list` chose.
      body: { userId: who.id, ...remove } as never,
    })
    const lines = [{ ...tee, size: 'L' }]
    const body = { userId: who.id, ...remove, lines } as never
    const again = await who.api(list === 'cart' ? 'POST /user/replaceCartLine' : 'POST /user/replaceWishlistLine', {
      body,
    })
    expect(again).toMatchObject({ status: 404, message: 'Item not found.' })
    expect(await shown()).toEqual(['2 Black S'])
  })
})

describe('deleting lines', () => {
  test('deletes the line once', { tags: ['C3.24', 'C3.26'] }, async () => {
    const listed = await asha.api('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })
    const cartItemId = listed.ok ? (listed.data.cart[0]?._id ?? '') : ''
    const body = { userId: asha.id, cartItemId }
    expect(await asha.api('DELETE /user/deleteCartProduct', { body })).toMatchObject({
      data: { success: true, message: 'Cart item deleted successfully.' },
    })
    expect(await asha.api('DELETE /user/deleteCartProduct', { body })).toMatchObject({ status: 404 })
  })

  test('leaves other people’s lines alone', { tags: ['C3.26', 'C3.27'] }, async () => {
    const listed = await asha.api('GET /user/wishlist/{userId}', { params: { userId: asha.id } })
    const wishlistItemId = listed.ok ? (listed.data.wishlist[0]?._id ?? '') : ''
    const other = await shop.signIn()
    expect(
      await other.api('DELETE /user/deleteWishlist', { body: { userId: other.id, wishlistItemId } }),
    ).toMatchObject({ status: 404 })
    expect(await asha.api('DELETE /user/deleteWishlist', { body: { userId: asha.id, wishlistItemId } })).toMatchObject({
      status: 200,
    })
  })
})
