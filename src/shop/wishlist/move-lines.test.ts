// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeSession } from '#platform/browser/session.ts'
import { acceptCart } from '../cart/client.ts'
import { ADDED_TO_CART } from '../cart/messages.ts'
import { parseLine } from '../cart/parse-line.ts'
import { moveToCart, moveToWishlist } from './move-lines.ts'

/** What the stubbed server has; null: the call fails. */
let server: { cart: unknown[] | null; wishlist: unknown[] | null }
/** The quantities that were sent, as `addToCart 3`, and the deletions. */
let sent: string[] = []

function lineOf(quantity: number) {
  const productId = { _id: 'tee', name: 'Tee', price: 999, images: [] }
  const line = parseLine({ _id: 'l1', productId, size: 'M', color: 'Black', quantity, available: 9 })
  if (line === null) throw new Error('a line without a product')
  return line
}

async function respond(url: string, init: RequestInit): Promise<Response> {
  const call = url.split('/')[3] ?? ''
  if (call === 'getCartProduct')
    return server.cart ? Response.json({ cart: server.cart }) : new Response(null, { status: 503 })
  if (call === 'wishlist')
    return server.wishlist ? Response.json({ wishlist: server.wishlist }) : new Response(null, { status: 503 })
  const { quantity = '' } = JSON.parse(String(init.body))
  sent.push(`${call} ${quantity}`.trim())
  return Response.json({ success: true, message: ADDED_TO_CART, cart: [], wishlist: [] })
}

beforeEach(() => {
  sent = []
  vi.spyOn(console, 'info').mockReturnValue()
  vi.stubGlobal('fetch', respond)
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
})
afterEach(() => {
  // Forgets cart and wishlist.
  clearSession()
})

test('a wishlist line keeps its larger quantity, even if the wishlist wasn’t loaded before', async () => {
  server = { cart: [], wishlist: [lineOf(5)] }
  expect(await moveToWishlist(lineOf(2))).toMatchObject({ kind: 'done' })
  expect(sent).toEqual(['addToWishlist 5', 'deleteCartProduct'])
})

test('nothing is moved to a wishlist that couldn’t be loaded', async () => {
  server = { cart: [], wishlist: null }
  expect(await moveToWishlist(lineOf(2))).toEqual({ kind: 'failed' })
  expect(sent).toEqual([])
})

test('nothing is moved to a cart that couldn’t be loaded; once loaded, a larger quantity in it is kept', async () => {
  server = { cart: null, wishlist: [] }
  expect(await moveToCart(lineOf(2))).toEqual({ kind: 'failed' })
  expect(sent).toEqual([])
  acceptCart([lineOf(4)])
  expect(await moveToCart(lineOf(2))).toMatchObject({ kind: 'done' })
  expect(sent).toEqual(['addToCart 4', 'deleteWishlist'])
})

test('without a connection nothing is moved to the cart', async () => {
  server = { cart: [], wishlist: [] }
  acceptCart([])
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no connection')
  })
  expect(await moveToCart(lineOf(2))).toMatchObject({
    kind: 'unsent',
    message: expect.stringMatching(/^You’re offline/),
  })
  expect(sent).toEqual([])
})
