// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, storeSession } from '#platform/browser/session.ts'
import {
  acceptCart,
  addMoreToCart,
  addToCart,
  changeQuantity,
  deleteCartLine,
  flushCart,
  readCart,
  reloadCart,
} from './client.ts'

afterEach(() => {
  clearSession()
})

test('a line that couldn’t be deleted keeps its waiting quantity, which is sent later', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push(`${url.split('/')[3]} ${body === undefined ? '' : JSON.parse(String(body)).quantity}`)
    return new Response(null, { status: 503 })
  })
  const productId = { _id: 'tee', name: 'Tee', price: 999, images: [] }
  acceptCart([{ _id: 'l1', productId, size: 'M', color: 'Black', quantity: 1, available: 9 }])
  const [line] = readCart().lines
  if (!line) throw new Error('the cart is empty')
  changeQuantity(line, 4)
  expect(await deleteCartLine('l1')).toEqual({ kind: 'failed' })
  expect(readCart().lines).toMatchObject([{ quantity: 4 }])
  await flushCart()
  expect(sent).toContain('addToCart 4')
})

test('without a connection a change is reported as unsent and can be repeated', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no connection')
  })
  const productId = { _id: 'tee', name: 'Tee', price: 999, images: [] }
  acceptCart([{ _id: 'l1', productId, size: 'M', color: 'Black', quantity: 1, available: 9 }])
  const unsent = { kind: 'unsent', message: expect.stringMatching(/^You’re offline/) }
  const line = { productId: 'tee', color: 'Black', size: 'M', quantity: 2 }
  expect(await addToCart(line)).toEqual(unsent)
  expect(await deleteCartLine('l1')).toEqual(unsent)
  expect(await reloadCart()).toBe('offline')
  expect(readCart().lines).toHaveLength(1)
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, message: 'Product added to cart successfully', cart: [] }),
  )
  expect(await addToCart(line)).toMatchObject({ kind: 'done' })
})

test('if the browser blocks storage, adding to the cart says so', async () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  const result = await addToCart({ productId: 'tee', color: 'Black', size: 'M', quantity: 1 })
  vi.restoreAllMocks()
  expect(result).toEqual({ kind: 'refused', message: expect.stringMatching(/^Your browser blocks/) })
})

test('adding succeeds by the response’s `success`, not by its sentence', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
  const line = { productId: 'tee', color: 'Black', size: 'M', quantity: 1 }
  const respond = (body: object) => vi.stubGlobal('fetch', async () => Response.json(body))
  respond({ success: true, message: 'कार्ट में जोड़ दिया', cart: [] })
  expect(await addToCart(line)).toEqual({ kind: 'done', message: 'कार्ट में जोड़ दिया' })
  respond({ message: 'Product added to cart successfully' })
  expect(await addToCart(line)).toEqual({ kind: 'failed' })
})

test('adding a piece that the cart has already adds to its number, a waiting one included', async () => {
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
  const productId = { _id: 'tee', name: 'Tee', price: 999, images: [] }
  let quantity = 2
  const lines = () => [{ _id: 'l1', productId, size: 'M', color: 'Black', quantity, available: 9 }]
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (body !== undefined) quantity = JSON.parse(String(body)).quantity
    return Response.json({ success: true, message: 'Product added to cart successfully', cart: lines() })
  })
  acceptCart(lines())
  const piece = { productId: 'tee', color: 'Black', size: 'M', quantity: 1 }
  expect(await addMoreToCart(piece)).toMatchObject({ kind: 'done' })
  expect(quantity).toBe(3)
  const [line] = readCart().lines
  if (!line) throw new Error('the cart is empty')
  changeQuantity(line, 5)
  await addMoreToCart(piece)
  await flushCart()
  expect(quantity).toBe(6)
})

test('a piece isn’t added to a cart that can’t be read: its number is unknown', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  storeSession({ token: 'token', user: { id: 'somebody-else', name: 'Asha', email: 'asha@example.test' } })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return new Response(null, { status: 503 })
  })
  const result = await addMoreToCart({ productId: 'tee', color: 'Black', size: 'M', quantity: 1 })
  expect(result).toEqual({ kind: 'failed' })
  expect(sent.filter((url) => url.includes('addToCart'))).toEqual([])
})
